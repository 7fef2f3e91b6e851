/** One bootcamp of a purchase: when, which seat, and everything it opens. */
import {
  Armchair,
  CircleCheck,
  CirclePlay,
  Clock,
  MessageSquareHeart,
  UserRound,
  Video,
} from 'lucide-react'
import { Link } from 'react-router'
import { StepBadge } from '@/components/step-badge'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import type { Step } from '@/lib/offer'
import { useServerTime } from '@/lib/use-server-time'
import { CalendarMenu } from './calendar-menu'
import { ClassChangeNote, isCanceled } from './class-change'
import { OwnAnswers } from './own-answers'
import { BootcampProgress } from './progress/bootcamp-progress'
import type { EnrolledBootcamp as Bootcamp } from './purchases'
import { ResourceList } from './resource-list'
import { Schedule } from './schedule'
import { clockOffset, doorAt } from './server-clock'
import { type TellRefusal, useJoin, useRecording } from './use-clicks'

interface EnrolledBootcampProps {
  bootcamp: Bootcamp
  /** In a bundle each has its own heading, one step below the bundle's. */
  isMember: boolean
  isActive: boolean
  /** The page's next session: the way into it stands on top of the page. */
  isNext: boolean
  receivedAt: number
  tell: TellRefusal
}

export function EnrolledBootcamp(props: EnrolledBootcampProps) {
  const { bootcamp, isMember, isActive, isNext, tell } = props
  const Resources = isMember ? 'h4' : 'h3'
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <StepBadge step={bootcamp.step as Step} />
          <Presence bootcamp={bootcamp} receivedAt={props.receivedAt} />
        </div>
        {isMember && (
          <h3 className="text-lg font-bold tracking-tight wrap-anywhere">{bootcamp.name}</h3>
        )}
        {bootcamp.tagline && <p className="text-muted-foreground">{bootcamp.tagline}</p>}
        {/* What comes next stands on top of the page, with its time and seat. */}
        {!isNext && (
          <div className="flex flex-wrap gap-x-10 gap-y-3">
            <div className={cn(isCanceled(bootcamp) && 'line-through decoration-1')}>
              <Schedule {...bootcamp} />
            </div>
            {bootcamp.seatNumber !== null && (
              <p className="flex gap-3">
                <Armchair aria-hidden className="mt-0.5 size-5 shrink-0 opacity-70" />
                Seat {bootcamp.seatNumber}
              </p>
            )}
          </div>
        )}
        {bootcamp.classChange && isActive && (
          <ClassChangeNote
            change={bootcamp.classChange}
            asOf={bootcamp.join.asOf}
            bootcampName={bootcamp.name}
          />
        )}
        {bootcamp.heldBy && (
          <p className="flex gap-3">
            <UserRound aria-hidden className="mt-0.5 size-5 shrink-0 opacity-70" />
            <span className="min-w-0 wrap-anywhere">This seat is held by {bootcamp.heldBy}.</span>
          </p>
        )}
        {bootcamp.offeredTo && (
          <p className="flex gap-3">
            <UserRound aria-hidden className="mt-0.5 size-5 shrink-0 opacity-70" />
            <span className="min-w-0 wrap-anywhere">
              Offered to {bootcamp.offeredTo}. It's yours until they accept.
            </span>
          </p>
        )}
        {isActive && !isCanceled(bootcamp) && <Actions {...props} />}
        {isActive && !isCanceled(bootcamp) && bootcamp.hasQuestions && (
          <div className="mt-2 rounded-xl border p-4 sm:p-5">
            <OwnAnswers bootcamp={bootcamp} headingLevel={Resources} />
          </div>
        )}
      </div>
      {isActive && (
        <div className="grid gap-3">
          <Resources className="font-sans text-sm font-semibold">Resources</Resources>
          <ResourceList bootcampId={bootcamp.id} bootcampName={bootcamp.name} tell={tell} />
          <BootcampProgress bootcampId={bootcamp.id} bootcampName={bootcamp.name} />
        </div>
      )}
    </div>
  )
}

/** Going in early is joining; being there within the hours is attending. */
function Presence({
  bootcamp,
  receivedAt,
}: Pick<EnrolledBootcampProps, 'bootcamp' | 'receivedAt'>) {
  const now = useServerTime(clockOffset(bootcamp.join, receivedAt))
  if (bootcamp.attendedAt) {
    return (
      <Badge tone="positive">
        <CircleCheck aria-hidden />
        Attended
      </Badge>
    )
  }
  if (!bootcamp.joinedAt || doorAt(bootcamp.join, now) === 'ended') return null
  return (
    <Badge tone="build">
      <Video aria-hidden />
      Joined
    </Badge>
  )
}

function Actions({ bootcamp, isNext, receivedAt, tell }: EnrolledBootcampProps) {
  const now = useServerTime(clockOffset(bootcamp.join, receivedAt))
  const door = doorAt(bootcamp.join, now)
  const { join, isJoining } = useJoin(bootcamp.id, tell)
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
      {door === 'open' && !isNext && (
        <Button
          size="sm"
          busy={isJoining}
          busyLabel="Joining…"
          aria-label={`Join ${bootcamp.name}`}
          onClick={join}
        >
          <Video aria-hidden />
          Join
        </Button>
      )}
      <FeedbackLink bootcamp={bootcamp} />
      {bootcamp.recordingUrl && <RecordingButton bootcamp={bootcamp} tell={tell} />}
      {door !== 'ended' && <CalendarMenu bootcamp={bootcamp} />}
      {bootcamp.canChange && (
        <Link
          to={`/portal/seats/${bootcamp.enrollmentId}`}
          aria-label={`Can't make it to ${bootcamp.name}?`}
          className="inline-flex min-h-11 items-center rounded-sm text-sm text-primary underline underline-offset-4 hover:decoration-2"
        >
          Can't make it?
        </Link>
      )}
      {door === 'ended' && !bootcamp.recordingUrl && (
        <p className="flex gap-2 text-sm text-muted-foreground">
          <Clock aria-hidden className="mt-0.5 size-4 shrink-0" />
          This session has ended. The recording will appear here once it's ready.
        </p>
      )}
    </div>
  )
}

/** Before the answer a button; afterwards a quiet way to what was said. */
function FeedbackLink({ bootcamp: { feedback, name } }: { bootcamp: Bootcamp }) {
  if (!feedback?.path) return null
  const { path, isGiven } = feedback
  return (
    <Button asChild size="sm" variant={isGiven ? 'link' : 'outline'}>
      <Link
        to={path}
        aria-label={isGiven ? `Your feedback on ${name}` : `Give feedback on ${name}`}
      >
        <MessageSquareHeart aria-hidden />
        {isGiven ? 'Your feedback' : 'Give feedback'}
      </Link>
    </Button>
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
