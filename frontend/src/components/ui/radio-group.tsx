/** One of a few, all of them visible. */
import { RadioGroup as RadixRadioGroup } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '@/lib/cn'

export function RadioGroup({ className, ...props }: ComponentProps<typeof RadixRadioGroup.Root>) {
  return <RadixRadioGroup.Root className={cn('grid gap-3', className)} {...props} />
}

interface RadioProps extends Omit<ComponentProps<typeof RadixRadioGroup.Item>, 'children'> {
  label: ReactNode
  hint?: ReactNode
}

export function Radio({ label, hint, className, ...props }: RadioProps) {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div className={cn('flex items-start gap-3', className)}>
      <RadixRadioGroup.Item
        id={id}
        aria-describedby={hint ? hintId : undefined}
        className="peer touch-target mt-0.5 grid size-5 shrink-0 cursor-pointer place-items-center rounded-full border border-border-strong bg-surface transition-colors duration-200 hover:border-primary disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-primary"
        {...props}
      >
        <RadixRadioGroup.Indicator className="size-2.5 rounded-full bg-primary" />
      </RadixRadioGroup.Item>
      <div className="relative grid gap-0.5 peer-disabled:[&>label]:opacity-60">
        {/* Its face covers the hint, so that a press on either chooses; the name stays the label. */}
        <label
          htmlFor={id}
          className="cursor-pointer text-[0.9375rem] leading-6 after:absolute after:inset-0"
        >
          {label}
        </label>
        {hint && (
          <p id={hintId} className="text-sm text-muted-foreground">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

interface RadioTileProps extends ComponentProps<typeof RadixRadioGroup.Item> {
  children: ReactNode
}

/** One choice of a short scale: a whole tile to press, wide enough for a thumb. */
export function RadioTile({ className, ...props }: RadioTileProps) {
  return (
    <RadixRadioGroup.Item
      className={cn(
        'grid min-h-12 cursor-pointer place-items-center rounded-xl border border-border-strong bg-surface font-semibold tabular-nums transition-colors duration-200 hover:border-primary disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=checked]:text-primary-foreground',
        className,
      )}
      {...props}
    />
  )
}
