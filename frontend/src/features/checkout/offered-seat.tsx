/** In place of the packages: the one that is held for this buyer, and until when. */
import { Link } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { HeldUntil, OfferedClasses } from '@/session/seat-offer'
import { OfferSkeleton } from './offer-skeleton'
import type { HeldOffer } from './use-held-offer'

export function OfferedSeat({ held }: { held: HeldOffer }) {
  const { offer, chosen, endsAt, token, isOpen } = held
  if ((held.error && !offer) || held.isGone) return <Unknown held={held} />
  if (!offer || !chosen || endsAt === null) return <OfferSkeleton />
  return (
    <section
      aria-label="Your seat"
      className="grid gap-5 rounded-xl border bg-surface p-5 shadow-card"
    >
      <h2 className="text-xl font-bold tracking-tight wrap-anywhere">{offer.name}</h2>
      <OfferedClasses items={offer.items} />
      {isOpen && (
        <>
          <HeldUntil
            expiresAt={offer.expiresAt}
            endsAt={endsAt}
            className="grid gap-1 rounded-xl bg-accent-soft p-4"
          />
          <Button asChild variant="link" size="sm" className="justify-self-start">
            <Link to={`/offer/${token}`}>No, thank you</Link>
          </Button>
        </>
      )}
    </section>
  )
}

/** A link that is none, or a server that could not be asked. */
function Unknown({ held }: { held: HeldOffer }) {
  const { error, isGone, isFetching, retry } = held
  const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429
  if (!isRefusal && !isGone) {
    return <ErrorState title="Your seat couldn't be loaded" onRetry={retry} retrying={isFetching} />
  }
  return (
    <div role="alert" className="grid justify-items-start gap-4 rounded-xl bg-market-soft/60 p-5">
      <p className="font-medium">{errorMessage(error, 'This class is no longer on sale.')}</p>
      <Button asChild variant="outline">
        <Link to="/checkout">See open dates</Link>
      </Button>
    </div>
  )
}
