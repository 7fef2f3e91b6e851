/** What class it is, how long until it begins or ends, the way in, and how fresh all this is. */
import { Radio, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { zoneLetters } from '@/features/admin-kit/moments'
import { StartClass } from '@/features/admin-kit/start-class'
import { cn } from '@/lib/cn'
import { cohortDay } from '@/lib/cohorts'
import { formatCountdown, spokenCountdown } from '@/lib/countdown'
import { formatTime, viewerZone } from '@/lib/dates'
import { useServerTime } from '@/lib/use-server-time'
import { useRights } from '@/session/rights'
import { type Room, STALE_MS, useClass } from './room-query'

interface RoomHeadProps {
  id: number
  room: Room
  lookedAt: number
  titleId: string
}

export function RoomHead({ id, room, lookedAt, titleId }: RoomHeadProps) {
  // A coach looks into the room; the class is started from the desk.
  const { data: bootcamp } = useClass(id, { enabled: useRights()('desk') })
  const { name, startsAt, timezone, state } = room
  // Who came when is said in the reader's time, as everywhere at the desk.
  const [theirTime, ownTime] = [formatTime(startsAt, timezone), formatTime(startsAt, viewerZone())]
  return (
    <header className="grid min-w-0 gap-3">
      <div className="grid gap-0.5">
        <h2 id={titleId} className="text-2xl font-extrabold tracking-tight wrap-anywhere">
          {name}
        </h2>
        <p className="text-sm text-muted-foreground tabular-nums">
          {cohortDay({ startDate: startsAt, timezone })}, {theirTime} {zoneLetters(timezone)}
          {ownTime !== theirTime && ` · ${ownTime} your time`}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2xl border bg-surface p-4 shadow-card">
        <Clock room={room} lookedAt={lookedAt} />
        {bootcamp && (state === 'ahead' || state === 'on') && (
          <StartClass bootcamp={bootcamp} size="lg" className="max-sm:w-full sm:min-w-44" />
        )}
      </div>
      <Counts room={room} />
      <Freshness lookedAt={lookedAt} />
    </header>
  )
}

/** By the server's clock: a phone's may be minutes off. */
function Clock({ room, lookedAt }: { room: Room; lookedAt: number }) {
  // In whole seconds, or each look would start the clock anew.
  const offset = Math.round((Date.parse(room.asOf) - lookedAt) / 1000) * 1000
  const now = useServerTime(offset)
  if (room.state === 'canceled') return <Words>This class was canceled.</Words>
  const [starts, ends] = [Date.parse(room.startsAt), Date.parse(room.endsAt)]
  if (now >= ends) return <Words>This class is over.</Words>
  const isOn = now >= starts
  const left = (isOn ? ends : starts) - now
  return (
    <div className={cn('grid', isOn && 'text-market')}>
      <p className="flex items-center gap-1.5 text-sm font-medium">
        {isOn && <Radio aria-hidden className="size-4" />}
        {isOn ? 'Live now, ends in' : 'Starts in'}
      </p>
      <p
        role="timer"
        aria-live="off"
        className="font-display text-4xl leading-none font-extrabold tabular-nums"
      >
        {formatCountdown(left)}
      </p>
      <span className="sr-only" aria-live="polite">
        {isOn ? 'The class is live.' : `Starts in ${spokenCountdown(left)}.`}
      </span>
    </div>
  )
}

function Words({ children }: { children: ReactNode }) {
  return <p className="text-lg font-semibold">{children}</p>
}

function Counts({ room: { counts } }: { room: Room }) {
  const rows = [
    ['In', counts.in],
    ['Not here yet', counts.notYet],
    ['Left', counts.left],
  ] as const
  return (
    <dl className="grid grid-cols-3 gap-2">
      {rows.map(([label, count]) => (
        <div key={label} className="grid rounded-xl border bg-surface px-3 py-2">
          <dt className="text-sm text-muted-foreground">{label}</dt>
          <dd className="text-2xl leading-7 font-bold tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The last list stays on the screen when the network goes, and says how old it is. */
function Freshness({ lookedAt }: { lookedAt: number }) {
  const age = useServerTime(0) - lookedAt
  const isStale = age > STALE_MS
  return (
    <p
      role="status"
      className={cn(
        'flex items-center gap-2 text-sm',
        isStale ? 'rounded-lg bg-market-soft px-3 py-2 text-market' : 'text-muted-foreground',
      )}
    >
      {isStale && <WifiOff aria-hidden className="size-4 shrink-0" />}
      {isStale ? (
        <span>
          No connection. This list is from {clock(lookedAt)}
          {/* Not read out each second. */}
          <span aria-hidden> ({formatAge(age)} ago)</span>. We'll keep trying.
        </span>
      ) : (
        'Live'
      )}
    </p>
  )
}

const clock = (at: number) => formatTime(new Date(at).toISOString(), viewerZone())

function formatAge(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`
}
