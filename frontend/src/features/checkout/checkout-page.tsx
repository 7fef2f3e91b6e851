/** Choosing a package and paying for it: packages and summary on one side, the form on the other. */
import { Info } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { PageShell } from '@/components/page-shell'
import { ErrorState } from '@/components/ui/error-state'
import { cn } from '@/lib/cn'
import { seatsEach } from '@/lib/offer'
import { useCountOpening } from '@/session/count-opening'
import { LogoutIfSignedIn } from '@/session/signed-in-shell'
import { bringIntoView } from './bring-into-view'
import { DiscountCode } from './discount-code'
import { FreeStep } from './free-step'
import { InformationStep } from './information-step'
import { NextStep } from './next-step'
import { NotPaidNotice } from './not-paid-notice'
import { NothingForSale } from './nothing-for-sale'
import { OfferSkeleton } from './offer-skeleton'
import { OfferedSeat } from './offered-seat'
import { isFreeOf } from './order-price'
import { OrderSummary, totalOf } from './order-summary'
import { type BootcampPackage, isUpgrade, type Package } from './package'
import { PackageList } from './package-list'
import { usePayFailure } from './pay-failure'
import { paymentNotice } from './payment-notice'
import { PaymentStep } from './payment-step'
import { TotalBar } from './total-bar'
import { isComplete, rules, useBuyer } from './use-buyer'
import { useCheckoutFacts } from './use-checkout-facts'
import { useChosenDates, useKeepDates } from './use-chosen-dates'
import { useFreeSeat } from './use-free-seat'
import { type HeldOffer, useHeldOffer } from './use-held-offer'
import { type OfferState, useOffer } from './use-offer'
import { usePaymentSession } from './use-payment-session'
import { shownPrice, usePriceEnd, usePricing } from './use-pricing'
import { useSeatHold } from './use-seat-hold'
import { type Selection, useSelection } from './use-selection'

