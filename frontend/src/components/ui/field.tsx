/**
 * A form field: label above, control, hint and error below.
 *
 * The control inside finds its id and its descriptions by itself, so a screen only writes
 * `<Field label="Email" error={errors.email?.message}><Input {...register('email')} /></Field>`.
 */
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { cn } from '@/lib/cn'
import { Label } from './label'

interface FieldControl {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-required'?: true | undefined
}

const FieldContext = createContext<FieldControl>({})

/** What a control must carry to be tied to the field around it. */
export function useFieldControl(): FieldControl {
  return useContext(FieldContext)
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  /** Stands at the end of the label's line: a counter, a "Forgot password?" link. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

export function Field({ label, hint, error, required, aside, className, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const descriptions = [hint ? hintId : null, error ? errorId : null].filter(Boolean).join(' ')
  const control: FieldControl = {
    id,
    'aria-describedby': descriptions || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required ? true : undefined,
  }

  return (
    <div className={cn('grid gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <Label htmlFor={id}>{label}</Label>
        {aside && <span className="text-sm text-muted-foreground">{aside}</span>}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {hint && (
        <p id={hintId} className="text-sm text-muted-foreground">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-sm text-destructive">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}
