/** Which kind of material it is, and where it comes from: an address, or a file. */
import { useId } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Radio, RadioGroup } from '@/components/ui/radio-group'
import { formatSize, kindNames, kinds } from './resource-kinds'
import { fileExtensions, type ResourceValues } from './resource-schema'

interface PartProps {
  form: UseFormReturn<ResourceValues>
  /** Something else is being tried now. */
  onChange: () => void
}

export function KindField({ form, onChange: onKindChange }: PartProps) {
  const labelId = useId()
  return (
    <div className="grid gap-2.5">
      <p id={labelId} className="text-sm font-medium">
        Type
      </p>
      <Controller
        control={form.control}
        name="type"
        render={({ field: { value, onChange } }) => (
          <RadioGroup
            aria-labelledby={labelId}
            className="sm:grid-cols-2"
            value={value}
            onValueChange={(kind) => {
              onChange(kind)
              // The rules of one kind say nothing about another.
              form.clearErrors(['url', 'file'])
              onKindChange()
            }}
          >
            {kindNames.map((kind) => (
              <Radio key={kind} value={kind} label={kinds[kind].label} hint={kinds[kind].hint} />
            ))}
          </RadioGroup>
        )}
      />
    </div>
  )
}

export function SourceField(props: PartProps) {
  const { register, watch, formState } = props.form
  const kind = watch('type')
  if (kind === 'FILE') return <FileField {...props} />
  return (
    <Field label="URL" error={formState.errors.url?.message} required>
      <Input
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder={kind === 'YOUTUBE' ? 'https://www.youtube.com/watch?v=' : 'https://'}
        {...register('url')}
      />
    </Field>
  )
}

function FileField({ form, onChange: onFileChange }: PartProps) {
  return (
    <Controller
      control={form.control}
      name="file"
      render={({ field: { value, onChange, onBlur, ref, name }, fieldState }) => (
        <Field
          label="File"
          aside={value ? formatSize(value.size) : undefined}
          hint={`Accepted: ${fileExtensions.join(', ')}`}
          error={fieldState.error?.message}
          required
        >
          <Input
            type="file"
            ref={ref}
            name={name}
            accept={fileExtensions.map((extension) => `.${extension}`).join(',')}
            className="h-auto cursor-pointer p-1.5 file:mr-3 file:h-8 file:cursor-pointer file:rounded-full file:border-0 file:bg-surface-2 file:px-4 file:text-sm file:font-medium file:text-foreground"
            onBlur={onBlur}
            onChange={(event) => {
              onChange(event.target.files?.[0] ?? null)
              onFileChange()
            }}
          />
        </Field>
      )}
    />
  )
}
