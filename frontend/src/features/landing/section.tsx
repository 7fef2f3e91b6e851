/** A band of the sales page: its heading, and what stands under it. */
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

interface SectionProps {
  id?: string
  className?: string
  children: ReactNode
}

export function Section({ id, className, children }: SectionProps) {
  return (
    <section {...(id ? { id } : {})} className={cn('section-y', className)}>
      <div className="shell">{children}</div>
    </section>
  )
}

interface SectionHeadingProps {
  eyebrow: string
  heading: ReactNode
  children?: ReactNode
}

export function SectionHeading({ eyebrow, heading, children }: SectionHeadingProps) {
  return (
    <div className="grid max-w-2xl gap-3">
      <p className="text-sm font-semibold text-primary">{eyebrow}</p>
      <h2 className="text-title font-bold">{heading}</h2>
      {children && <p className="mt-1 max-w-136 text-lead text-muted-foreground">{children}</p>}
    </div>
  )
}
