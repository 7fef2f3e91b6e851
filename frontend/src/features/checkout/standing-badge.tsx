/** How a package stands: that it cannot be bought and why, or that few seats are left. */
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { FEW_SEATS } from '@/lib/offer'
import type { Package, Standing } from './package'

export const PARTLY_OWNED = 'You already own part of this'

const closed: Record<Exclude<Standing, 'open'>, { words: string; tone: BadgeTone }> = {
  held: { words: 'On hold', tone: 'build' },
  soldOut: { words: 'Sold out', tone: 'market' },
  started: { words: 'Already started', tone: 'neutral' },
  offSale: { words: 'Not on sale', tone: 'neutral' },
  salesAhead: { words: 'Not on sale yet', tone: 'build' },
  salesOver: { words: 'Sales have closed', tone: 'neutral' },
  owned: { words: 'You already own this', tone: 'positive' },
  partlyOwned: { words: PARTLY_OWNED, tone: 'positive' },
  paidUp: { words: PARTLY_OWNED, tone: 'positive' },
}

interface StandingBadgeProps {
  offered: Package
  /** One of the seats that are gone is this buyer's own. */
  isHeld: boolean
  className?: string
}

export function StandingBadge({ offered, isHeld, className }: StandingBadgeProps) {
  const { standing, seats } = offered
  if (isHeld)
    return (
      <Badge tone="positive" className={className}>
        {offered.kind === 'bundle' ? 'Your seats are held' : 'Your seat is held'}
      </Badge>
    )
  if (standing !== 'open') {
    const { words, tone } = closed[standing]
    return (
      <Badge tone={tone} className={className}>
        {words}
      </Badge>
    )
  }
  if (seats > FEW_SEATS) return null
  return (
    <Badge tone="build" className={className}>
      {seats === 1 ? 'Only 1 seat left' : `Only ${seats} seats left`}
    </Badge>
  )
}
