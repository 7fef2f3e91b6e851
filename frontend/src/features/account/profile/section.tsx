/** One part of the profile: what it is about, and the card to change it in. */
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { cn } from '@/lib/cn'

interface SectionProps {
  title: string
  lead: ReactNode
  className?: string
  children: ReactNode
}

export function Section({ title, lead, className, children }: SectionProps) {
  return (
    <section
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-5 border-t pt-8 lg:grid-cols-[18rem_minmax(0,1fr)] lg:pt-10',
        className,
      )}
    >
      <div className="grid content-start gap-2">
        <h2 className="text-xl font-bold tracking-tight">{title}</h2>
        <p className="text-muted-foreground">{lead}</p>
      </div>
      <Card>{children}</Card>
    </section>
  )
}
