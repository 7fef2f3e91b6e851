/** Whether clocks change before a class, on its own clock or on the reader's. */
import { useMemo } from 'react'
import { clockChangeNote } from '@/lib/clock-changes'
import { cn } from '@/lib/cn'
import { useHydrated } from '@/lib/use-hydrated'
import { useReaderZone } from './reader-zone'

interface ClockNoteProps {
  startDate: string
  timezone: string
  className?: string
}

export function ClockNote({ startDate, timezone, className }: ClockNoteProps) {
  const own = useReaderZone()
  // A page that a server renders knows neither this reader's clock nor when it is read.
  const isHydrated = useHydrated()
  const note = useMemo(
    () =>
      isHydrated ? clockChangeNote(Date.now(), startDate, own ? [timezone, own] : [timezone]) : '',
    [isHydrated, startDate, timezone, own],
  )
  return note && <span className={cn('block text-sm', className)}>{note}</span>
}
