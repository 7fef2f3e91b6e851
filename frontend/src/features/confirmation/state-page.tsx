/** The frame of everything the confirmation can say: one heading, which takes the focus. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageShell } from '@/components/page-shell'
import { cn } from '@/lib/cn'
import { useFocusOn } from '@/lib/use-focus-on'
import { LogoutIfSignedIn } from '@/session/signed-in-shell'

type Tone = 'good' | 'calm' | 'bad'

const tones: Record<Tone, string> = {
  good: 'bg-accent text-accent-foreground',
  calm: 'bg-launch-soft text-launch',
  bad: 'bg-market-soft text-market',
}

/** Takes the focus when it appears: what had it before, or was being read, is gone. */
export function StateHeading({ className, children }: { className?: string; children: ReactNode }) {
  const heading = useFocusOn<HTMLHeadingElement>(true, { preventScroll: true })
  return (
    <h1 ref={heading} tabIndex={-1} className={cn('text-title font-extrabold', className)}>
      {children}
    </h1>
  )
}

export function StateIcon({ icon: Icon, tone }: { icon: LucideIcon; tone: Tone }) {
  return (
    <span className={cn('grid size-16 shrink-0 place-items-center rounded-xl', tones[tone])}>
      <Icon aria-hidden className="size-8" />
    </span>
  )
}

interface StatePageProps {
  icon: LucideIcon
  tone: Tone
  heading: string
  children: ReactNode
  actions?: ReactNode
}

/** For states that say one thing and offer a way on. */
export function StatePage({ icon, tone, heading, children, actions }: StatePageProps) {
  return (
    <PageShell className="grid place-items-center" headerActions={<LogoutIfSignedIn />}>
      <div className="shell grid max-w-160 justify-items-center gap-6 py-16 text-center sm:py-20">
        <StateIcon icon={icon} tone={tone} />
        <StateHeading key={heading}>{heading}</StateHeading>
        <div className="grid w-full max-w-120 gap-3 text-lead text-muted-foreground">
          {children}
        </div>
        {actions && (
          <div className="mt-2 grid w-full gap-3 sm:flex sm:w-auto sm:flex-wrap sm:justify-center">
            {actions}
          </div>
        )}
      </div>
    </PageShell>
  )
}
