/** A section of the dashboard under its own heading, with what it is worked with in the same row. */
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { useAdminTitle } from '@/features/admin-kit/admin-title'
import { TitleRow } from '@/features/admin-kit/section-tools'

interface SectionPageProps {
  title: string
  /** What the browser calls it, where that is not the heading. */
  documentTitle?: string
  titleId: string
  children: ReactNode
}

export function SectionPage({ title, documentTitle = title, titleId, children }: SectionPageProps) {
  const { pathname } = useLocation()
  const [row, setRow] = useState<HTMLElement | null>(null)
  // The overview is the dashboard itself; what opens within a section has its own title.
  const isWithin = /^\/admin\/[^/]+\/[^/]+/.test(pathname) && title === documentTitle
  const isOverview = /^\/admin\/*$/.test(pathname)
  useAdminTitle(isWithin || isOverview ? undefined : documentTitle)
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-2.5">
      <div className="flex min-h-9 min-w-0 flex-wrap sm:min-h-10 items-center gap-x-4 gap-y-2">
        <h2 id={titleId} className="text-xl font-bold tracking-tight">
          {title}
        </h2>
        <div ref={setRow} className="contents" />
      </div>
      <TitleRow value={row}>{children}</TitleRow>
    </section>
  )
}
