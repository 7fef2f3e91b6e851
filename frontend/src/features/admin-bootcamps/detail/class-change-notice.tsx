/** Above the tabs: a class whose students are choosing, or one with fewer sold seats than it needs. */
import { CalendarX, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { Button } from '@/components/ui/button'
import { type ChangeKind, isBelowMinimum } from '@/features/admin-kit/class-change'
import { phaseOf } from '@/features/admin-kit/class-clock'
import { momentWords } from '@/features/admin-kit/moments'
import { isCanceled, isDraft } from '../bootcamp-form'
import type { AdminBootcamp } from './bootcamp-query'

/** To begin with, where the class falls out because too few came. */
export const TOO_FEW =
  "Not enough people signed up for this date, so the class couldn't be what we promised you. We're sorry."

/** Whether its class can be canceled or moved now. */
export function canChangeClass(bootcamp: AdminBootcamp, now: number): boolean {
  const { status, classChange } = bootcamp
  const isUnderWay = classChange === 'open' || classChange === 'carrying_out'
  const isAhead = status === 'active' && phaseOf(bootcamp, now) === 'ahead'
  return isAhead && !isDraft(bootcamp) && !isCanceled(bootcamp) && !isUnderWay
}

/** Everyone was told, seats were given up and money may be on its way: there is no way back. */
const FOR_GOOD =
  "It can't be restored, because everyone has been told. To hold it after all, use Copy to dates."

interface ClassChangeNoticeProps {
  bootcamp: AdminBootcamp
  now: number
  onChange: (kind: ChangeKind) => void
}

export function ClassChangeNotice({ bootcamp, now, onChange }: ClassChangeNoticeProps) {
  const { id, classChange, classChangeKind, minSeats, enrolled, decideBy, timezone } = bootcamp
  const { tab } = useParams()
  if (classChange === 'open' || classChange === 'carrying_out') {
    // The board says all of it.
    if (tab === 'change') return null
    return (
      <Notice
        icon={<CalendarX aria-hidden />}
        action={
          <Button asChild variant="outline" size="sm">
            <Link to={`/admin/bootcamps/${id}/change`}>See who chose what</Link>
          </Button>
        }
      >
        <strong className="font-semibold">
          {classChangeKind === 'move' ? 'This class has moved.' : 'This class is canceled.'}
        </strong>{' '}
        {classChange === 'open' ? 'Students are choosing.' : 'Their choices are being carried out.'}{' '}
        {isCanceled(bootcamp) && FOR_GOOD}
      </Notice>
    )
  }
  if (isCanceled(bootcamp)) {
    return (
      <Notice icon={<CalendarX aria-hidden />}>
        <strong className="font-semibold">This class is canceled.</strong> {FOR_GOOD}
      </Notice>
    )
  }
  if (!canChangeClass(bootcamp, now) || !isBelowMinimum(bootcamp)) return null
  return (
    <Notice
      icon={<Users aria-hidden />}
      action={
        <Button variant="outline" size="sm" onClick={() => onChange('cancel')}>
          Decide what happens…
        </Button>
      }
    >
      <strong className="font-semibold">
        {enrolled} of at least {minSeats} seats sold.
      </strong>{' '}
      {decideBy && `You wanted to decide by ${momentWords(decideBy, timezone)}. `}The class is never
      canceled automatically.
    </Notice>
  )
}

interface NoticeProps {
  icon: ReactNode
  action?: ReactNode
  children: ReactNode
}

function Notice({ icon, action, children }: NoticeProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-build-soft p-4 text-build [&>p>svg]:mt-0.5 [&>p>svg]:size-5 [&>p>svg]:shrink-0">
      <p role="status" className="flex min-w-0 gap-3">
        {icon}
        <span>{children}</span>
      </p>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}
