/** Buttons, and links that look like them (`asChild`). */
import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { Spinner } from './spinner'

const buttonVariants = cva(
  [
    'touch-target inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 rounded-full font-medium whitespace-nowrap select-none',
    'transition-[background-color,border-color,color,box-shadow,translate] duration-200 ease-out active:translate-y-px',
    'disabled:pointer-events-none disabled:opacity-50 aria-busy:cursor-progress data-off:cursor-default data-off:opacity-40',
    '[&_svg]:shrink-0',
  ],
  {
    variants: {
      variant: {
        primary: 'bg-primary text-primary-foreground shadow-card hover:bg-primary-hover',
        accent: 'bg-accent text-accent-foreground shadow-card hover:bg-accent-hover',
        outline: 'border bg-surface text-foreground hover:border-border-strong hover:bg-surface-2',
        ghost: 'text-foreground hover:bg-surface-2',
        destructive:
          'bg-destructive text-destructive-foreground shadow-card hover:bg-destructive-hover',
        link: 'rounded-sm text-primary underline underline-offset-4 hover:decoration-2',
      },
      size: {
        sm: "h-9 px-4 text-sm [&_svg:not([class*='size-'])]:size-4",
        md: "h-11 px-5 text-[0.9375rem] [&_svg:not([class*='size-'])]:size-4",
        lg: "h-13 px-7 text-base [&_svg:not([class*='size-'])]:size-5",
      },
      icon: { true: 'aspect-square px-0', false: '' },
    },
    compoundVariants: [{ variant: 'link', className: 'h-auto px-0 py-1 active:translate-y-0' }],
    defaultVariants: { variant: 'primary', size: 'md', icon: false },
  },
)

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Dresses the only child (a link) as a button. */
  asChild?: boolean
  /** Work is under way: the button keeps its width and its focus, and ignores presses. */
  busy?: boolean
  /** There is nowhere to go from here: unlike `disabled` it keeps the focus of whoever just pressed it. */
  isOff?: boolean
  /** What is happening, in words, while busy. */
  busyLabel?: ReactNode
}

export function Button({
  asChild = false,
  busy = false,
  isOff = false,
  busyLabel,
  variant,
  size,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...props
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size, icon }), className)
  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...props}>
        {children}
      </Slot.Root>
    )
  }

  // Not `disabled`: a disabled button drops the keyboard focus, and the reader loses their place.
  const ignorePress = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <button
      type={type}
      className={classes}
      aria-busy={busy || undefined}
      aria-disabled={busy || isOff || undefined}
      data-off={isOff || undefined}
      onClick={busy || isOff ? ignorePress : onClick}
      {...props}
    >
      {busy || busyLabel !== undefined ? (
        <BusyLabels busy={busy} label={children} busyLabel={busyLabel} />
      ) : (
        children
      )}
    </button>
  )
}

/** Both labels lie in one cell, so the wider of them sets the width and nothing moves. */
function BusyLabels({
  busy,
  label,
  busyLabel,
}: {
  busy: boolean
  label: ReactNode
  busyLabel: ReactNode
}) {
  const layer = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-2'
  // Without words of its own a busy button is still named by its label, which must stay readable.
  const speaksWhileBusy = busyLabel !== undefined
  const resting = speaksWhileBusy ? 'invisible' : 'opacity-0'
  return (
    <span className="grid">
      <span aria-hidden={busy && speaksWhileBusy} className={cn(layer, busy && resting)}>
        {label}
      </span>
      <span aria-hidden={!busy} className={cn(layer, !busy && 'invisible')}>
        <Spinner className="size-4" />
        {busyLabel}
      </span>
    </span>
  )
}
