/** A section of the dashboard under its own heading. */
import type { ReactNode } from 'react'

interface SectionPageProps {
  title: string
  titleId: string
  children: ReactNode
}

export function SectionPage({ title, titleId, children }: SectionPageProps) {
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-5">
      <h2 id={titleId} className="text-2xl font-bold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  )
}
