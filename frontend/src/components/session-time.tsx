/** When a session takes place, on the clocks of one zone: the weekday in front, then the hours. */
import { cn } from '@/lib/cn'
import { formatRange, formatWeekday, unbroken } from '@/lib/dates'

export interface SessionHours {
  startDate: string
  endDate: string
  timezone: string
}

/** Stands in front of a date, whose own form is fixed. */
export function Weekday({ at, zone, className }: { at: string; zone: string; className?: string }) {
  return <span className={cn('font-semibold', className)}>{formatWeekday(at, zone)}, </span>
}

export function SessionTime({
  startDate,
  endDate,
  timezone,
  className,
}: SessionHours & { className?: string }) {
  return (
    <span className={className}>
      <Weekday at={startDate} zone={timezone} />
      <span>{unbroken(formatRange(startDate, endDate, timezone))}</span>
    </span>
  )
}
