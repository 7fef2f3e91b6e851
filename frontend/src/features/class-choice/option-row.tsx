/** One way out, with its exact sum and when it comes. */
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Radio } from '@/components/ui/radio-group'
import { formatDate } from '@/lib/dates'
import type { Chosen, ClassChoice } from './choice-types'
import { BANKS_TAKE, listed, money, refundGoesTo, refusalOf, seatsLeft } from './choice-words'
import { Hours } from './hours'
import { keyOf } from './options'

interface OptionRowProps {
  option: Chosen
  change: ClassChoice
  isCurrent: boolean
}

interface Told {
  label: ReactNode
  hint: ReactNode
  isOpen: boolean
}

export function OptionRow({ option, change, isCurrent }: OptionRowProps) {
  const { label, hint, isOpen } = told(option, change)
  return (
    <Radio
      value={keyOf(option)}
      disabled={!isOpen || isCurrent}
      label={label}
      hint={
        isCurrent ? (
          <span className="grid justify-items-start gap-1">
            <Badge tone="positive">Your choice</Badge>
            {/* The seat is theirs: how many others are left, or none, is not about them. */}
            {option.choice !== 'date' && hint}
          </span>
        ) : (
          hint
        )
      }
      className="rounded-xl border p-4 has-[[data-state=checked]]:border-primary has-[[data-state=checked]]:bg-accent-soft"
    />
  )
}

function told(option: Chosen, change: ClassChoice): Told {
  switch (option.choice) {
    case 'keep':
      return {
        label: <Strong>Keep my seat on the new date</Strong>,
        hint: 'Nothing else changes.',
        isOpen: true,
      }
    case 'date':
      return dateTold(option, change)
    case 'refund':
      return refundTold(change)
    case 'refund_all':
      return {
        label: <Strong>Refund everything: {money(change.refundAll?.amount ?? '0')}</Strong>,
        hint: `Ends your seats in ${listed(change.refundAll?.names ?? [])}. ${refundComes(change)}`,
        isOpen: true,
      }
    case 'credit':
      return creditTold(change)
  }
}

function dateTold({ toBootcampId }: Chosen, { dates, bootcampName }: ClassChoice): Told {
  const date = dates.find(({ id }) => id === toBootcampId)
  if (!date) return { label: '', hint: '', isOpen: false }
  const refusal = refusalOf(date)
  return {
    label: (
      <>
        {date.name !== bootcampName && <strong className="wrap-anywhere">{date.name}</strong>}
        <Hours {...date} />
      </>
    ),
    hint:
      refusal ||
      `${seatsLeft(date.freeSeats)} · Yours right away${date.note ? `. ${date.note}` : ', at no extra cost'}`,
    isOpen: refusal === '',
  }
}

function refundTold(change: ClassChoice): Told {
  const { amount = '0', refusal = '' } = change.refund ?? {}
  return {
    label: <Strong>Refund {money(amount)}</Strong>,
    hint: refusal || refundComes(change),
    isOpen: refusal === '',
  }
}

const refundComes = (change: ClassChoice) =>
  `To ${refundGoesTo(change)}. We'll send it right after ${lastDay(change)}. ${BANKS_TAKE}`

const lastDay = ({ chooseBy, timezone }: ClassChoice) => formatDate(chooseBy, timezone)

function creditTold(change: ClassChoice): Told {
  const { amount = '0', until = change.chooseBy } = change.credit ?? {}
  return {
    label: <Strong>{money(amount)} credit</Strong>,
    hint: `The price paid plus 10%, for any of our bootcamps. We'll email you the personal code right after ${lastDay(change)}; it works once, until ${formatDate(until, change.timezone)}.`,
    isOpen: true,
  }
}

const Strong = ({ children }: { children: ReactNode }) => (
  <strong className="font-semibold tabular-nums">{children}</strong>
)
