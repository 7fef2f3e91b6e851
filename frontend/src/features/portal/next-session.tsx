/** What comes next, above everything else: the session, when it is, and the way in. */
import { Armchair } from 'lucide-react'
import { ConnectionTestLink, JoinDoor } from './join-door'
import { OwnLinkTest } from './own-link-test'
import type { EnrolledBootcamp } from './purchases'
import { Schedule } from './schedule'
import { type TellRefusal, useJoin } from './use-clicks'

interface NextSessionProps {
  bootcamp: EnrolledBootcamp
  receivedAt: number
  tell: TellRefusal
}

export function NextSession({ bootcamp, receivedAt, tell }: NextSessionProps) {
  const { join, isJoining } = useJoin(bootcamp.id, tell)
  return (
    <section
      aria-label="Your next session"
      className="grid items-center gap-x-10 gap-y-6 rounded-2xl border border-primary/25 bg-accent-soft p-6 shadow-card sm:p-8 md:grid-cols-[1fr_20rem]"
    >
      <div className="grid min-w-0 content-center gap-3">
        <p className="text-sm font-semibold text-primary">Your next session</p>
        <h2 className="text-2xl font-extrabold tracking-tight wrap-anywhere sm:text-3xl">
          {bootcamp.name}
        </h2>
        <Schedule {...bootcamp} />
        {bootcamp.seatNumber !== null && (
          <p className="flex gap-3">
            <Armchair aria-hidden className="mt-0.5 size-5 shrink-0 opacity-70" />
            Seat {bootcamp.seatNumber}
          </p>
        )}
      </div>
      <div className="grid gap-1">
        <JoinDoor
          join={bootcamp.join}
          startDate={bootcamp.startDate}
          receivedAt={receivedAt}
          busy={isJoining}
          onJoin={join}
        />
        <OwnLinkTest bootcamp={bootcamp} receivedAt={receivedAt} tell={tell} />
        <ConnectionTestLink className="justify-self-center" />
      </div>
    </section>
  )
}
