/** The way to the waiting list of a package that is full; nothing where it is not. */
import { Link } from 'react-router'
import { cn } from '@/lib/cn'
import { TELL_ME_OF_SEAT, TELL_ME_OF_SEATS, waitingPath } from '@/lib/waiting-list'
import { hasWaitingList, type Package } from './package'

export const waitingPathOf = (full: Package): string =>
  waitingPath(full.kind === 'bundle' ? { bundle: full.bundle.id } : { bootcamp: full.bootcamp.id })

export const waitingWords = (full: Package): string =>
  full.kind === 'bundle' ? TELL_ME_OF_SEATS : TELL_ME_OF_SEAT

export function WaitingLink({ offered, className }: { offered: Package; className?: string }) {
  if (!hasWaitingList(offered)) return null
  return (
    <Link
      to={waitingPathOf(offered)}
      className={cn(
        // Above the label, whose target is the whole card.
        'touch-target relative z-1 w-fit rounded-sm font-medium text-primary underline underline-offset-4 hover:decoration-2',
        className,
      )}
    >
      {waitingWords(offered)}
    </Link>
  )
}
