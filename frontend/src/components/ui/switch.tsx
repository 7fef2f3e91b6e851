/** On or off, taking effect at once. */
import { Switch as RadixSwitch } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'
import { useFieldControl } from './field'

export function Switch({ className, ...props }: ComponentProps<typeof RadixSwitch.Root>) {
  const { id, 'aria-describedby': describedBy } = useFieldControl()
  return (
    <RadixSwitch.Root
      id={id}
      aria-describedby={describedBy}
      className={cn(
        'touch-target inline-flex h-6 w-11 shrink-0 cursor-pointer items-center rounded-full border border-border-strong bg-surface-2 transition-colors duration-200 ease-out',
        'data-[state=checked]:border-primary data-[state=checked]:bg-primary disabled:cursor-not-allowed disabled:opacity-50',
        className,
      )}
      {...props}
    >
      <RadixSwitch.Thumb className="block size-4.5 translate-x-0.5 rounded-full bg-muted-foreground transition-[translate,background-color] duration-200 ease-out data-[state=checked]:translate-x-5.5 data-[state=checked]:bg-primary-foreground" />
    </RadixSwitch.Root>
  )
}
