/** All bootcamps at one price, or where to ask for one. */
import { ArrowRight, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { formatCents } from '@/lib/money'
import { bundleSavings, fallbackOffer, isOnHold, priceOfEverything } from '@/lib/offer'
import { priceAt, priceThenOf } from '@/lib/prices'
import { TELL_ME_OF_SEATS, waitingPath } from '@/lib/waiting-list'
import { type Bootcamp, type Bundle, useOfferedBundle } from './catalogue'
import { OfferPrice, OfferPriceNote, untilThen } from './offer-price'
import { useCheckoutPath } from './use-checkout-path'

const fallbackNames = Object.values(fallbackOffer).map(({ name }) => name)

interface BundleOfferProps {
  bootcamps: Bootcamp[] | undefined
  now: number
}

export function BundleOffer({ bootcamps, now }: BundleOfferProps) {
  const bundle = useOfferedBundle()
  return bundle ? (
    <ActiveBundle bundle={bundle} zone={zoneOf(bundle, bootcamps)} now={now} />
  ) : (
    <PricingOnRequest separately={priceOfEverything(bootcamps)} />
  )
}

/** A bundle ends its price by the clocks of its first bootcamp. */
const zoneOf = ({ bootcamps: [first] }: Bundle, bootcamps: readonly Bootcamp[] = []) =>
  bootcamps.find(({ id }) => id === first?.id)?.timezone ?? 'America/New_York'

interface ActiveBundleProps {
  bundle: Bundle
  zone: string
  now: number
}

function ActiveBundle({ bundle, zone, now }: ActiveBundleProps) {
  const price = priceAt(bundle, now)
  const { separately, saved } = bundleSavings({ ...bundle, price })
  const savedWords = (price: string) =>
    `Save ${formatCents(bundleSavings({ ...bundle, price }).saved)}`
  const checkoutPath = useCheckoutPath()
  // In the checkout its buyer can choose other dates than the bundle's own.
  const soldOut = bundle.seatsOnAnyDate === 0
  return (
    <Offer
      tagline={bundle.tagline}
      name={bundle.name}
      description={bundle.description}
      members={bundle.bootcamps}
      separately={separately}
      badge={
        saved > 0 && (
          <Badge tone="accent" {...untilThen(bundle.priceUntil, savedWords(priceThenOf(bundle)))}>
            {savedWords(price)}
          </Badge>
        )
      }
      price={
        <OfferPrice
          priced={bundle}
          now={now}
          className="font-display text-5xl leading-none font-extrabold tracking-tight tabular-nums sm:text-6xl"
        />
      }
      note={
        <OfferPriceNote
          key={bundle.id}
          priced={bundle}
          zone={zone}
          now={now}
          className="text-sm text-inverse-muted"
        />
      }
      action={
        soldOut ? (
          <>
            <p className="text-sm font-medium">{noSeatsIn(bundle)}</p>
            {bundle.waitingList ? (
              <>
                <Action to={waitingPath({ bundle: bundle.id })}>{TELL_ME_OF_SEATS}</Action>
                <Link
                  to={checkoutPath()}
                  suppressHydrationWarning
                  className="touch-target w-fit rounded-sm text-sm underline underline-offset-4 hover:decoration-2 focus-visible:outline-accent"
                >
                  See Single Bootcamps
                </Link>
              </>
            ) : (
              <Action to={checkoutPath()}>See Single Bootcamps</Action>
            )}
          </>
        ) : (
          <Action to={checkoutPath(`/checkout?bundle=${bundle.id}`)}>Choose Complete Bundle</Action>
        )
      }
    />
  )
}

const noSeatsIn = ({ bootcamps }: Bundle) =>
  isOnHold(bootcamps)
    ? 'On hold: someone is paying for the last seat.'
    : 'Sold out: one of its bootcamps is full.'

function PricingOnRequest({ separately }: { separately: number }) {
  const checkoutPath = useCheckoutPath()
  return (
    <Offer
      tagline="Build, launch and market"
      name="The Complete Bundle"
      description="All three bootcamps and both private coaching sessions: the whole journey in 90 days."
      members={fallbackNames.map((name) => ({ id: name, name }))}
      separately={separately}
      badge={null}
      price={
        <p className="font-display text-3xl leading-none font-extrabold tracking-tight sm:text-4xl">
          Contact for Pricing
        </p>
      }
      action={<Action to={checkoutPath('/checkout?bundle=true')}>Get Bundle Pricing</Action>}
    />
  )
}

function Action({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button
      asChild
      size="lg"
      variant="accent"
      className="h-auto min-h-12 w-full px-4 py-2 whitespace-normal focus-visible:outline-accent sm:w-auto sm:px-7"
    >
      <Link to={to} suppressHydrationWarning>
        {children}
        <ArrowRight aria-hidden />
      </Link>
    </Button>
  )
}

interface OfferProps {
  tagline: string
  name: string
  description: string
  members: readonly { id: string | number; name: string }[]
  separately: number
  badge: ReactNode
  price: ReactNode
  /** Until when it costs that. */
  note?: ReactNode
  action: ReactNode
}

/** One frame for both, with the same room for each part, so that neither pushes the page about. */
function Offer(props: OfferProps) {
  const { tagline, name, description, members, separately, badge, price, note, action } = props
  return (
    <section
      aria-label={name}
      className="relative isolate mt-6 grid grid-cols-[minmax(0,1fr)] gap-8 overflow-hidden rounded-2xl bg-inverse p-5 min-[23rem]:p-7 text-inverse-foreground sm:p-10 lg:grid-cols-[1.4fr_1fr] lg:items-center dark:border"
    >
      <div
        aria-hidden
        className="absolute inset-0 -z-10 bg-[radial-gradient(36rem_26rem_at_100%_100%,oklch(0.895_0.185_122/0.22),transparent)]"
      />
      <div>
        <p className="min-h-5 text-sm font-semibold text-accent">{tagline}</p>
        <h3 className="mt-2 text-3xl font-bold tracking-tight sm:text-4xl">{name}</h3>
        <p className="mt-3 min-h-12 max-w-128 text-inverse-muted max-sm:min-h-18">{description}</p>
        <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-2 text-[0.9375rem]">
          {members.map((member) => (
            <li key={member.id} className="flex items-center gap-2">
              <Check aria-hidden className="size-4 shrink-0 text-accent" strokeWidth={2.5} />
              {member.name}
            </li>
          ))}
        </ul>
      </div>
      <div className="grid content-center gap-3 lg:justify-items-end lg:text-right">
        <div className="flex min-h-7 flex-wrap items-center gap-3">
          <s className="text-xl text-inverse-muted tabular-nums">
            <span className="sr-only">Separately </span>
            {formatCents(separately)}
          </s>
          {badge}
        </div>
        <div className="grid min-h-15 content-center">{price}</div>
        {note}
        {action}
      </div>
    </section>
  )
}
