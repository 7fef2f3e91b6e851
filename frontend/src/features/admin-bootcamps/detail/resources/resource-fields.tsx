/** Which kind of material it is, and where it comes from: an address, or a file. */
import { useId } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Radio, RadioGroup } from '@/components/ui/radio-group'
import { FileField } from './file-field'
import { kindNames, kinds } from './resource-kinds'
import type { ResourceValues } from './resource-schema'

interface PartProps {
  form: UseFormReturn<ResourceValues>
  /** Something else is being tried now. */
  onChange: () => void
}

interface KindFieldProps extends PartProps {
  isFixed: boolean
}

export function KindField({ form, isFixed, onChange: onKindChange }: KindFieldProps) {
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
            disabled={isFixed}
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

interface SourceFieldProps extends PartProps {
  /** The file it has; given, another one is asked for only in its place. */
  present: string
  onSeveral?: ((files: readonly File[]) => void) | undefined
}

export function SourceField(props: SourceFieldProps) {
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
