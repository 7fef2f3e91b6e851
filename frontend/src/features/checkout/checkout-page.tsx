/** Choosing a package and paying for it: packages and summary on one side, the form on the other. */
import { Info } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PageShell } from '@/components/page-shell'
import { ErrorState } from '@/components/ui/error-state'
import { useCountOpening } from '@/session/count-opening'
import { InformationStep } from './information-step'
import { NothingForSale } from './nothing-for-sale'
import { OfferSkeleton } from './offer-skeleton'
import { OrderSummary, TotalBar, totalOf } from './order-summary'
import type { Package } from './package'
import { PackageList } from './package-list'
import { PaymentStep } from './payment-step'
import { UnavailableNotice } from './unavailable-notice'
import { isComplete, useBuyer } from './use-buyer'
import { useCheckoutFacts } from './use-checkout-facts'
import { type OfferState, useOffer } from './use-offer'
import { usePaymentSession } from './use-payment-session'
import { useSeatHold } from './use-seat-hold'
import { useSelection } from './use-selection'

export function CheckoutPage() {
  useCountOpening('checkout')
  const facts = useCheckoutFacts()
  const offerState = useOffer(facts.owned)
  const { offer, refresh } = offerState
  const selection = useSelection(offer)
  const { chosen } = selection
  const { buyer, change } = useBuyer()
  const hold = useSeatHold(facts.hold)
  const [isPaying, setPaying] = useState(false)

  const isHeld = ({ key }: Package) => hold.of(key)?.isOver === false
  // A seat that this buyer holds is missing from the count; it is not sold out for them.
  const canBuy = chosen && (chosen.standing === 'open' || isHeld(chosen) || isPaying)
  const session = usePaymentSession({
    chosen: canBuy && facts.isKnown ? chosen : undefined,
    buyer,
    onConflict: refresh,
  })
  const order = { chosen, totalAmount: session.payment?.totalAmount }
  if (offer && offer.bundles.length + offer.bootcamps.length === 0) {
    return (
      <Frame>
        <NothingForSale />
      </Frame>
    )
  }

  return (
    <Frame below={<TotalBar {...order} />}>
      {/* What takes the focus on a phone comes to rest above the bar with the total. */}
      <div className="grid items-start gap-8 max-lg:[&_:is(a,button,input)]:scroll-mb-20 lg:grid-cols-[minmax(0,1fr)_28rem] lg:gap-12">
        <div className="grid min-w-0 gap-8">
          {selection.isGone && <Gone />}
          <Packages state={offerState} selection={selection} isLocked={isPaying} isHeld={isHeld} />
          <OrderSummary {...order} />
        </div>
        <div className="grid min-w-0 gap-6">
          <InformationStep
            buyer={buyer}
            onChange={change}
            refused={session.fieldErrors}
            isLocked={isPaying}
          />
          <PaymentStep
            facts={facts}
            session={session}
            checkout={canBuy ? { chosen, buyer, hold, refresh, onPaying: setPaying } : undefined}
            isDetailsComplete={isComplete(buyer)}
            total={canBuy ? totalOf(order) : null}
            waitsFor={missing(chosen, isComplete(buyer))}
            notice={
              chosen &&
              offer &&
              !canBuy && (
                <UnavailableNotice
                  chosen={chosen}
                  bootcamps={offer.bootcamps}
                  onChoose={selection.choose}
                />
              )
            }
          />
        </div>
      </div>
      <p role="status" className="sr-only">
        {chosen ? `${chosen.name}, total ${totalOf(order)}` : ''}
      </p>
    </Frame>
  )
}

function Frame({ below, children }: { below?: ReactNode; children: ReactNode }) {
  return (
    <PageShell>
      <div className="shell grid gap-8 pt-8 pb-16 lg:gap-10 lg:pt-12 lg:pb-24">
        <div className="grid gap-3">
          <h1 className="text-title font-extrabold">Choose Your Bootcamp</h1>
          <p className="text-lead text-muted-foreground">
            One bootcamp, or all of them for less. Twenty seats each, live and online.
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
  if (chosen) return 'Fill in your email and full name, and the payment form appears here.'
  if (isDetailsComplete) return 'Choose a bootcamp, and the payment form appears here.'
  return 'Choose a bootcamp and fill in your information, and the payment form appears here.'
}

interface PackagesProps extends Omit<Parameters<typeof PackageList>[0], 'offer'> {
  state: OfferState
}

function Packages({ state, ...list }: PackagesProps) {
  const { offer, hasFailed, isFetching, refresh } = state
  if (offer) return <PackageList offer={offer} {...list} />
  if (!hasFailed) return <OfferSkeleton />
  return (
    <ErrorState title="The bootcamps could not be loaded" onRetry={refresh} retrying={isFetching} />
  )
}

/** A link may be older than the offer. */
function Gone() {
  return (
    <p role="status" className="flex gap-3 rounded-xl bg-build-soft p-5">
      <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-build" />
      What you were looking for is no longer on sale. Here is what is.
    </p>
  )
}