export function CheckoutPage() {
  useCountOpening('checkout')
  const facts = useCheckoutFacts()
  const dates = useChosenDates()
  // When the price on the page ended, as the server counts.
  const [endedAt, setEndedAt] = useState(0)
  const offerState = useOffer(facts, dates.ids, endedAt)
  const { offer } = offerState
  const selection = useSelection(offer)
  // From the waiting list one comes for one thing, which is full for everybody else.
  const held = useHeldOffer(offer)
  const chosen = held ? held.chosen : selection.chosen
  useKeepDates(held ? undefined : chosen, dates)
  const { buyer, change } = useBuyer(whoIsNamed(held))
  const pricing = usePricing({ chosen, email: buyer.email.trim(), isHeld: held !== null, facts })
  const { quoted } = pricing
  const refresh = useRefresh(offerState, held, quoted.refresh)
  const ownHold = useSeatHold(facts)
  const hold = held?.hold ?? ownHold
  const [isPaying, setPaying] = useState(false)
  const [isPayable, setPayable] = useState(false)
  const [payButton, setPayButton] = useState<HTMLButtonElement | null>(null)
  const [summaryButton, setSummaryButton] = useState<HTMLButtonElement | null>(null)
  const failing = usePayFailure(chosen, buyer)
  // Somebody who came for one thing sees that, and the rest when they want to change it.
  const [isFolded, setFolded] = useState(selection.isGiven)
  const unfold = () => setFolded(false)
  const emailInput = useRef<HTMLInputElement>(null)
  const nameInput = useRef<HTMLInputElement>(null)
  const paymentPanel = useRef<HTMLElement>(null)

  const isHeld = ({ key }: Package) => hold.of(key)?.isOver === false
  // A seat that this buyer holds is missing from the count; it is not sold out for them.
  const canBuy =
    chosen && (chosen.standing === 'open' || isHeld(chosen) || isPaying || pricing.isKeptOpen)
  // Nothing to pay needs no card.
  const isFree = isFreeOf(quoted.price) && !held && !isUpgrade(chosen)
  const freeSeat = useFreeSeat({ chosen, buyer, code: pricing.agreed?.code ?? '', refresh })
  const session = usePaymentSession({
    chosen: canBuy && facts.isKnown && !isFree ? chosen : undefined,
    buyer,
    offer: held?.token,
    agreed: pricing.agreed,
    onConflict: refresh,
    onPriceNews: pricing.tell,
  })
  const price = shownPrice(pricing, session)
  const order = { chosen, totalAmount: price?.totalAmount }
  usePriceEnd(price, () => {
    setEndedAt(Date.parse(price?.priceUntil ?? ''))
    if (!session.payment) pricing.endKept()
    refresh()
    // What was begun is asked for again: if the price has changed, the buyer hears of it first.
    if (session.payment && !isPaying) session.retry()
  })
  const isJustLost = useWasOpen(chosen) && !canBuy
  const isShownFolded = isFolded && (!offer || Boolean(canBuy))
  const isDone = isFree && Boolean(freeSeat.ordered)
  const nextStep = { isPayable, isPaying, isDone, onContinue: goOn }

  function goOn() {
    const { email, fullName } = session.fieldErrors
    if (!rules.email(buyer.email) || email) leadTo(emailInput.current)
    else if (!rules.fullName(buyer.fullName) || fullName) leadTo(nameInput.current)
    else if (paymentPanel.current) bringIntoView(paymentPanel.current, 'start')
  }
  if (offer && !held && offer.bundles.length + offer.bootcamps.length === 0) {
    return (
      <Frame>
        <NothingForSale />
      </Frame>
    )
  }

  return (
    <Frame
      below={
        <TotalBar order={order} payButton={payButton} summaryButton={summaryButton} {...nextStep} />
      }
      offered={offer?.bootcamps}
      held={held}
    >
      {!isPaying && <NotPaidNotice />}
      {/* What takes the focus comes to rest above the bar with the total. */}
      <div className="grid items-start gap-8 [&_:is(a,button,input)]:scroll-mb-24 lg:grid-cols-[minmax(0,1fr)_28rem] lg:gap-12">
        {/*
         * The order stays beside the card where the window has room for all of it. Not before there is one:
         * a class that differs from the served HTML would never reach the page.
         */}
        <div
          className={cn(
            'grid min-w-0 gap-8',
            offer && (held || isShownFolded) && 'lg:[@media(min-height:52rem)]:sticky lg:top-24',
          )}
        >
          {selection.isGone && <Gone />}
          {held ? (
            <OfferedSeat held={held} />
          ) : (
            <Packages
              state={offerState}
              selection={unfolding(selection, unfold)}
              isLocked={isPaying}
              isHeld={isHeld}
              isFolded={isShownFolded}
              onUnfold={unfold}
              onChooseDates={dates.choose}
            />
          )}
          {/* Not before the list is there, which would push it about. */}
          {offer && (
            <OrderSummary
              {...order}
              price={price}
              code={
                held ? null : (
                  <DiscountCode
                    {...pricing}
                    applied={quoted.applied}
                    isAsking={quoted.isAsking}
                    isLocked={isPaying}
                    isOffered={facts.codesExist && !isUpgrade(chosen)}
                  />
                )
              }
              // Beside the form there is one Pay button: its own, or the bar's where that is out of sight.
              action={
                !payButton && (
                  <NextStep
                    ref={setSummaryButton}
                    size="lg"
                    className="max-lg:hidden"
                    {...nextStep}
                  />
                )
              }
            />
          )}
        </div>
        <div className="grid min-w-0 gap-6 noscript:hidden">
          <InformationStep
            buyer={buyer}
            onChange={change}
            refused={session.fieldErrors}
            isLocked={isPaying}
            inputRefs={{ email: emailInput, fullName: nameInput }}
          />
          {chosen && isFree && (canBuy || freeSeat.ordered) ? (
            <FreeStep
              chosen={chosen}
              freeSeat={freeSeat}
              waitsFor={missing(chosen, isComplete(buyer))}
              ref={paymentPanel}
              buttonRef={setPayButton}
              onCorrect={() => leadTo(emailInput.current)}
            />
          ) : (
            <PaymentStep
              number={2}
              facts={facts}
              session={session}
              ref={paymentPanel}
              payRef={setPayButton}
              onPayable={setPayable}
              failure={failing.failure}
              checkout={
                canBuy
                  ? {
                      chosen,
                      buyer,
                      hold,
                      refresh,
                      onPaying: setPaying,
                      onFailure: failing.tell,
                    }
                  : undefined
              }
              isDetailsComplete={isComplete(buyer)}
              total={canBuy ? totalOf(order) : null}
              waitsFor={missing(chosen, isComplete(buyer) && !session.isRefused)}
              notice={paymentNotice({
                chosen: offer && chosen,
                bootcamps: offer?.bootcamps ?? [],
                canBuy: Boolean(canBuy),
                held,
                isJustLost,
                wasTried: failing.failure !== null,
                holdSeconds: facts.holdSeconds,
                onChoose: selection.choose,
                pricing,
                total: totalOf(order),
              })}
            />
          )}
        </div>
      </div>
      <p role="status" className="sr-only">
        {chosen ? `${chosen.name}, ${isFree ? 'free' : `total ${totalOf(order)}`}` : ''}
      </p>
    </Frame>
  )
}

