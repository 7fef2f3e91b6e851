/** Views that share one place. The row scrolls sideways where it does not fit. */
import { Tabs as RadixTabs } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'

export function Tabs({ className, ...props }: ComponentProps<typeof RadixTabs.Root>) {
  return <RadixTabs.Root className={cn('grid min-w-0 gap-5', className)} {...props} />
}

export function TabsList({ className, ...props }: ComponentProps<typeof RadixTabs.List>) {
  return (
    <div className="-m-1 overflow-x-auto p-1">
      <RadixTabs.List
        className={cn('inline-flex gap-1 rounded-full border bg-surface-2 p-1', className)}
        {...props}
      />
    </div>
  )
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof RadixTabs.Trigger>) {
  return (
    <RadixTabs.Trigger
      className={cn(
        'inline-flex h-9 cursor-pointer items-center gap-2 rounded-full px-4 text-sm font-medium whitespace-nowrap text-muted-foreground transition-colors duration-200 pointer-coarse:h-11',
        'hover:text-foreground disabled:cursor-not-allowed disabled:opacity-50 data-[state=active]:bg-surface data-[state=active]:text-foreground data-[state=active]:shadow-card',
        'dark:data-[state=active]:bg-border',
        className,
      )}
      {...props}
    />
  )
}

export function TabsContent({ className, ...props }: ComponentProps<typeof RadixTabs.Content>) {
  return <RadixTabs.Content className={cn('min-w-0 rounded-lg', className)} {...props} />
}
