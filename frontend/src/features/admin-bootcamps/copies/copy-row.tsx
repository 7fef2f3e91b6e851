/** One of the new dates, with what it adds up to on the class's clock. */
import { X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { formatRange, formatWeekday } from '@/lib/dates'
import type { LocalTime } from '@/lib/local-times'
import type { CopyDate } from './copy-dates'

interface CopyRowProps {
  number: number
  local: LocalTime
  copy: CopyDate
  zone: string
  onChange: (next: LocalTime) => void
  onRemove: (() => void) | undefined
}

export function CopyRow({ number, local, copy, zone, onChange, onRemove }: CopyRowProps) {
  const { startDate, endDate, isPast } = copy
  const isWrong = startDate === null || isPast
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_8.75rem_auto] items-center gap-x-2 gap-y-1">
      <Input
        type="date"
        aria-label={`Date ${number}`}
        value={local.date}
        onChange={(event) => onChange({ ...local, date: event.target.value })}
      />
      <Input
        type="time"
        aria-label={`Time ${number}`}
        value={local.time}
        onChange={(event) => onChange({ ...local, time: event.target.value })}
      />
      <Button
        variant="ghost"
        size="sm"
        icon
        aria-label={`Remove date ${number}`}
        disabled={!onRemove}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
      <p
        className={cn(
          'col-span-3 text-sm tabular-nums',
          isWrong ? 'text-destructive' : 'text-muted-foreground',
        )}
      >
        {startDate
          ? `${formatWeekday(startDate, zone)}, ${formatRange(startDate, endDate, zone)}${isPast ? ' · in the past' : ''}`
          : "This date and time don't exist. Choose others."}
      </p>
    </li>
  )
}
