/** How the list of a class stands, in four figures. */
import { StatCard, StatRow, StatRowSkeleton } from '@/features/admin-kit/stat-card'
import { formatCents } from '@/lib/money'
import type { Board } from './waiting-query'

/** As many as the server reckons with. */
const MORE_SEATS = 5

const NAMES = ['Waiting', 'Open offers', 'Offers taken', `${MORE_SEATS} more seats`]

export function WaitingFigures({ figures }: { figures: Board['figures'] | undefined }) {
  if (!figures) return <StatRowSkeleton names={NAMES} />
  const { waiting, open, offered, taken, takenShare, moreSeatsWouldBring } = figures
  return (
    <StatRow>
      <StatCard
        name="Waiting"
        value={String(waiting)}
        definition="People in line for this class who have no open offer."
      />
      <StatCard
        name="Open offers"
        value={String(open)}
        definition="Seats held for someone on the list right now."
      />
      <StatCard
        name="Offers taken"
        value={takenShare === null ? '–' : `${takenShare}%`}
        definition={`${taken} of ${offered} offers were taken. The share counts those that have ended.`}
      />
      {moreSeatsWouldBring !== null && moreSeatsWouldBring > 0 && (
        <StatCard
          name={`${MORE_SEATS} more seats`}
          value={formatCents(moreSeatsWouldBring, { exact: true })}
          definition={`What ${MORE_SEATS} more seats would bring at today's price, if the people in line take them.`}
        />
      )}
    </StatRow>
  )
}

/** "5 more seats would bring $4,975.00": said where seats are added. */
export function wouldBring({ moreSeatsWouldBring: cents }: Board['figures']): string | null {
  if (cents === null || cents === 0) return null
  return `${MORE_SEATS} more seats would bring ${formatCents(cents, { exact: true })}.`
}
