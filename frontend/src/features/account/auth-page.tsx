/** The frame of the pages for getting in: the task on one side, what it opens on the other. */
import { type LucideIcon, MessagesSquare, MonitorPlay, Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import { BackButton } from '@/components/back-button'
import { PageShell } from '@/components/page-shell'

interface AuthPageProps {
  heading: string
  lead?: ReactNode
  back?: { to: string; label: string }
  /** Stands below the card: the way to the neighboring page. */
  foot?: ReactNode
  children: ReactNode
}

const toMainSite = { to: '/', label: 'Back to the main site' }

export function AuthPage({ heading, lead, back = toMainSite, foot, children }: AuthPageProps) {
  return (
    <PageShell>
      <div className="shell grid items-start gap-x-16 gap-y-4 pt-6 pb-16 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)] lg:pb-24 xl:gap-x-24">
        <div className="lg:col-span-2">
          <BackButton to={back.to}>{back.label}</BackButton>
        </div>
        <div className="mx-auto grid w-full max-w-md gap-7 lg:mx-0 lg:py-6">
          <div className="grid gap-3">
            <h1 className="text-title font-extrabold">{heading}</h1>
            {lead && <p className="text-lead text-muted-foreground">{lead}</p>}
          </div>
          {children}
          {foot && <p className="text-muted-foreground">{foot}</p>}
        </div>
        <Inside />
      </div>
    </PageShell>
  )
}

/** For wide screens: what an account holds, over our mark, large and rising out of the edge. */
function Inside() {
  return (
    <aside
      aria-label="What your account holds"
      className="sticky top-24 isolate hidden min-h-164 content-start gap-8 overflow-hidden rounded-2xl bg-inverse p-10 text-inverse-foreground lg:grid xl:p-12"
    >
      <p className="max-w-96 font-display text-3xl leading-tight font-bold tracking-tight text-balance">
        Everything for your bootcamps in one place.
      </p>
      <ul className="grid gap-4 text-inverse-muted">
        <Thing icon={Radio}>Live sessions, one click away when they start</Thing>
        <Thing icon={MonitorPlay}>Recordings and resources to come back to</Thing>
        <Thing icon={MessagesSquare}>Your private coaching session, at a time that suits you</Thing>
      </ul>
      <div
        aria-hidden
        className="absolute right-10 bottom-0 -z-10 flex items-end gap-5 xl:right-12"
      >
        <div className="h-24 w-20 rounded-t-2xl bg-inverse-foreground/10" />
        <div className="h-42 w-20 rounded-t-2xl bg-inverse-foreground/20" />
        <div className="h-62 w-20 rounded-t-2xl bg-accent" />
      </div>
    </aside>
  )
}

function Thing({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-inverse-foreground/10 text-accent">
        <Icon aria-hidden className="size-4.5" />
      </span>
      {children}
    </li>
  )
}
