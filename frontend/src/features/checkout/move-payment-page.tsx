/** Paying the price difference of a dearer date: the seat moves once it is paid. */
import { ArrowRight, CalendarX } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { isAnswer } from '@/api/is-answer'
import type { components } from '@/api/schema'
import { NoticePage } from '@/components/notice-page'
import { PageShell } from '@/components/page-shell'
import { type SessionHours, SessionTime } from '@/components/session-time'
import { Button } from '@/components/ui/button'
import { Card, CardTitle } from '@/components/ui/card'
import { formatCents, toCents } from '@/lib/money'
import { OwnTime } from '@/session/own-time'
import { LogoutIfSignedIn } from '@/session/signed-in-shell'
import { NotPaidNotice } from './not-paid-notice'
import { type MovePayable, packageKeyOf } from './package'
import { usePayFailure } from './pay-failure'
import { PaymentStep } from './payment-step'
import { refusalWords } from './refusal-words'
import { useCheckoutFacts } from './use-checkout-facts'
import { type MovingSeat, useMovePayment, useMovingSeat } from './use-move-payment'
import { useSeatHold } from './use-seat-hold'

type SeatChanges = components['schemas']['SeatChangesOut']
type MoveDate = components['schemas']['MoveDateOut']

const NO_SEAT = "Your seat couldn't be loaded. Check your connection and try again."
const NO_PAYMENT = "We couldn't start your payment. Your seat stays as it is."
const CLOSED = "Your seat can't move to this date any more. It stays as it is."

/** From the portal. */
export function OwnMovePaymentPage() {
  const { enrollmentId = '', bootcampId = '' } = useParams()
  const seat = { enrollmentId: Number(enrollmentId) }
  return (
    <Loaded seat={seat} bootcampId={Number(bootcampId)} back={`/portal/seats/${enrollmentId}`} />
  )
}

/** By the emailed link, without signing in. */
export function LinkedMovePaymentPage() {
  const { token = '', bootcampId = '' } = useParams()
  return <Loaded seat={{ token }} bootcampId={Number(bootcampId)} back={`/seat/${token}`} />
}

interface LoadedProps {
  seat: MovingSeat
  bootcampId: number
  /** Where the date was chosen. */
  back: string
}

function Loaded({ seat, bootcampId, back }: LoadedProps) {
  const { data, error } = useMovingSeat(seat)
  const date = data?.dates.find((one) => one.bootcampId === bootcampId)
  const isRefused = error && (!data || isAnswer(error))
  if (isRefused || (data && !isOpen(date))) {
    return (
      <NoticePage
        icon={CalendarX}
        heading="Your seat hasn't moved"
        actions={
          <Button asChild size="lg">
            <Link to={back}>Choose another date</Link>
          </Button>
        }
      >
        <p role="alert">{isRefused ? errorMessage(error, NO_SEAT) : date?.refusal || CLOSED}</p>
      </NoticePage>
    )
  }
  return (
    <PageShell headerActions={<LogoutIfSignedIn />}>
      <div className="shell grid gap-8 pt-8 pb-16 lg:gap-10 lg:pt-12 lg:pb-24">
        <div className="grid gap-3">
          <h1 className="text-title font-extrabold">Move your seat</h1>
          <p className="text-lead text-muted-foreground">
            Your seat moves once the price difference is paid. Until then it stays as it is.
          </p>
        </div>
        <NotPaidNotice />
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_28rem] lg:gap-12">
          {data && date && <Summary seat={data} date={date} back={back} />}
          <Paying seat={seat} bootcampId={bootcampId} date={date} />
        </div>
      </div>
    </PageShell>
  )
}

/** A seat that this buyer holds is missing from the count: of a full date the server decides. */
function isOpen(date: MoveDate | undefined): boolean {
  if (!date || toCents(date.toPay) === 0) return false
  return date.refusal === '' || date.availableSeats === 0
}

interface SummaryProps {
  seat: SeatChanges
  date: MoveDate
  back: string
}

function Summary({ seat, date, back }: SummaryProps) {
  return (
    <Card role="region" aria-label="Your move">
      <CardTitle className="wrap-anywhere">{date.name}</CardTitle>
      <div className="grid items-center gap-4 sm:grid-cols-[1fr_auto_1fr]">
        <Day label="Now" hours={seat} />
        <ArrowRight aria-hidden className="size-5 text-muted-foreground max-sm:rotate-90" />
        <Day label="New date" hours={date} />
      </div>
      <p className="flex items-baseline justify-between gap-4 border-t pt-5">
        <span className="text-lg font-semibold">Price difference</span>
        <span className="font-display text-4xl font-extrabold tracking-tight tabular-nums">
          {formatCents(toCents(date.toPay), { exact: true })}
        </span>
      </p>
      <p className="text-sm text-muted-foreground">
        If you're refunded for this seat later, the price difference is refunded with it.
      </p>
      <Button asChild variant="outline" className="justify-self-start max-sm:w-full">
        <Link to={back}>Choose another date</Link>
      </Button>
    </Card>
  )
}

function Day({ label, hours }: { label: string; hours: SessionHours }) {
  const { startDate, endDate, timezone } = hours
  const when = { startDate, endDate, timezone }
  return (
    <p className="grid gap-0.5">
      <span className="text-sm font-medium text-muted-foreground">{label}</span>
      <SessionTime {...when} />
      <OwnTime {...when} className="text-sm text-muted-foreground" />
    </p>
  )
}

interface PayingProps extends Omit<LoadedProps, 'back'> {
  date: MoveDate | undefined
}

function Paying({ seat, bootcampId, date }: PayingProps) {
  const facts = useCheckoutFacts()
  const hold = useSeatHold(facts)
  const { session, error, buyer } = useMovePayment(
    seat,
    bootcampId,
    facts.isKnown && date !== undefined,
  )
  const items = { bootcampIds: [bootcampId], bundleId: null }
  const chosen: MovePayable = {
    kind: 'move',
    key: packageKeyOf(items),
    name: date?.name ?? '',
    items,
  }
  const failing = usePayFailure(chosen, buyer)
  const [, setPaying] = useState(false)
  const total =
    session.payment && formatCents(toCents(session.payment.totalAmount), { exact: true })
  return (
    <PaymentStep
      facts={facts}
      session={{ ...session, problem: error && refusalWords(error, chosen, NO_PAYMENT) }}
      ref={null}
      payRef={null}
      onPayable={ignore}
      failure={failing.failure}
      checkout={{
        chosen,
        buyer,
        hold,
        refresh: ignore,
        onPaying: setPaying,
        onFailure: failing.tell,
      }}
      isDetailsComplete={buyer.email !== ''}
      total={total ?? null}
      waitsFor={null}
      notice={null}
    />
  )
}

function ignore() {
  // The page has nothing else that would be out of date.
}
