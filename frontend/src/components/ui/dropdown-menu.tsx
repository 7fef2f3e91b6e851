/** A list of actions behind one button. */
import { DropdownMenu as RadixMenu } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'

/** Not modal: a modal menu hides the page around it from screen readers but not from the Tab key. */
export function DropdownMenu(props: ComponentProps<typeof RadixMenu.Root>) {
  return <RadixMenu.Root modal={false} {...props} />
}

export const DropdownMenuTrigger = RadixMenu.Trigger

export function DropdownMenuContent({
  className,
  sideOffset = 6,
  align = 'end',
  ...props
}: ComponentProps<typeof RadixMenu.Content>) {
  return (
    <RadixMenu.Portal>
      <RadixMenu.Content
        sideOffset={sideOffset}
        align={align}
        collisionPadding={8}
        className={cn(
          'z-50 min-w-48 rounded-lg border bg-surface p-1.5 shadow-lift duration-200 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0',
          className,
        )}
        {...props}
      />
    </RadixMenu.Portal>
  )
}

interface DropdownMenuItemProps extends ComponentProps<typeof RadixMenu.Item> {
  destructive?: boolean
}

export function DropdownMenuItem({ destructive, className, ...props }: DropdownMenuItemProps) {
  return (
    <RadixMenu.Item
      className={cn(
        'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-[0.9375rem] outline-none select-none pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0',
        'data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-surface-2',
        destructive &&
          'text-destructive data-highlighted:bg-market-soft data-highlighted:text-market',
        className,
      )}
      {...props}
    />
  )
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof RadixMenu.Label>) {
  return (
    <RadixMenu.Label
      className={cn('px-2.5 py-2 text-sm text-muted-foreground', className)}
      {...props}
    />
  )
}

export function DropdownMenuSeparator({
  className,
  ...props
}: ComponentProps<typeof RadixMenu.Separator>) {
  return (
    <RadixMenu.Separator className={cn('-mx-1.5 my-1.5 h-px bg-border', className)} {...props} />
  )
}
