/** Each class that is on or about to begin: one press leads into its room, or to who is coming. */
import { DoorOpen, Radio, Users } from 'lucide-react'
import { Link } from 'react-router'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { classClock, isOnTheDay, phaseOf, useNow } from '@/features/admin-kit/class-clock'
import { OPENS_ROW, ROW } from '@/features/admin-kit/list-keys'
import { CohortLink, roomPath } from '@/features/admin-kit/record-links'
import { cn } from '@/lib/cn'
import { useRights } from '@/session/rights'
import { useSummary } from './use-summary'

const SHOWN_WITHIN_MS = 24 * 60 * 60 * 1000

type Session = components['schemas']['NextSessionOut']

export function NextClass() {
  const { data } = useSummary()
  if (!data?.nextSession) return null
  return [data.nextSession, ...data.alsoSoon].map((session) => (
    <ClassCard key={session.id} session={session} />
  ))
}

function ClassCard({ session }: { session: Session }) {
  const now = useNow()
  const may = useRights()
  if (Date.parse(session.startDate) - now > SHOWN_WITHIN_MS) return null
  const words = classClock(session, session.timezone, now)
  if (!words) return null
  const isLive = phaseOf(session, now) === 'live'
  const hasRoom = may('room') && isOnTheDay(session, now)
  return (
    <section
      {...ROW}
      aria-label="Next class"
      className="flex min-w-0 items-center justify-between gap-x-4 rounded-xl border bg-surface px-4 py-2 shadow-card"
    >
      <div className="min-w-0 gap-x-3 md:flex md:items-baseline">
        <p
          className={cn(
            'flex items-center gap-1.5 font-semibold tabular-nums md:whitespace-nowrap',
            isLive && 'text-market',
          )}
        >
          {isLive && <Radio aria-hidden className="size-4 shrink-0" />}
          {words}
        </p>
        <p className="text-sm wrap-anywhere text-muted-foreground">
          <CohortLink name={session.name} cohort={session} />
          <span className="max-md:hidden"> · </span>
          <span className="max-md:block">{session.enrolled} enrolled</span>
        </p>
      </div>
      <Button asChild size="sm">
        <Link {...OPENS_ROW} to={hasRoom ? roomPath(session.id) : `/admin/bootcamps/${session.id}`}>
          {hasRoom ? <DoorOpen aria-hidden /> : <Users aria-hidden />}
          {hasRoom ? 'Open room' : isLive ? "Who's here" : "Who's coming"}
        </Link>
      </Button>
    </section>
  )
}
