/** A whole page that says one thing and offers a way on. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageShell } from './page-shell'

interface NoticePageProps {
  icon: LucideIcon
  /** A short line above the heading. */
  eyebrow?: ReactNode
  heading: ReactNode
  children: ReactNode
  actions: ReactNode
}

export function NoticePage({ icon: Icon, eyebrow, heading, children, actions }: NoticePageProps) {
  return (
    <PageShell className="grid place-items-center">
      <div className="shell grid max-w-160 justify-items-center gap-5 py-20 text-center">
        <span className="grid size-16 place-items-center rounded-xl bg-accent text-accent-foreground shadow-card">
          <Icon aria-hidden className="size-8" />
        </span>
        <div className="grid gap-3">
          {eyebrow && <p className="text-sm font-semibold text-primary">{eyebrow}</p>}
          <h1 className="text-title font-extrabold">{heading}</h1>
          <div className="mx-auto grid max-w-120 gap-3 text-lead text-muted-foreground">
            {children}
          </div>
        </div>
        <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>
      </div>
    </PageShell>
  )
}
