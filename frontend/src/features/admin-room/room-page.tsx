/** `/admin/bootcamps/:id/room`: the ten minutes before a class and the class itself, on a phone. */
import { DoorOpen, MessageCircle, Users } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { BackButton } from '@/components/back-button'
import { useOwnTitle } from '@/components/page-title'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { NotInYourRole } from '@/features/admin-kit/not-in-your-role'
import { cohortName } from '@/lib/cohorts'
import { useRights } from '@/session/rights'
import { MessageDialog } from './message-dialog'
import { RoomHead } from './room-head'
import { RoomList } from './room-list'
import { type Room, useRoom } from './room-query'

interface RoomPageProps {
  /** The heading is known by this id to the page around it. */
  titleId: string
  /** Where one came from: the bootcamp's own page, unless somebody else's desk says otherwise. */
  home?: { to: string; label: string }
}

export function RoomPage({ titleId, home }: RoomPageProps) {
  const { id = '' } = useParams<'id'>()
  const may = useRights()
  const isId = /^[1-9]\d{0,15}$/.test(id)
  const bootcamp = isId
    ? { to: `/admin/bootcamps/${id}`, label: 'Back to the bootcamp' }
    : { to: '/admin/bootcamps', label: 'Back to Bootcamps' }
  const back = home ?? bootcamp
  return (
    <section aria-labelledby={titleId} className="mx-auto grid w-full max-w-3xl min-w-0 gap-2">
      <BackButton to={back.to}>{back.label}</BackButton>
      {!may('room') ? (
        <Untitled titleId={titleId}>
          <NotInYourRole />
        </Untitled>
      ) : isId ? (
        // Keyed: nothing that was typed for one class may reach another.
        <Live key={id} id={Number(id)} titleId={titleId} />
      ) : (
        <NotFound titleId={titleId} />
      )}
    </section>
  )
}

function Live({ id, titleId }: { id: number; titleId: string }) {
  const { data: room, error, dataUpdatedAt, refetch, isFetching } = useRoom(id)
  const day = room && { startDate: room.startsAt, timezone: room.timezone }
  const may = useRights()
  const name = room && day ? `Room · ${cohortName(room.name, day)}` : 'Room'
  useOwnTitle([name, ...(may('desk') ? ['Bootcamps', 'Admin'] : ['Coaching'])].join(' · '))
  // Whoever has lost the class or the right to it sees nothing kept of it.
  if (error instanceof ApiError && error.status === 404) return <NotFound titleId={titleId} />
  if (room) {
    return <Opened id={id} room={room} lookedAt={dataUpdatedAt} titleId={titleId} />
  }
  return (
    <Untitled titleId={titleId}>
      {error ? (
        <ErrorState
          title="The room couldn't be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {errorMessage(error, 'Check your connection and try again.')}
        </ErrorState>
      ) : (
        <RoomSkeleton />
      )}
    </Untitled>
  )
}

interface OpenedProps {
  id: number
  room: Room
  /** When this screen last heard from the server. */
  lookedAt: number
  titleId: string
}

function Opened({ id, room, lookedAt, titleId }: OpenedProps) {
  const may = useRights()
  const [isWriting, setIsWriting] = useState(false)
  const { people, state } = room
  const missing = people.filter(
    ({ status, attendance }) => status !== 'in' && attendance !== 'present',
  ).length
  const canWrite = may('messages') && (state === 'ahead' || state === 'on') && missing > 0
  return (
    <div className="grid min-w-0 gap-4">
      <RoomHead id={id} room={room} lookedAt={lookedAt} titleId={titleId} />
      {canWrite && (
        <Button variant="outline" className="w-full sm:w-fit" onClick={() => setIsWriting(true)}>
          <MessageCircle aria-hidden />
          {missing === 1
            ? "Message the 1 who isn't here"
            : `Message the ${missing} who aren't here`}
        </Button>
      )}
      {people.length === 0 ? (
        <EmptyState icon={Users} title="No attendees registered yet">
          Everyone who buys a seat will be listed here.
        </EmptyState>
      ) : (
        <RoomList id={id} room={room} />
      )}
      <MessageDialog
        bootcampId={id}
        hasStarted={state === 'on'}
        open={isWriting}
        onOpenChange={setIsWriting}
      />
    </div>
  )
}

function NotFound({ titleId }: { titleId: string }) {
  return (
    <Untitled titleId={titleId}>
      <EmptyState icon={DoorOpen} title="Room not found">
        The bootcamp may have been deleted, or the link is incomplete.
      </EmptyState>
    </Untitled>
  )
}

/** Names the page for those who hear it, until there is a heading to see. */
function Untitled({ titleId, children }: { titleId: string; children: React.ReactNode }) {
  return (
    <>
      <h2 id={titleId} className="sr-only">
        Room
      </h2>
      {children}
    </>
  )
}

function RoomSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the room</span>
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="h-24" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  )
}
