/** A checkbox with its words beside it; the words are part of the target. */
import { Check, Minus } from 'lucide-react'
import { Checkbox as RadixCheckbox } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '@/lib/cn'

interface CheckboxProps extends Omit<ComponentProps<typeof RadixCheckbox.Root>, 'children'> {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

export function Checkbox({ label, hint, error, className, id, ...props }: CheckboxProps) {
  const generatedId = useId()
  const controlId = id ?? generatedId
  const noteId = `${controlId}-note`
  const note = error || hint
  return (
    <div className={cn('flex items-start gap-3', className)}>
      <RadixCheckbox.Root
        id={controlId}
        aria-describedby={note ? noteId : undefined}
        aria-invalid={error ? true : undefined}
        className={cn(
          'peer touch-target mt-0.5 grid size-5 shrink-0 cursor-pointer place-items-center rounded-sm border border-border-strong bg-surface text-primary-foreground',
          'transition-colors duration-200 hover:border-primary disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-destructive',
          'data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:border-primary data-[state=indeterminate]:bg-primary',
        )}
        {...props}
      >
        <RadixCheckbox.Indicator className="group">
          <Check
            aria-hidden
            className="size-3.5 group-data-[state=indeterminate]:hidden"
            strokeWidth={3}
          />
          <Minus
            aria-hidden
            className="hidden size-3.5 group-data-[state=indeterminate]:block"
            strokeWidth={3}
          />
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <div className="grid gap-0.5 peer-disabled:opacity-60">
        <label htmlFor={controlId} className="cursor-pointer text-[0.9375rem] leading-6">
          {label}
        </label>
        {note && (
          <p
            id={noteId}
            className={cn('text-sm', error ? 'text-destructive' : 'text-muted-foreground')}
          >
            {note}
          </p>
        )}
      </div>
    </div>
  )
}
