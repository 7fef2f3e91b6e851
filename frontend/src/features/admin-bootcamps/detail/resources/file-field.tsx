/** Takes a file by picking it or by dropping it. */
import { FileUp, Paperclip } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field, useFieldControl } from '@/components/ui/field'
import { cn } from '@/lib/cn'
import { formatSize } from './resource-kinds'
import { fileExtensions, type ResourceValues, titleFrom } from './resource-schema'

interface FileFieldProps {
  form: UseFormReturn<ResourceValues>
  /** The file that is there and may stay. */
  present: string
  /** Something else is being tried now. */
  onChange: () => void
  /** More than one was chosen; left out, one is all there can be. */
  onSeveral?: ((files: readonly File[]) => void) | undefined
}

export function FileField({ form, present, onChange: onFileChange, onSeveral }: FileFieldProps) {
  return (
    <Controller
      control={form.control}
      name="file"
      render={({ field: { value, onChange, onBlur, ref, name }, fieldState }) => (
        <Field
          label={present ? 'Replace file' : 'File'}
          hint={`${present ? `Now: ${present}. ` : ''}Accepted: ${fileExtensions.join(', ')}`}
          error={fieldState.error?.message}
          required={!present}
        >
          <DropArea
            ref={ref}
            name={name}
            file={value}
            multiple={onSeveral !== undefined}
            onBlur={onBlur}
            onChange={(event) => {
              const chosen = [...(event.target.files ?? [])]
              if (onSeveral && chosen.length > 1) {
                onSeveral(chosen)
                return
              }
              const file = chosen[0] ?? null
              onChange(file)
              if (file && !form.getValues('title')) form.setValue('title', titleFrom(file.name))
              form.clearErrors('file')
              onFileChange()
            }}
          />
        </Field>
      )}
    />
  )
}

interface DropAreaProps extends ComponentProps<'input'> {
  file: File | null
}

/** The input itself covers the whole area, so that picking, dropping and the keyboard are its own. */
function DropArea({ file, multiple, ...props }: DropAreaProps) {
  const field = useFieldControl()
  const [isOver, setIsOver] = useState(false)
  const Icon = file ? Paperclip : FileUp
  return (
    <div
      className={cn(
        'relative flex min-w-0 items-center gap-3 rounded-md border border-dashed border-border-strong/70 bg-surface p-4 transition-colors duration-200 hover:border-border-strong hover:bg-surface-2',
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring has-[[aria-invalid]]:border-destructive',
        isOver && 'border-solid border-primary bg-accent-soft',
      )}
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-md bg-accent-soft text-primary">
        <Icon aria-hidden className="size-5" />
      </span>
      <span aria-hidden className="grid min-w-0 gap-0.5 text-sm">
        <span className="truncate font-medium">
          {file ? file.name : multiple ? 'Select one or more files' : 'Select a file'}
        </span>
        <span className="text-muted-foreground tabular-nums">
          {file
            ? `${formatSize(file.size)} · select another`
            : multiple
              ? 'or drop them here'
              : 'or drop it here'}
        </span>
      </span>
      <input
        type="file"
        multiple={multiple}
        accept={fileExtensions.map((extension) => `.${extension}`).join(',')}
        className="absolute inset-0 cursor-pointer opacity-0"
        onDragEnter={() => setIsOver(true)}
        onDragLeave={() => setIsOver(false)}
        onDrop={() => setIsOver(false)}
        {...field}
        {...props}
      />
    </div>
  )
}