/** Whether what is chosen could be bought while it has been chosen. */
function useWasOpen(chosen: Package | undefined): boolean {
  const [openKey, setOpenKey] = useState<string>()
  const isOpen = chosen?.standing === 'open'
  const key = chosen?.key
  useEffect(() => {
    if (isOpen) setOpenKey(key)
  }, [isOpen, key])
  return key !== undefined && openKey === key
}

/** The same function for as long as the page stands: a refusal is told once. */
function useRefresh({ refresh }: OfferState, held: HeldOffer | null, askForPrice: () => void) {
  const askForHeld = held?.retry
  return useCallback(() => {
    refresh()
    askForPrice()
    askForHeld?.()
  }, [refresh, askForPrice, askForHeld])
}

/** Whom a seat is held for; null until that is known. */
function whoIsNamed(held: HeldOffer | null) {
  if (!held || held.error) return undefined
  return held.offer ?? null
}

/** Whoever chooses in the list wants to see it. */
function unfolding(selection: Selection, unfold: () => void): Selection {
  return {
    ...selection,
    choose: (chosen) => {
      unfold()
      selection.choose(chosen)
    },
    clear: () => {
      unfold()
      selection.clear()
    },
  }
}

function leadTo(input: HTMLInputElement | null) {
  if (input) bringIntoView(input)
}

interface FrameProps {
  below?: ReactNode
  offered?: readonly BootcampPackage[] | undefined
  held?: HeldOffer | null
  children: ReactNode
}

function Frame({ below, offered, held = null, children }: FrameProps) {
  const seats = seatsEach(offered?.map(({ bootcamp }) => bootcamp))
  return (
    <PageShell headerActions={<LogoutIfSignedIn />}>
      {/* As high as the window, so that the footer does not move about in it while the list comes. */}
      <div className="shell grid min-h-[calc(100dvh-4rem)] content-start gap-8 pt-8 pb-16 lg:gap-10 lg:pt-12 lg:pb-24">
        <div className="grid gap-3">
          <h1 className="text-title font-extrabold">
            {held?.offer ? 'Take Your Seat' : 'Choose Your Bootcamp'}
          </h1>
          <p className="text-lead text-muted-foreground">
            {held?.offer
              ? "Pay in time and it's yours."
              : `One bootcamp, or all of them for less. ${seats ? `${seats}, live` : 'Live'} and online.`}
          </p>
        </div>
        {children}
      </div>
      {below}
    </PageShell>
  )
}

function missing(chosen: Package | undefined, isDetailsComplete: boolean): string | null {
  if (chosen && isDetailsComplete) return null
  if (chosen) return 'Enter your email and name to continue to payment.'
  if (isDetailsComplete) return 'Choose a bootcamp to continue to payment.'
  return 'Choose a bootcamp and enter your email and name to continue to payment.'
}

interface PackagesProps extends Omit<Parameters<typeof PackageList>[0], 'offer'> {
  state: OfferState
}

function Packages({ state, ...list }: PackagesProps) {
  const { offer, hasFailed, isFetching, refresh } = state
  if (offer) return <PackageList offer={offer} {...list} />
  if (!hasFailed) return <OfferSkeleton />
  return (
    <ErrorState title="The bootcamps couldn't be loaded" onRetry={refresh} retrying={isFetching} />
  )
}

/** A link may be older than the offer. */
function Gone() {
  return (
    <p role="status" className="flex gap-3 rounded-xl bg-build-soft p-5">
      <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-build" />
      What you were looking for is no longer available. Here's what's open.
    </p>
  )
}
