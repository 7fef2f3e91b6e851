/** Our mark: three rising steps, the last one lit. */
import { cn } from '@/lib/cn'

export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={cn('size-8', className)}>
      <rect width="32" height="32" rx="9" className="fill-primary" />
      <rect x="8" y="18" width="4.5" height="6" rx="1.6" className="fill-primary-foreground" />
      <rect x="13.75" y="13" width="4.5" height="11" rx="1.6" className="fill-primary-foreground" />
      <rect
        x="19.5"
        y="8"
        width="4.5"
        height="16"
        rx="1.6"
        className="fill-accent dark:fill-primary-foreground"
      />
    </svg>
  )
}
