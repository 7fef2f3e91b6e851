/** Holds the place of something that is loading. The view around it says so in words. */
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn'

export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      aria-hidden
      className={cn('animate-pulse rounded-md bg-border/70', className)}
      {...props}
    />
  )
}
