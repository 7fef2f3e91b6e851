/** A seat held for somebody from the list: what it is, how long it is held, take it or pass it on. */
import { CircleCheck, HandHeart, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import { NoticePage } from '@/components/notice-page'
import { PageShell } from '@/components/page-shell'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { formatPrice, toCents } from '@/lib/money'
import { offerCheckoutPath } from '@/lib/waiting-list'
import { NoLink } from '@/session/no-link'
import { HeldUntil, OfferedClasses, type SeatOffer, useSeatOffer } from '@/session/seat-offer'
import { Arrived } from './arrived'
import { Refusal } from './refusal'
import { SeeDates } from './see-dates'

const NOT_DECLINED = "We couldn't pass the seat on. It's still held for you. Please try again."

export function WaitingOfferPage() {
  const { token = '' } = useParams()
  const { data, error, isFetching, refetch, endsAt } = useSeatOffer(token)
  const decline = $api.useMutation('post', '/api/offers/{token}/decline', {
    // It may have ended meanwhile: then the page says so.
    onError: () => void refetch(),
  })
  if (decline.isSuccess) return <Declined isNews />
  if (error && !data)
    return (
      <NoLink
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        first={<SeeDates />}
      />
    )
  if (!data || endsAt === null) return <Loading />
  switch (data.state) {
    case 'declined':
      return <Declined />
    case 'taken':
      return <Taken name={data.name} />
    case 'expired':
      return <Expired name={data.name} />
    default:
      return (
        <Open
          offer={data}
          endsAt={endsAt}
          token={token}
          declining={decline.isPending}
          refusal={decline.error ? errorMessage(decline.error, NOT_DECLINED) : ''}
          onDecline={() => decline.mutate({ params: { path: { token } } })}
        />
      )
  }
}

interface OpenProps {
  offer: SeatOffer
  endsAt: number
  token: string
  declining: boolean
  refusal: string
  onDecline: () => void
}

function Open({ offer, endsAt, token, declining, refusal, onDecline }: OpenProps) {
  const { name, items, price, expiresAt } = offer
  const [asks, setAsks] = useState(false)
  const seats = items.length > 1 ? 'seats' : 'seat'
  return (
    <PageShell className="grid items-start sm:items-center">
      <div className="shell grid max-w-140 grid-cols-[minmax(0,1fr)] gap-5 py-6 sm:py-12">
        <div className="grid gap-2 text-center">
          <p className="text-sm font-semibold text-primary">
            {items.length > 1 ? 'Seats opened up for you' : 'A seat opened up for you'}
          </p>
          <h1 className="text-title font-extrabold wrap-anywhere">{name}</h1>
        </div>
        <Card>
          <OfferedClasses items={items} />
          <p className="flex items-baseline justify-between gap-4 border-t pt-5">
            <span className="text-lg font-semibold">Price</span>
            <span className="font-display text-3xl font-extrabold tracking-tight tabular-nums">
              {formatPrice(toCents(price), { exact: true })}
            </span>
          </p>
          <HeldUntil
            expiresAt={expiresAt}
            endsAt={endsAt}
            className="grid gap-1 rounded-xl bg-accent-soft p-4 text-center"
          />
          {refusal && <Refusal words={refusal} />}
          <div className="grid gap-3">
            <Button asChild size="lg">
              {/* Nothing to pay: the link has come by email, which is all that has to be proven. */}
              <Link to={toCents(price) > 0 ? offerCheckoutPath(token) : `/free-seat/${token}`}>
                Take the {seats}
              </Link>
            </Button>
            <Button
              variant="ghost"
              busy={declining}
              busyLabel="Passing it on…"
              onClick={() => setAsks(true)}
            >
              No, thank you
            </Button>
          </div>
        </Card>
        <p className="text-center text-sm text-balance text-muted-foreground">
          If you do nothing, the {seats} {items.length > 1 ? 'go' : 'goes'} to the next person in
          line when the time is up.
        </p>
      </div>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`Pass the ${seats} on?`}
        description={`The ${seats} ${items.length > 1 ? 'go' : 'goes'} to the next person in line right away. You can't get ${items.length > 1 ? 'them' : 'it'} back.`}
        confirmLabel={`Pass the ${seats} on`}
        cancelLabel={`Keep the ${seats}`}
        destructive
        onConfirm={() => {
          setAsks(false)
          onDecline()
        }}
      />
    </PageShell>
  )
}

/** `isNews` when it has just happened here. */
function Declined({ isNews = false }: { isNews?: boolean }) {
  return (
    <NoticePage
      icon={HandHeart}
      heading={<Arrived words="You've passed it on" isNews={isNews} />}
      actions={<SeeDates />}
    >
      <p role="status">
        Thank you for telling us: the next person in line is being offered it now.
      </p>
    </NoticePage>
  )
}

function Taken({ name }: { name: string }) {
  return (
    <NoticePage
      icon={CircleCheck}
      eyebrow={name}
      heading="The seat is yours"
      actions={
        <Button asChild size="lg">
          <Link to="/portal">Go to My Bootcamps</Link>
        </Button>
      }
    >
      <p>We've emailed you your confirmation and your join link.</p>
    </NoticePage>
  )
}

function Expired({ name }: { name: string }) {
  return (
    <NoticePage
      icon={Hourglass}
      eyebrow={name}
      heading="This offer has ended"
      actions={
        <>
          <SeeDates />
          <Button asChild size="lg" variant="outline">
            <Link to="/contact">Contact us</Link>
          </Button>
        </>
      }
    >
      <p role="status">
        The time to take the seat ran out, and it went to the next person in line. You haven't been
        charged. The first time this happens, you stay on the list, at the end of the line.
      </p>
    </NoticePage>
  )
}

function Loading() {
  return (
    <PageShell className="grid items-start sm:items-center">
      <div
        role="status"
        className="shell grid max-w-140 grid-cols-[minmax(0,1fr)] gap-5 py-6 sm:py-12"
      >
        <span className="sr-only">Loading your seat</span>
        <Skeleton className="mx-auto h-20 w-80 max-w-full rounded-2xl" />
        <Skeleton className="h-96 rounded-2xl" />
      </div>
    </PageShell>
  )
}
