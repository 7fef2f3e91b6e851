/** The way into a private hour: closed until half an hour before, and again once it is over. */
import { Video } from 'lucide-react'
import { useEffect, useId } from 'react'
import { Button } from '@/components/ui/button'
import { useServerTime } from '@/lib/use-server-time'
import type { JoinStanding } from '../purchases'
import { clockOffset, doorAt } from '../server-clock'
import { useFreshCoachingSessions } from './coaching-sessions'

interface CoachingDoorProps {
  join: JoinStanding
  /** Told by the server while the door is open. */
  sessionUrl: string | null
  /** When the server's answer came, on this computer's clock. */
  receivedAt: number
}

export function CoachingDoor({ join, sessionUrl, receivedAt }: CoachingDoorProps) {
  const hintId = useId()
  const door = doorAt(join, useServerTime(clockOffset(join, receivedAt)))
  const askAgain = useFreshCoachingSessions()
  useEffect(() => {
    if (door === 'open' && !sessionUrl) askAgain()
  }, [door, sessionUrl, askAgain])

  if (door === 'open' && sessionUrl) {
    return (
      <Button asChild>
        <a href={sessionUrl} target="_blank" rel="noopener noreferrer">
          <Video aria-hidden />
          Join Session
        </a>
      </Button>
    )
  }
  return (
    <>
      <Button disabled aria-describedby={hintId}>
        <Video aria-hidden />
        Join Session
      </Button>
      <p id={hintId} className="order-last w-full text-sm text-muted-foreground">
        {door === 'ended'
          ? 'This session has ended.'
          : 'You can join from 30 minutes before it starts.'}
      </p>
    </>
  )
}
