/** The words of each way out: what it is, what it brings and when. */
import { cohortDay } from '@/lib/cohorts'
import { formatCents, toCents } from '@/lib/money'
import type { Choice, ClassChoice, OtherDate } from './choice-types'

export const money = (amount: string) => formatCents(toCents(amount), { exact: true })

const SOLD_OUT = 'Sold out'

/** Why a date can't be taken; empty where it can. */
export const refusalOf = ({ refusal, freeSeats }: OtherDate) =>
  refusal || (freeSeats > 0 ? '' : SOLD_OUT)

export const seatsLeft = (seats: number) => (seats === 1 ? '1 seat left' : `${seats} seats left`)

/** "your Visa ending in 4242", or who paid where that was another person. */
export function refundGoesTo({ asker, payerName, refund }: ClassChoice): string {
  if (asker === 'holder') return `${payerName}, who paid for this seat`
  return refund?.paidWith ? `your ${refund.paidWith}` : 'the way you paid'
}

/** Chosen by the person who paid: the holder of the seat can change nothing about it. */
export const isPayersChoice = ({ asker, choice }: ClassChoice) =>
  asker === 'holder' && (choice === 'refund' || choice === 'refund_all' || choice === 'credit')

export const BANKS_TAKE = 'It takes 5–10 business days to appear.'

/** "$1,990.00 for Build and Launch" */
export const listed = (names: readonly string[]) =>
  new Intl.ListFormat('en-US', { type: 'conjunction' }).format(names)

/** What the confirming button says: the act, with its day or its sum. */
export function actWords(
  choice: Choice,
  { dates, refund, refundAll, credit }: ClassChoice,
  to: number | null,
) {
  const date = dates.find(({ id }) => id === to)
  switch (choice) {
    case 'keep':
      return 'Keep my seat'
    case 'date':
      return date ? `Move my seat to ${cohortDay(date)}` : 'Move my seat'
    case 'refund':
      return refund ? `Refund ${money(refund.amount)}` : 'Refund'
    case 'refund_all':
      return refundAll ? `Refund ${money(refundAll.amount)}` : 'Refund everything'
    case 'credit':
      return credit ? `Take the ${money(credit.amount)} credit` : 'Take the credit'
  }
}
