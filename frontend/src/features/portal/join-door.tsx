/** The one big way into the session: counting down, open, or closed behind everyone. */
import { Headphones, Video } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { formatCountdown, spokenCountdown } from '@/lib/countdown'
import { useServerTime } from '@/lib/use-server-time'
import type { JoinStanding } from './purchases'
import { clockOffset, type Door, doorAt } from './server-clock'

interface JoinDoorProps {
  join: JoinStanding
  startDate: string
  /** When the server's answer came, on this computer's clock. */
  receivedAt: number
  busy: boolean
  onJoin: () => void
  className?: string
}

export function JoinDoor({ join, startDate, receivedAt, busy, onJoin, className }: JoinDoorProps) {
  const now = useServerTime(clockOffset(join, receivedAt))
  const door = doorAt(join, now)
  return (
    <div className={cn('grid gap-3', className)}>
      {door !== 'ended' && (
        <Button
          size="lg"
          disabled={door === 'waiting'}
          busy={busy}
          busyLabel="Joining…"
          onClick={onJoin}
          className="h-16 w-full text-xl font-bold"
        >
          <Video aria-hidden className="size-6" />
          Join
        </Button>
      )}
      {/* As tall in every state: nothing below it moves when the door opens. */}
      <p aria-hidden className="min-h-6 text-center font-medium tabular-nums">
        {shown(door, join, startDate, now)}
      </p>
      <p role="status" className="sr-only">
        {spoken(door, join, now)}
      </p>
    </div>
  )
}

const DAY_MS = 24 * 60 * 60 * 1000

function shown(door: Door, join: JoinStanding, startDate: string, now: number): string {
  if (door === 'ended') return 'This session has ended.'
  if (door === 'waiting') {
    const left = Date.parse(join.opensAt) - now
    return `Opens in ${left > DAY_MS ? spokenCountdown(left) : formatCountdown(left)}`
  }
  const untilStart = Date.parse(startDate) - now
  return untilStart > 0 ? `Starts in ${formatCountdown(untilStart)}` : "We're live. Come on in!"
}

function spoken(door: Door, join: JoinStanding, now: number): string {
  if (door === 'ended') return 'This session has ended.'
  if (door === 'open') return 'You can join now.'
  return `Opens in ${spokenCountdown(Date.parse(join.opensAt) - now)}.`
}

const CONNECTION_TEST = 'https://zoom.us/test'

/** At any time: a practice meeting of the provider's, in another tab. */
export function ConnectionTestLink({ className }: { className?: string }) {
  return (
    <Button asChild variant="link" className={className}>
      <a href={CONNECTION_TEST} target="_blank" rel="noreferrer">
        <Headphones aria-hidden />
        Check camera and sound
      </a>
    </Button>
  )
}
