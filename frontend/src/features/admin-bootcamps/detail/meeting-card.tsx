/** The ways into the meeting: as an attendee, by registering, and as the host. */
import { ClipboardList, LockKeyhole, Video, VideoOff } from 'lucide-react'
import { useId } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { phaseOf } from '@/features/admin-kit/class-clock'
import { useStartAsHost } from '@/features/admin-kit/host-link'
import { formatMoment } from '@/lib/dates'
import { useRights } from '@/session/rights'
import type { AdminBootcamp } from './bootcamp-query'
import { MeetingProgress } from './meeting-progress'

export function MeetingCard({ bootcamp }: { bootcamp: AdminBootcamp }) {
  const titleId = useId()
  return (
    <Card role="region" aria-labelledby={titleId} className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={titleId} className="text-xl font-bold tracking-tight">
          Meeting
        </h3>
        {bootcamp.meetingEndedAt && (
          <p className="text-sm text-muted-foreground">
            Ended {formatMoment(bootcamp.meetingEndedAt, bootcamp.timezone)}
          </p>
        )}
      </div>
      <MeetingProgress bootcamp={bootcamp} />
      <Ways bootcamp={bootcamp} />
    </Card>
  )
}

function Ways({ bootcamp }: { bootcamp: AdminBootcamp }) {
  const { id, zoomJoinUrl, sessionUrl, zoomRegistrationUrl, zoomStartUrl, zoomMeetingId } = bootcamp
  // Where no meeting is kept for us, a session link that was typed in is the way in.
  const joinUrl = zoomJoinUrl || sessionUrl
  const canHost = useRights()('catalogue') && Boolean(zoomMeetingId || zoomStartUrl)
  if (!joinUrl && !zoomRegistrationUrl && !canHost) {
    return bootcamp.meetingState === 'none' ? <NoMeeting /> : null
  }
  return (
    <div className="flex flex-wrap items-start gap-3">
      {joinUrl && (
        <Button asChild variant={phaseOf(bootcamp) === 'ended' ? 'outline' : 'primary'}>
          <a href={joinUrl} target="_blank" rel="noreferrer">
            <Video aria-hidden />
            Join Meeting
          </a>
        </Button>
      )}
      {zoomRegistrationUrl && (
        <Button asChild variant="outline">
          <a href={zoomRegistrationUrl} target="_blank" rel="noreferrer">
            <ClipboardList aria-hidden />
            Registration URL
          </a>
        </Button>
      )}
      {canHost && <StartAsHost bootcampId={id} />}
    </div>
  )
}

function StartAsHost({ bootcampId }: { bootcampId: number }) {
  const noteId = useId()
  const { isStarting, start } = useStartAsHost(bootcampId)
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Button
        variant="outline"
        busy={isStarting}
        busyLabel="Opening…"
        aria-describedby={noteId}
        onClick={start}
      >
        <LockKeyhole aria-hidden />
        Start as Host
      </Button>
      <Badge id={noteId} tone="market">
        Admin only
      </Badge>
    </div>
  )
}

function NoMeeting() {
  return (
    <div className="flex items-start gap-4 rounded-lg bg-surface-2 p-4">
      <VideoOff aria-hidden className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
      <div className="grid gap-0.5">
        <p className="font-medium">No meeting found</p>
        <p className="text-sm text-muted-foreground">Edit the bootcamp to add its links.</p>
      </div>
    </div>
  )
}
