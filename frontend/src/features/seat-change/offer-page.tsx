/** A seat offered by somebody: what it is, and the button that accepts it. */
import { Armchair, CircleCheck, Gift } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import { isAnswer } from '@/api/is-answer'
import type { components } from '@/api/schema'
import { FullPageSpinner } from '@/components/full-page-spinner'
import { NoticePage } from '@/components/notice-page'
import { PageShell } from '@/components/page-shell'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { formatDate } from '@/lib/dates'
import { ClosedLink } from './closed-link'
import { Hours } from './hours'
import { Refusal } from './refusal'

type Offer = components['schemas']['SeatOfferOut']
type Accepted = components['schemas']['SeatAcceptedOut']

const FALLBACK = "The offer couldn't be loaded. Check your connection and try again."
const NOT_ACCEPTED = "We couldn't give you the seat. Please try again."

export function OfferPage() {
  const { token = '' } = useParams()
  // A POST, because the token must stay out of addresses; it changes nothing.
  const { data, error, isFetching, refetch } = $api.useQuery(
    'post',
    '/api/seat-offer/look',
    { body: { token } },
    { staleTime: 0, gcTime: 0 },
  )
  const accept = $api.useMutation('post', '/api/seat-offer/accept')
  if (accept.data) return <TakenOver seat={accept.data} />
  if (error && (!data || isAnswer(error))) {
    return (
      <ClosedLink
        icon={Gift}
        heading="This offer is over"
        fallback={FALLBACK}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return <FullPageSpinner />
  return (
    <OpenOffer
      offer={data}
      busy={accept.isPending}
      refusal={accept.error ? errorMessage(accept.error, NOT_ACCEPTED) : ''}
      onAccept={() => accept.mutate({ body: { token } })}
    />
  )
}

interface OpenOfferProps {
  offer: Offer
  busy: boolean
  refusal: string
  onAccept: () => void
}

function OpenOffer({ offer, busy, refusal, onAccept }: OpenOfferProps) {
  return (
    <PageShell className="grid items-start sm:items-center">
      <div className="shell grid max-w-140 grid-cols-[minmax(0,1fr)] gap-5 py-6 sm:py-16">
        <div className="grid gap-2 text-center">
          <p className="text-sm font-semibold text-primary">{offer.giver} has a seat for you</p>
          <h1 className="text-title font-extrabold wrap-anywhere">{offer.name}</h1>
        </div>
        <Card>
          <p className="flex gap-3">
            <Armchair aria-hidden className="mt-0.5 size-5 shrink-0 opacity-70" />
            <Hours {...offer} />
          </p>
          {refusal && <Refusal words={refusal} />}
          <Button size="lg" busy={busy} busyLabel="Accepting…" onClick={onAccept}>
            Accept the seat
          </Button>
        </Card>
        <p className="text-center text-sm text-muted-foreground">
          It's free for you. We'll email you your join link. Accept by{' '}
          {formatDate(offer.expiresAt, offer.timezone)}. Don't want it? Just ignore this.
        </p>
      </div>
    </PageShell>
  )
}

function TakenOver({ seat }: { seat: Accepted }) {
  return (
    <NoticePage
      icon={CircleCheck}
      eyebrow={seat.name}
      heading="The seat is yours"
      actions={
        seat.hasAccount ? (
          <Button asChild size="lg">
            <Link to="/portal">Open your portal</Link>
          </Button>
        ) : (
          <Button asChild size="lg" variant="outline">
            <Link to="/">See all bootcamps</Link>
          </Button>
        )
      }
    >
      <Hours {...seat} />
      <p role="status">
        We've emailed you your join link and a calendar file
        {seat.hasAccount ? '.' : ', and a link to create your account.'}
      </p>
    </NoticePage>
  )
}
