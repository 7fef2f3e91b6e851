/** What was chosen and what comes of it, while it can be changed and afterwards. */
import { CalendarCheck, CircleSlash, Gift, type LucideIcon, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { useFocusOn } from '@/lib/use-focus-on'
import { StartTime } from '@/session/start-time'
import type { ClassChoice } from './choice-types'
import { BANKS_TAKE, isPayersChoice, listed, money, refundGoesTo } from './choice-words'
import { Hours } from './hours'

interface Said {
  icon: LucideIcon
  heading: string
  children: ReactNode
}

/** Nothing chosen and the time is up: what silence means has become the answer. */
const answerOf = ({ choice, silence }: ClassChoice) => choice ?? silence

function said(change: ClassChoice): Said {
  const isDone = change.doneAt !== null
  const isAnothers = change.asker === 'payer'
  if (isPayersChoice(change)) {
    return {
      icon: CircleSlash,
      heading: isDone ? 'Your seat has ended' : 'Your seat ends',
      children: `${change.payerName}, who paid for this seat, chose ${change.choice === 'credit' ? 'a credit' : 'a refund'}.`,
    }
  }
  switch (answerOf(change)) {
    case 'date':
      return {
        icon: CalendarCheck,
        heading: isAnothers ? `${change.holderName} took another date` : 'Your seat has moved',
        children: <NewSeat change={change} />,
      }
    case 'keep':
      return {
        icon: CalendarCheck,
        heading: isAnothers ? `${change.holderName} keeps the seat` : "You're keeping your seat",
        children: <KeptSeat change={change} />,
      }
    case 'refund':
    case 'refund_all':
      return {
        icon: Undo2,
        heading: isDone ? `We've refunded ${sum(change)}` : `We'll refund ${sum(change)}`,
        children: <Refunded change={change} />,
      }
    case 'credit':
      return {
        icon: Gift,
        heading: isDone
          ? 'The credit has been given'
          : `You've chosen a ${creditSum(change)}credit`,
        children: isDone
          ? 'We emailed the personal code. Enter it at checkout.'
          : `We'll email you the personal code ${soon(change)}.`,
      }
    default:
      return {
        icon: CircleSlash,
        heading: isDone ? 'Your seat has ended' : 'Your seat ends',
        children: "You didn't pay for this seat, so there's no refund.",
      }
  }
}

/** Silence is written down as an answer too, once the time is up. */
const wasSilent = ({ choice, chosenAt, chooseBy }: ClassChoice) =>
  choice === null || chosenAt === null || Date.parse(chosenAt) >= Date.parse(chooseBy)

const isHoldersChoice = ({ asker, choice }: ClassChoice) =>
  asker === 'payer' && (choice === 'date' || choice === 'keep')

/** It is carried out when the time to choose is over; then at once. */
const soon = ({ isOpen }: ClassChoice) =>
  isOpen ? 'as soon as the time to choose is over' : 'shortly'

function sum({ choice, refund, refundAll }: ClassChoice): string {
  const chosen = choice === 'refund_all' ? refundAll : refund
  return chosen ? money(chosen.amount) : 'your seat'
}

const creditSum = ({ credit }: ClassChoice) => (credit ? `${money(credit.amount)} ` : '')

function NewSeat({ change }: { change: ClassChoice }) {
  const date = change.dates.find(({ id }) => id === change.toBootcampId)
  if (!date) return change.asker === 'payer' ? null : 'Your seat is on the date you chose.'
  return <Hours {...date} />
}

function KeptSeat({ change }: { change: ClassChoice }) {
  const { newStartDate, newEndDate, timezone } = change
  if (!newStartDate || !newEndDate) return 'The seat stays as it is.'
  return <Hours startDate={newStartDate} endDate={newEndDate} timezone={timezone} />
}

function Refunded({ change }: { change: ClassChoice }) {
  const { choice, refund, refundAll, doneAt } = change
  // The time is up and it hasn't gone yet: the sum is said when it has.
  if (!refund) {
    return doneAt
      ? `It was refunded the way it was paid. ${BANKS_TAKE}`
      : `It's refunded the way it was paid. ${BANKS_TAKE}`
  }
  const everything =
    choice === 'refund_all' && refundAll ? ` It's for ${listed(refundAll.names)}.` : ''
  const when = doneAt ? 'It went' : `We'll send it ${soon(change)},`
  return `${when} to ${refundGoesTo(change)}. ${BANKS_TAKE}${everything}`
}

interface ChosenCardProps {
  change: ClassChoice
  /** Chosen a moment ago: the reader is taken to it. */
  isNews: boolean
  onChange: () => void
}

/** While it may still be changed. */
export function ChosenCard({ change, isNews, onChange }: ChosenCardProps) {
  const { icon: Icon, heading, children } = said(change)
  const title = useFocusOn<HTMLHeadingElement>(isNews)
  return (
    <Card className="border-primary/25 bg-accent-soft">
      <div role="status" className="flex gap-3.5">
        <Icon aria-hidden className="mt-0.5 size-7 shrink-0 text-primary" />
        <div className="grid gap-1.5">
          <h2 ref={title} tabIndex={-1} className="text-xl font-bold tracking-tight">
            {heading}
          </h2>
          <div>{children}</div>
        </div>
      </div>
      {!isPayersChoice(change) && (
        <div className="grid gap-3 border-t border-primary/15 pt-5">
          <div className="grid gap-0.5">
            <p className="text-sm text-muted-foreground">You can change this until</p>
            <StartTime startsAt={change.chooseBy} timezone={change.timezone} />
          </div>
          <Button variant="outline" className="justify-self-start max-sm:w-full" onClick={onChange}>
            {isHoldersChoice(change) ? 'Choose a refund instead' : 'Change my choice'}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** The time to choose is over: what became of it. */
export function ClosedCard({ change }: { change: ClassChoice }) {
  const { icon: Icon, heading, children } = said(change)
  const { doneAt } = change
  return (
    <Card role="status">
      <div className="flex gap-3.5">
        <Icon aria-hidden className="mt-0.5 size-7 shrink-0 text-primary" />
        <div className="grid gap-1.5">
          <h2 className="text-xl font-bold tracking-tight">{heading}</h2>
          <div>{children}</div>
        </div>
      </div>
      <p className="border-t pt-5 text-muted-foreground">
        {wasSilent(change)
          ? "The time to choose is over, and we hadn't heard from you."
          : 'The time to choose is over.'}{' '}
        {doneAt ? '' : "We're taking care of it and will email you when it's done."}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <Link to="/portal">Go to My Bootcamps</Link>
        </Button>
        <Button asChild variant="outline">
          <Link to="/contact">Contact us</Link>
        </Button>
      </div>
    </Card>
  )
}
