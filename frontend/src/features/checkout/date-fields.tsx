/** A date for each bootcamp of the bundle, where there are several; its price stays the same. */
import { Info } from 'lucide-react'
import { type ComponentProps, Suspense, useId } from 'react'
import { optional } from '@/components/optional'
import { SessionTime } from '@/components/session-time'
import { Badge } from '@/components/ui/badge'
import { ClosedSelect } from '@/components/ui/closed-select'
import { Field } from '@/components/ui/field'
import type { Select as OpeningSelect } from '@/components/ui/select'
import { formatRange, formatWeekday } from '@/lib/dates'
import { FEW_SEATS, noSeatWords } from '@/lib/offer'
import { ClockNote } from '@/session/clock-note'
import { OwnTime } from '@/session/own-time'
import { type BundlePart, canChoose, outOfOrder, pick, whyNot } from './bundle-dates'
import type { Bootcamp } from './package'

// A list that opens weighs as much as all the rest of the checkout. Where it does not come the date
// stays as it is, and can be bought.
const Select = optional<ComponentProps<typeof OpeningSelect>>(
  async () => (await import('@/components/ui/select')).Select,
  ClosedSelect,
)

interface DateFieldsProps {
  parts: readonly BundlePart[]
  /** This buyer holds seats on these dates. */
  isHeld: boolean
  /** While the card is being charged nothing can be changed. */
  isLocked: boolean
  onChoose: (ids: readonly number[]) => void
}

export function DateFields(props: DateFieldsProps) {
  const { parts } = props
  const id = useId()
  const swapped = outOfOrder(parts)
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={id} className="font-sans text-sm font-semibold">
          Your dates
        </h3>
        <p className="text-sm text-muted-foreground">Any date, same price.</p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {parts.map((part) =>
          canChoose(part) ? (
            <DateField key={part.member.id} part={part} {...props} />
          ) : (
            <OnlyDate key={part.member.id} part={part} />
          ),
        )}
      </div>
      {swapped && (
        <p role="status" className="flex gap-3 rounded-lg bg-build-soft p-4 text-sm">
          <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-build" />
          On these dates {swapped[0].member.name} comes before {swapped[1].member.name}. We
          recommend taking them in order.
        </p>
      )}
    </section>
  )
}

interface DateFieldProps extends DateFieldsProps {
  part: BundlePart
}

function DateField({ part, parts, isHeld, isLocked, onChoose }: DateFieldProps) {
  const { member, dates, date } = part
  const shown = {
    value: date ? String(date.id) : '',
    // On a phone a whole date is as wide as the card.
    className: 'max-sm:px-2.5 max-sm:text-sm',
    options: dates.map((one) => {
      const isChosen = one.id === date?.id
      const refusal = isChosen ? '' : whyNot(parts, part, one)
      return {
        value: String(one.id),
        label: refusal ? `${hoursOf(one)} (${refusal})` : hoursOf(one),
        disabled: refusal !== '',
      }
    }),
  }
  return (
    <Field
      label={member.name}
      className="grid-cols-[minmax(0,1fr)]"
      aside={date && !isHeld && <SeatsLeft date={date} />}
      hint={
        date && (
          <>
            <OwnTime {...date} />
            <ClockNote startDate={date.startDate} timezone={date.timezone} />
          </>
        )
      }
    >
      <Suspense fallback={<ClosedSelect {...shown} />}>
        <Select
          {...shown}
          disabled={isLocked}
          onValueChange={(id) => {
            const picked = dates.find((one) => String(one.id) === id)
            if (picked) onChoose(pick(parts, part, picked))
          }}
        />
      </Suspense>
    </Field>
  )
}

const hoursOf = ({ startDate, endDate, timezone }: Bootcamp) =>
  `${formatWeekday(startDate, timezone)}, ${formatRange(startDate, endDate, timezone)}`

function SeatsLeft({ date }: { date: Bootcamp }) {
  const { availableSeats } = date
  if (availableSeats > FEW_SEATS) return null
  if (availableSeats === 0) return <Badge tone="market">{noSeatWords(date)}</Badge>
  const words = availableSeats === 1 ? 'Only 1 seat left' : `Only ${availableSeats} seats left`
  return <Badge tone="build">{words}</Badge>
}

function OnlyDate({ part: { member, date } }: { part: BundlePart }) {
  return (
    <div className="grid gap-x-4 gap-y-1 text-sm">
      <p className="font-medium">{member.name}</p>
      {date && (
        <p className="text-muted-foreground">
          <SessionTime {...date} />
          <OwnTime {...date} className="block" />
        </p>
      )}
    </div>
  )
}
