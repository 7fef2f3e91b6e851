/** Where the link in the email leads: one button. Opening the page keeps nothing; mail scanners do that. */
import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Hourglass, TicketX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'
import { NoticePage } from '@/components/notice-page'
import { PageShell } from '@/components/page-shell'
import { SessionTime } from '@/components/session-time'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { formatMoment, viewerZone } from '@/lib/dates'
import { ClockNote } from '@/session/clock-note'
import { keepPurchase } from '@/session/invitation'
import { NoLink } from '@/session/no-link'

type FreeSeat = components['schemas']['FreeSeatLookOut']

const NOT_CONFIRMED = "We couldn't confirm your seat. Nothing has changed. Please try again."

/** Pressing again would not help. */
const NOT_TO_BE_HAD = new Set(['sold_out', 'not_on_sale', 'code_gone'])

export function FreeSeatPage() {
  const { token = '' } = useParams()
  const { data, error, isFetching, refetch } = $api.useQuery(
    'post',
    '/api/free-seat/look',
    { body: { token } },
    { staleTime: 0, gcTime: 0 },
  )
  const confirm = useConfirm(() => void refetch())
  const refusal = confirm.error instanceof ApiError ? confirm.error : null
  if (refusal?.code === 'already_enrolled')
    return <HasSeat words={errorMessage(refusal, NOT_CONFIRMED)} />
  if (refusal && NOT_TO_BE_HAD.has(refusal.code ?? '')) {
    return <NotKept refusal={refusal} name={data?.name} />
  }
  if (error && !data) {
    return (
      <NoLink
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        first={<OpenDates />}
      />
    )
  }
  if (!data) return <Loading />
  if (data.state === 'confirmed' && !confirm.isPending && !confirm.isSuccess)
    return <Confirmed name={data.name} />
  if (data.state === 'over') return <Over seat={data} />
  return (
    <Open
      seat={data}
      busy={confirm.isPending || confirm.isSuccess}
      problem={confirm.error ? errorMessage(confirm.error, NOT_CONFIRMED) : ''}
      onConfirm={() => confirm.mutate({ body: { token } })}
    />
  )
}

function useConfirm(onRefused: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return $api.useMutation('post', '/api/free-seat/confirm', {
    onSuccess: (answer) => {
      keepPurchase(answer)
      void queryClient.invalidateQueries({ refetchType: 'none' })
      void navigate('/confirmation?direct_success=true', { replace: true })
    },
    // Its time may be up: then the page says so.
    onError: onRefused,
  })
}

interface OpenProps {
  seat: FreeSeat
  busy: boolean
  problem: string
  onConfirm: () => void
}

function Open({ seat, busy, problem, onConfirm }: OpenProps) {
  const { name, items, email, confirmUntil, isHeld } = seat
  const several = items.length > 1
  const until = formatMoment(confirmUntil, viewerZone())
  return (
    <PageShell className="grid items-start sm:items-center">
      <div className="shell grid max-w-140 grid-cols-[minmax(0,1fr)] gap-5 py-6 sm:py-12">
        <div className="grid gap-2 text-center">
          <p className="text-sm font-semibold text-primary">One click to go</p>
          <h1 className="text-title font-extrabold wrap-anywhere">{name}</h1>
        </div>
        <Card>
          <ul className="grid gap-4">
            {items.map(({ name: title, ...hours }) => (
              <li key={`${title} ${hours.startDate}`} className="grid gap-1">
                {several && <span className="font-semibold">{title}</span>}
                <SessionTime {...hours} />
                <ClockNote {...hours} className="text-muted-foreground" />
              </li>
            ))}
          </ul>
          <p className="border-t pt-5 text-muted-foreground">
            For {email}. It's free.{' '}
            {isHeld
              ? `We're holding your ${several ? 'seats' : 'seat'} until ${until}.`
              : `You can confirm until ${until}, as long as there's a seat left.`}
          </p>
          {problem && (
            <p role="alert" className="rounded-xl bg-market-soft p-4 text-market">
              {problem}
            </p>
          )}
          <Button size="lg" busy={busy} busyLabel="Confirming…" onClick={onConfirm}>
            Confirm my {several ? 'seats' : 'seat'}
          </Button>
        </Card>
        <p className="text-center text-sm text-muted-foreground">
          If you didn't ask for this, close the page. Nothing happens.
        </p>
      </div>
    </PageShell>
  )
}

function Confirmed({ name }: { name: string }) {
  return (
    <NoticePage
      icon={CircleCheck}
      eyebrow={name}
      heading="Your seat is confirmed"
      actions={<ToPortal />}
    >
      <p role="status">We've emailed you your confirmation and your join link.</p>
    </NoticePage>
  )
}

function HasSeat({ words }: { words: string }) {
  return (
    <NoticePage icon={CircleCheck} heading="You're already in" actions={<ToPortal />}>
      <p role="alert">{words} There's one free seat for each person.</p>
    </NoticePage>
  )
}

function NotKept({ refusal, name }: { refusal: ApiError; name: string | undefined }) {
  const heading = refusal.code === 'code_gone' ? 'Your code is used up' : "There's no seat left"
  return (
    <NoticePage icon={TicketX} eyebrow={name} heading={heading} actions={<Ways />}>
      <p role="alert">{errorMessage(refusal, NOT_CONFIRMED)}</p>
    </NoticePage>
  )
}

function Over({ seat: { name, bootcampId, bundleId } }: { seat: FreeSeat }) {
  const what = bundleId ? `bundle=${bundleId}` : `bootcamp=${bootcampId}`
  return (
    <NoticePage
      icon={Hourglass}
      eyebrow={name}
      heading="This link has expired"
      actions={<Ways first={<Link to={`/checkout?${what}`}>Ask for a new link</Link>} />}
    >
      <p role="status">
        It wasn't confirmed within 30 minutes, or you've asked for another one since. No seat was
        kept.
      </p>
    </NoticePage>
  )
}

function OpenDates() {
  return (
    <Button asChild size="lg">
      <Link to="/checkout">See open dates</Link>
    </Button>
  )
}

function Ways({ first }: { first?: ReactNode }) {
  return (
    <>
      {first ? (
        <Button asChild size="lg">
          {first}
        </Button>
      ) : (
        <OpenDates />
      )}
      <Button asChild size="lg" variant="outline">
        <Link to="/contact">Contact us</Link>
      </Button>
    </>
  )
}

function ToPortal() {
  return (
    <Button asChild size="lg">
      <Link to="/portal">Go to My Bootcamps</Link>
    </Button>
  )
}

function Loading() {
  return (
    <PageShell className="grid items-start sm:items-center">
      <div role="status" className="shell grid max-w-140 gap-5 py-6 sm:py-12">
        <span className="sr-only">Loading your seat</span>
        <Skeleton className="mx-auto h-20 w-80 max-w-full rounded-2xl" />
        <Skeleton className="h-72 rounded-2xl" />
      </div>
    </PageShell>
  )
}
