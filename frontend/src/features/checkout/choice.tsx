/** Something one can tick: the whole area is the target, its name and date are what is read out. */
import { Check } from 'lucide-react'
import { Checkbox } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import { cn } from '@/lib/cn'

export interface ChoiceState {
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
}

interface ChoiceProps extends ChoiceState {
  label: ReactNode
  /** An element whose words come before the label's: what the dates under it belong to. */
  labeledBy?: string
  /** At the end of the first line. */
  aside?: ReactNode
  children?: ReactNode
  className?: string
}

export function Choice(props: ChoiceProps) {
  const { label, labeledBy, aside, children, checked, disabled, onChange, className } = props
  const id = useId()
  const labelId = `${id}-label`
  const moreId = `${id}-more`
  return (
    <div
      className={cn(
        'relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 sm:gap-x-4 transition-[border-color,background-color,box-shadow] duration-200 ease-out',
        className,
      )}
    >
      <Checkbox.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
        aria-labelledby={labeledBy ? `${labeledBy} ${labelId}` : labelId}
        aria-describedby={moreId}
        className="mt-0.5 grid size-6 shrink-0 cursor-pointer place-items-center rounded-sm border border-border-strong bg-surface text-primary-foreground transition-colors duration-200 disabled:cursor-not-allowed disabled:border-border disabled:bg-surface-2 data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=checked]:text-primary-foreground"
      >
        <Checkbox.Indicator>
          <Check aria-hidden className="size-4" strokeWidth={3} />
        </Checkbox.Indicator>
      </Checkbox.Root>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1.5">
        <label
          id={labelId}
          htmlFor={id}
          className={cn(
            'leading-7 after:absolute after:inset-0 after:rounded-[inherit]',
            disabled ? 'cursor-not-allowed' : 'cursor-pointer',
          )}
        >
          {label}
        </label>
        {aside}
        <div id={moreId} className="grid basis-full gap-1.5 text-sm text-muted-foreground">
          {children}
        </div>
      </div>
    </div>
  )
}
