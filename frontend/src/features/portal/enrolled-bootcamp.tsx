/** One bootcamp of a purchase: when, which seat, and everything it opens. */
import { Armchair, CircleCheck, CirclePlay, Clock } from 'lucide-react'
import { StepBadge } from '@/components/step-badge'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { Step } from '@/lib/offer'
import { CalendarMenu } from './calendar-menu'
import { ConnectionTestLink } from './join-door'
import type { EnrolledBootcamp as Bootcamp } from './purchases'
import { ResourceList } from './resource-list'
import { Schedule } from './schedule'
import { clockOffset, doorAt, useServerTime } from './server-clock'
import { type TellRefusal, useJoin, useRecording } from './use-clicks'

interface EnrolledBootcampProps {
  bootcamp: Bootcamp
  /** In a bundle each has its own heading, one step below the bundle's. */
  isMember: boolean
  isActive: boolean
  receivedAt: number
  tell: TellRefusal
}

export function EnrolledBootcamp(props: EnrolledBootcampProps) {
  const { bootcamp, isMember, isActive } = props
  const Resources = isMember ? 'h4' : 'h3'
  return (
    <div className="grid gap-5">
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <StepBadge step={bootcamp.step as Step} />
          {bootcamp.attendedAt && (
            <Badge tone="positive">
              <CircleCheck aria-hidden />
              Attended
            </Badge>
          )}
        </div>
        {isMember && (
          <h3 className="text-lg font-bold tracking-tight wrap-anywhere">{bootcamp.name}</h3>
        )}
        {bootcamp.tagline && <p className="text-muted-foreground">{bootcamp.tagline}</p>}
        <Schedule {...bootcamp} />
        {bootcamp.seatNumber !== null && (
          <p className="flex gap-3">
            <Armchair aria-hidden className="mt-0.5 size-5 shrink-0 opacity-70" />
            Seat {bootcamp.seatNumber}
          </p>
        )}
      </div>
      {isActive && (
        <>
          <Actions {...props} />
          <div className="grid gap-3">
            <Resources className="font-sans text-sm font-semibold">Resources</Resources>
            <ResourceList bootcampId={bootcamp.id} bootcampName={bootcamp.name} tell={props.tell} />
          </div>
        </>
      )}
    </div>
  )
}

function Actions({ bootcamp, receivedAt, tell }: EnrolledBootcampProps) {
  const now = useServerTime(clockOffset(bootcamp.join, receivedAt))
  const door = doorAt(bootcamp.join, now)
  const { join, isJoining } = useJoin(bootcamp.id, tell)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {door === 'open' && (
        <Button
          variant="accent"
          busy={isJoining}
          busyLabel="Joining…"
          aria-label={`Join ${bootcamp.name}`}
          onClick={join}
        >
          Join
        </Button>
      )}
      {bootcamp.recordingUrl && <RecordingButton bootcamp={bootcamp} tell={tell} />}
      {door === 'ended' ? (
        !bootcamp.recordingUrl && (
          <p className="flex items-center gap-2 text-sm text-muted-foreground">
            <Clock aria-hidden className="size-4" />
            This session has ended. Its recording appears here once it is ready.
          </p>
        )
      ) : (
        <>
          <CalendarMenu bootcamp={bootcamp} />
          <ConnectionTestLink className="text-sm" />
        </>
      )}
    </div>
  )
}

function RecordingButton({ bootcamp, tell }: { bootcamp: Bootcamp; tell: TellRefusal }) {
  const { watch, isOpening } = useRecording(bootcamp.id, tell)
  return (
    <Button
      size="sm"
      busy={isOpening}
      aria-label={`Watch the recording of ${bootcamp.name}`}
      onClick={watch}
    >
      <CirclePlay aria-hidden />
      Watch recording
    </Button>
  )
}
