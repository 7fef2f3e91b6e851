/** The ways into the meeting: as an attendee, by registering, and as the host. */
import { ClipboardList, LockKeyhole, Video, VideoOff } from 'lucide-react'
import { useId } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { AdminBootcamp } from './bootcamp-query'

export function MeetingCard({ bootcamp }: { bootcamp: AdminBootcamp }) {
  const titleId = useId()
  return (
    <Card role="region" aria-labelledby={titleId} className="min-w-0">
      <h3 id={titleId} className="text-xl font-bold tracking-tight">
        Meeting
      </h3>
      <Ways bootcamp={bootcamp} />
    </Card>
  )
}

function Ways({ bootcamp }: { bootcamp: AdminBootcamp }) {
  const { zoomJoinUrl, sessionUrl, zoomRegistrationUrl, zoomStartUrl } = bootcamp
  // Where no meeting is kept for us, a session link that was typed in is the way in.
  const joinUrl = zoomJoinUrl || sessionUrl
  if (!joinUrl && !zoomRegistrationUrl && !zoomStartUrl) return <NoMeeting />
  return (
    <div className="flex flex-wrap items-start gap-3">
      {joinUrl && (
        <Button asChild>
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
      {zoomStartUrl && <StartAsHost href={zoomStartUrl} />}
    </div>
  )
}

function StartAsHost({ href }: { href: string }) {
  const noteId = useId()
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Button asChild variant="outline">
        <a href={href} target="_blank" rel="noreferrer" aria-describedby={noteId}>
          <LockKeyhole aria-hidden />
          Start as Host
        </a>
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
        <p className="text-sm text-muted-foreground">
          Edit the bootcamp to paste its links, and they appear here.
        </p>
      </div>
    </div>
  )
}
