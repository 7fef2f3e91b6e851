/** How a package stands: that it cannot be bought and why, or that few seats are left. */
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { cn } from '@/lib/cn'
import { FEW_SEATS } from '@/lib/offer'
import type { Package, Standing } from './package'

/** "You already have 2 of 3", where it is known how many. */
export function partlyOwnedWords(offered: Package): string {
  if (offered.kind !== 'bundle' || !offered.upgrade) return 'You already have part of this'
  const { length } = offered.bundle.bootcamps
  return `You already have ${length - offered.upgrade.missing.length} of ${length}`
}

const closed: Record<
  Exclude<Standing, 'open' | 'partlyOwned' | 'paidUp'>,
  { words: string; tone: BadgeTone }
> = {
  held: { words: 'On hold', tone: 'build' },
  soldOut: { words: 'Sold out', tone: 'market' },
  started: { words: 'Already started', tone: 'neutral' },
  offSale: { words: 'Not on sale', tone: 'neutral' },
  salesAhead: { words: 'Not on sale yet', tone: 'build' },
  salesOver: { words: 'Sales have closed', tone: 'neutral' },
  owned: { words: 'You already own this', tone: 'positive' },
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
      // In one column it would push Pay down while that is pressed; the notice beside Pay says it too.
      <Badge tone="positive" className={cn(className, 'max-lg:hidden')}>
        {offered.kind === 'bundle' ? 'Your seats are held' : 'Your seat is held'}
      </Badge>
    )
  if (standing === 'partlyOwned' || standing === 'paidUp')
    return (
      <Badge tone="positive" className={className}>
        {partlyOwnedWords(offered)}
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
