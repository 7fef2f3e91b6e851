/** One line of text, and the look shared by everything one types or picks into. */
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'
import { useFieldControl } from './field'

export const controlClasses = cn(
  'w-full rounded-md border border-border-strong/70 bg-surface px-3 text-base text-foreground shadow-[inset_0_1px_1px_hsl(var(--shadow)/0.03)]',
  'transition-[border-color,background-color] duration-200 ease-out placeholder:text-muted-foreground hover:border-border-strong',
  'disabled:cursor-not-allowed disabled:bg-surface-2 disabled:text-muted-foreground',
  'aria-invalid:border-destructive',
)

export function Input({ className, ...props }: ComponentProps<'input'>) {
  const field = useFieldControl()
  return (
    <input
      className={cn(controlClasses, 'h-11 read-only:bg-surface-2', className)}
      {...field}
      {...props}
    />
  )
}
