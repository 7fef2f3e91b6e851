/** A seat held for somebody from the waiting list: what the server says of it, and the clock it ends by. */
import { CalendarDays } from 'lucide-react'
import { useEffect } from 'react'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'
import { SessionTime } from '@/components/session-time'
import { formatCountdown, spokenCountdown } from '@/lib/countdown'
import { formatDay, formatTime, formatWeekday, unbroken, viewerZone } from '@/lib/dates'
import { useServerTime } from '@/lib/use-server-time'
import { ClockNote } from './clock-note'
import { OwnTime } from './own-time'
import { useReaderZone } from './reader-zone'

export type SeatOffer = components['schemas']['SeatOfferedOut']

/** A moment after its end, so that the server agrees; then until it does. */
const AFTERWARDS_MS = 500
const LOOK_AGAIN_MS = 3000

/** Nothing is asked without a token. Asked again when its time is up: somebody may be reading it. */
export function useSeatOffer(token: string | null) {
  const query = $api.useQuery(
    'get',
    '/api/offers/{token}',
    { params: { path: { token: token ?? '' } } },
    { enabled: token !== null, staleTime: 0, gcTime: 0, refetchOnWindowFocus: true },
  )
  const { data, dataUpdatedAt, errorUpdatedAt, refetch } = query
  const endsAt = data ? endOf(data, dataUpdatedAt) : null
  const isOpen = data?.state === 'open'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed question is asked once more, too.
  useEffect(() => {
    if (!isOpen || endsAt === null) return
    const left = endsAt - Date.now()
    const timer = setTimeout(() => void refetch(), left > 0 ? left + AFTERWARDS_MS : LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isOpen, endsAt, errorUpdatedAt, refetch])
  return { ...query, endsAt }
}

/** On this computer's clock, which may be minutes off: what is left is counted on the server's. */
const endOf = ({ expiresAt, now }: SeatOffer, receivedAt: number) =>
  receivedAt + Date.parse(expiresAt) - Date.parse(now)

interface HeldUntilProps {
  expiresAt: string
  /** The end on this computer's clock. */
  endsAt: number
  className?: string
}

/** "Held for you until Tue, Nov 17 at 6:00 PM your time", with what is left of it, to the second. */
export function HeldUntil({ expiresAt, endsAt, className }: HeldUntilProps) {
  const left = endsAt - useServerTime(0)
  return (
    <div className={className}>
      <p>
        Held for you until <UntilWords at={expiresAt} />
      </p>
      <p aria-hidden className="font-display text-2xl font-bold tracking-tight tabular-nums">
        {formatCountdown(left)}
      </p>
      {/* Spoken when something has changed, not every second. */}
      <p role="status" className="sr-only">
        {left > 0 ? `${spokenCountdown(left)} left.` : 'The time is up.'}
      </p>
    </div>
  )
}

function UntilWords({ at }: { at: string }) {
  const zone = useReaderZone() ?? viewerZone()
  return (
    <strong className="font-semibold">
      {formatWeekday(at, zone)}, {formatDay(at, zone)} at {unbroken(formatTime(at, zone))} your time
    </strong>
  )
}

/** What is held, in both clocks; one class is named by the heading above it. */
export function OfferedClasses({ items }: { items: SeatOffer['items'] }) {
  return (
    <ul className="grid gap-4">
      {items.map(({ bootcampId, name, startsAt, endsAt, timezone }) => {
        const hours = { startDate: startsAt, endDate: endsAt, timezone }
        return (
          <li key={bootcampId} className="flex gap-3">
            <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0 opacity-70" />
            <span className="grid gap-0.5">
              {items.length > 1 && <span className="font-medium wrap-anywhere">{name}</span>}
              <SessionTime {...hours} />
              <OwnTime {...hours} className="text-sm text-muted-foreground" />
              <ClockNote {...hours} className="text-muted-foreground" />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
