/** A section of the dashboard under its own heading. */
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useAdminTitle } from '@/features/admin-kit/admin-title'

interface SectionPageProps {
  title: string
  /** What the browser calls it, where that is not the heading. */
  documentTitle?: string
  titleId: string
  children: ReactNode
}

export function SectionPage({ title, documentTitle = title, titleId, children }: SectionPageProps) {
  const { pathname } = useLocation()
  // The overview is the dashboard itself; a record that opens over its section has its own title.
  const isRecord = /^\/admin\/purchases\/[^/]+$/.test(pathname)
  const isOverview = /^\/admin\/*$/.test(pathname)
  useAdminTitle(isRecord || isOverview ? undefined : documentTitle)
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-5">
      <h2 id={titleId} className="text-2xl font-bold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  )
}
