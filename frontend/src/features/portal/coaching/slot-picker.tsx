/** Free times as a week of days and the times of one day, on one zone's clocks. */
import { ChevronLeft, ChevronRight, Globe } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useId, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { offsetMinutes, zoneName } from '@/lib/zones'
import { useReaderZone } from '@/session/reader-zone'
import { dayKey, type SlotDay, weekName, weeksOf } from './slot-days'

interface SlotPickerProps {
  slots: readonly string[]
  zone: string
  bootcampZone: string
  onZoneChange: (zone: string) => void
  /** Empty while nothing is picked. */
  picked: string
  onPick: (startsAt: string) => void
}

export function SlotPicker(props: SlotPickerProps) {
  const { slots, zone, picked, onPick } = props
  const weeks = useMemo(() => weeksOf(slots, zone), [slots, zone])
  const [wantedDay, setWantedDay] = useState('')
  const { week, day } = shown(weeks, wantedDay)
  const place = week ? weeks.indexOf(week) : -1
  if (!week || !day) return null

  /** The first day of that week on which anything is free. */
  const openWeek = (next: SlotDay[] | undefined) => {
    const first = next?.find(({ times }) => times.length > 0)
    if (first) setWantedDay(first.key)
  }
  const before = weeks.slice(0, place).findLast(hasTimes)
  const after = weeks.slice(place + 1).find(hasTimes)

  return (
    <div className="grid min-w-0 gap-5">
      <ZoneLine
        {...props}
        onZoneChange={(next) => {
          // The moment in view stays in view, on whichever day it is there.
          const inView = picked || day.times[0]?.startsAt
          if (inView) setWantedDay(dayKey(inView, next))
          props.onZoneChange(next)
        }}
      />
      <div className="grid gap-3">
        <div className="flex items-center justify-between gap-3">
          <p aria-live="polite" className="font-medium tabular-nums">
            {weekName(week)}
          </p>
          <div className="flex gap-2">
            <Button
              variant="outline"
              size="sm"
              icon
              aria-label="Earlier week"
              isOff={!before}
              onClick={() => openWeek(before)}
            >
              <ChevronLeft aria-hidden />
            </Button>
            <Button
              variant="outline"
              size="sm"
              icon
              aria-label="Later week"
              isOff={!after}
              onClick={() => openWeek(after)}
            >
              <ChevronRight aria-hidden />
            </Button>
          </div>
        </div>
        <Days week={week} day={day} onPick={setWantedDay} />
      </div>
      <Times day={day} picked={picked} onPick={onPick} />
    </div>
  )
}

const hasTimes = (week: readonly SlotDay[]) => week.some(({ times }) => times.length > 0)

/** The wanted day, or the first with anything free where there is none or it has filled up. */
function shown(weeks: readonly SlotDay[][], wantedDay: string) {
  const days = weeks.flat()
  const free = days.filter(({ times }) => times.length > 0)
  const day =
    free.find(({ key }) => key === wantedDay) ??
    free.find(({ key }) => wantedDay !== '' && key > wantedDay) ??
    free[0]
  return { day, week: weeks.find((week) => day && week.includes(day)) }
}

function ZoneLine({ slots, zone, bootcampZone, onZoneChange }: SlotPickerProps) {
  const own = useReaderZone() ?? bootcampZone
  const differs = slots.some(
    (slot) => offsetMinutes(own, new Date(slot)) !== offsetMinutes(bootcampZone, new Date(slot)),
  )
  const other = zone === own ? bootcampZone : own
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <p aria-live="polite" className="flex items-center gap-2 text-muted-foreground">
        <Globe aria-hidden className="size-4 shrink-0" />
        <span>
          Times in <span className="font-medium text-foreground">{zoneName(zone)}</span>
          {zone === own ? ', your time zone' : ", the bootcamp's time zone"}
        </span>
      </p>
      {differs && (
        <Button variant="link" size="sm" onClick={() => onZoneChange(other)}>
          Show in {zoneName(other)}
        </Button>
      )}
    </div>
  )
}

interface DaysProps {
  week: readonly SlotDay[]
  day: SlotDay
  onPick: (key: string) => void
}

function Days({ week, day, onPick }: DaysProps) {
  return (
    <RadioGroup.Root
      aria-label="Day"
      value={day.key}
      onValueChange={onPick}
      className="grid grid-cols-7 gap-1 sm:gap-2"
    >
      {week.map(({ key, weekday, number, name, times }) => (
        <RadioGroup.Item
          key={key}
          value={key}
          disabled={times.length === 0}
          aria-label={`${name}, ${countOf(times.length)}`}
          className={cn(
            'grid min-h-16 cursor-pointer content-center justify-items-center gap-0.5 rounded-lg border bg-surface py-2 transition-colors duration-200',
            'hover:border-border-strong hover:bg-surface-2 data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=checked]:text-primary-foreground',
            'disabled:cursor-not-allowed disabled:border-transparent disabled:bg-transparent disabled:text-muted-foreground disabled:opacity-70',
          )}
        >
          <span className="text-xs font-medium">{weekday}</span>
          <span className="text-lg leading-6 font-semibold tabular-nums">{number}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

const countOf = (free: number) =>
  free === 0 ? 'no times available' : `${free} ${free === 1 ? 'time' : 'times'} available`

interface TimesProps {
  day: SlotDay
  picked: string
  onPick: (startsAt: string) => void
}

function Times({ day, picked, onPick }: TimesProps) {
  const titleId = useId()
  return (
    <div className="grid gap-3">
      <p id={titleId} className="font-medium">
        {day.name}
      </p>
      <RadioGroup.Root
        aria-labelledby={titleId}
        value={picked}
        onValueChange={onPick}
        className="grid grid-cols-3 gap-2 sm:grid-cols-4"
      >
        {day.times.map(({ startsAt, label }) => (
          <RadioGroup.Item
            key={startsAt}
            value={startsAt}
            className="min-h-11 cursor-pointer rounded-lg border bg-surface px-2 py-1.5 text-[0.9375rem] font-medium tabular-nums transition-colors duration-200 hover:border-border-strong hover:bg-surface-2 data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=checked]:text-primary-foreground"
          >
            {label}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  )
}
