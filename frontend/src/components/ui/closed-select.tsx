/** A list as it looks while closed. Light enough to stand in until the one that opens has come. */
import { ChevronDown } from 'lucide-react'
import { cn } from '@/lib/cn'
import { useFieldControl } from './field'
import { controlClasses } from './input'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

export const triggerClasses = cn(
  controlClasses,
  'flex h-11 cursor-pointer items-center justify-between gap-2 text-left data-placeholder:text-muted-foreground [&>span]:truncate',
)

export function SelectIcon() {
  return <ChevronDown aria-hidden className="size-4 text-muted-foreground" />
}

interface ClosedSelectProps {
  options: readonly SelectOption[]
  value?: string | undefined
  className?: string | undefined
}

export function ClosedSelect({ options, value, className }: ClosedSelectProps) {
  const field = useFieldControl()
  return (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-busy
      {...field}
      className={cn(triggerClasses, className)}
    >
      <span>{options.find((option) => option.value === value)?.label}</span>
      <SelectIcon />
    </button>
  )
}
