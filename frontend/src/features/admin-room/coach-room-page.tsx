/** `/coach/rooms/:id`: the room of a class whose students one coaches, to look into. */
import { useId } from 'react'
import { Navigate } from 'react-router'
import { DeskRights } from '@/session/rights'
import { useSession } from '@/session/session'
import { SignedInShell } from '@/session/signed-in-shell'
import { RoomPage } from './room-page'

const HOME = { to: '/coach', label: 'Back to Coaching' }

export function CoachRoomPage() {
  const titleId = useId()
  const { user } = useSession()
  if (!user) return null
  if (user.isImpersonating) return <Navigate to="/portal" replace />
  return (
    <SignedInShell withProfile>
      <DeskRights value={user.rights}>
        <div className="shell py-6 lg:py-10">
          <h1 className="sr-only" aria-describedby={titleId}>
            Coaching
          </h1>
          <RoomPage titleId={titleId} home={HOME} />
        </div>
      </DeskRights>
    </SignedInShell>
  )
}
