/** The result of a payment: loading, waiting for the bank, an error, or what was bought. */
import { CalendarCheck, PartyPopper } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, Navigate } from 'react-router'
import { PageShell } from '@/components/page-shell'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { notPaid } from '@/lib/left-to-pay'
import { toCents } from '@/lib/money'
import { toast } from '@/lib/toast'
import { useSession } from '@/session/session'
import { LogoutIfSignedIn } from '@/session/signed-in-shell'
import { AccountStep, useAccountState } from './account-step'
import { PaidQuestions } from './paid-questions'
import {
  type PaymentArrival,
  REPORTED_FAILED,
  type TroubleOutcome,
  usePurchaseOutcome,
} from './purchase-outcome'
import { bootcampsOf, Receipt, WhatNext } from './receipt'
import type { BoughtPurchase } from './remembered-purchase'
import { StateHeading, StateIcon } from './state-page'
import { Trouble } from './trouble'
import { Waiting } from './waiting'

export function PaymentResult({ arrival }: { arrival: PaymentArrival }) {
  const outcome = usePurchaseOutcome(arrival)
  switch (outcome.kind) {
    case 'loading':
      return <LoadingPurchase />
    case 'waiting':
      return <Waiting email={outcome.email} asked={outcome.asked} />
    case 'success':
      return <Success purchase={outcome.answer.purchase} />
    default:
      return (
        <NotPaid outcome={outcome} wayBack={'wayBack' in arrival ? arrival.wayBack : undefined} />
      )
  }
}

interface NotPaidProps {
  outcome: TroubleOutcome
  wayBack: string | undefined
}

/** Who gave up on another page, or was refused there, is back at the form with all that was typed. */
function NotPaid({ outcome, wayBack }: NotPaidProps) {
  const isBack = wayBack !== undefined
  const message = outcome.kind === 'not charged' && outcome.isUnpaid ? outcome.message : null
  useEffect(() => {
    if (isBack && message)
      toast({ title: 'Payment Failed', description: message, variant: 'destructive' })
  }, [isBack, message])
  if (!isBack) return <Trouble outcome={outcome} />
  if (message) return <Navigate to={wayBack} replace state={notPaid(message)} />
  return <Trouble outcome={outcome.kind === 'not completed' ? REPORTED_FAILED : outcome} />
}

function Success({ purchase }: { purchase: BoughtPurchase }) {
  return purchase.isMove ? <Moved purchase={purchase} /> : <Bought purchase={purchase} />
}

function Bought({ purchase }: { purchase: BoughtPurchase }) {
  const state = useAccountState(purchase.guestEmail)
  return (
    <PurchasePage purchase={purchase} isCorrectable={state !== 'signed in'}>
      <AccountStep state={state} email={purchase.guestEmail} />
    </PurchasePage>
  )
}

/** The difference is paid, and the seat has moved: there is nothing left to do. */
function Moved({ purchase }: { purchase: BoughtPurchase }) {
  const { isAuthenticated } = useSession()
  return (
    <Columns
      head={
        <>
          <StateIcon icon={CalendarCheck} tone="good" />
          <div className="grid gap-2">
            <StateHeading>Your seat has moved</StateHeading>
            <p className="text-lead text-muted-foreground">
              Payment received. Here's your new date.
            </p>
          </div>
        </>
      }
      main={<Receipt purchase={purchase} isCorrectable={false} />}
      aside={
        <section
          aria-label="What happens next"
          className="grid content-start gap-5 rounded-2xl border bg-surface p-6 shadow-card sm:p-7"
        >
          <p className="text-muted-foreground">
            We've emailed you the new date. Open its calendar file to move the entry in your
            calendar.
          </p>
          {isAuthenticated && (
            <Button asChild size="lg">
              <Link to="/portal">Access Your Portal</Link>
            </Button>
          )}
        </section>
      }
    />
  )
}

interface PurchasePageProps {
  purchase: BoughtPurchase
  isCorrectable?: boolean
  /** What is left to do. */
  children: ReactNode
}

export function PurchasePage({ purchase, isCorrectable = false, children }: PurchasePageProps) {
  const heading =
    bootcampsOf(purchase).length > 1 ? 'Your seats are reserved' : 'Your seat is reserved'
  return (
    <Columns
      head={
        <>
          <StateIcon icon={PartyPopper} tone="good" />
          <div className="grid gap-2">
            <StateHeading>{heading}</StateHeading>
            <p className="text-lead text-muted-foreground">
              {toCents(purchase.totalAmount) > 0 && 'Payment received. '}See you live!
            </p>
          </div>
        </>
      }
      main={
        <div className="grid min-w-0 gap-8">
          <Receipt purchase={purchase} isCorrectable={isCorrectable} />
          <PaidQuestions purchaseId={purchase.id} />
          <WhatNext />
        </div>
      }
      aside={children}
    />
  )
}

export function LoadingPurchase() {
  return (
    <Columns
      head={
        <>
          <p role="status" className="sr-only">
            Loading your purchase
          </p>
          <Skeleton className="size-16 rounded-xl" />
          <div className="grid w-full gap-4">
            <Skeleton className="h-10 max-w-104" />
            <Skeleton className="h-5 max-w-120" />
          </div>
        </>
      }
      main={<Skeleton className="h-72 rounded-2xl" />}
      aside={<Skeleton className="h-72 rounded-2xl" />}
    />
  )
}

function Columns({ head, main, aside }: Record<'head' | 'main' | 'aside', ReactNode>) {
  return (
    <PageShell headerActions={<LogoutIfSignedIn />}>
      <div className="shell grid gap-8 py-10 sm:py-14 lg:gap-10 lg:py-18">
        <div className="grid gap-5 sm:flex sm:items-center">{head}</div>
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-8">
          {main}
          {aside}
        </div>
      </div>
    </PageShell>
  )
}
