/** `/admin/users/:id`, or `/admin/users/guest?email=`: everything the desk knows of one person. */
import { UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import { BackButton } from '@/components/back-button'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useAdminTitle } from '@/features/admin-kit/admin-title'
import { Notes } from '@/features/admin-kit/notes'
import { asked, personPath, type Who } from '@/features/admin-kit/record-links'
import { formatCents, toCents } from '@/lib/money'
import { nameOf, type PersonDetail, usePerson } from './people'
import { GuestHead, MemberHead } from './person-head'
import { PurchaseHistory } from './purchase-history'
import { type PersonRecord, useGuest, useRecord, useRecordChanged } from './record'
import { Coaching, Consent, Disputes, History, Messages, Seats } from './record-sections'

const USERS = '/admin/users'

interface PersonPageProps {
  /** The heading is known by this id to the dashboard's own. */
  titleId: string
}

export function PersonPage({ titleId }: PersonPageProps) {
  const { id = '' } = useParams<'id'>()
  const [params] = useSearchParams()
  const email = (params.get('email') ?? '').trim().slice(0, 255)
  const isId = /^[1-9]\d{0,15}$/.test(id)
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-4">
      <BackButton to={USERS}>Back to Users</BackButton>
      {isId ? (
        <Detail key={id} id={Number(id)} titleId={titleId} />
      ) : id === 'guest' && email ? (
        <GuestDetail key={email} email={email} titleId={titleId} />
      ) : (
        <NotFound titleId={titleId} />
      )}
    </section>
  )
}

function Detail({ id, titleId }: { id: number; titleId: string }) {
  const { data: person, error, refetch, isFetching } = usePerson(id)
  useAdminTitle(person ? nameOf(person) : 'User', 'Users')
  if (error instanceof ApiError && error.status === 404) return <NotFound titleId={titleId} />
  if (person) {
    return (
      <Record
        who={{ userId: id, email: person.email }}
        figures={person.stats}
        purchases={person.purchases}
        head={(record) => <MemberHead person={person} titleId={titleId} record={record} />}
      />
    )
  }
  return (
    <Waiting
      titleId={titleId}
      error={error}
      isFetching={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

function GuestDetail({ email, titleId }: { email: string; titleId: string }) {
  const { data: guest, error, refetch, isFetching } = useGuest(email)
  useAdminTitle(guest ? guest.name || guest.email : 'Guest', 'Users')
  if (error instanceof ApiError && error.status === 404) {
    return <NotFound titleId={titleId}>No one has bought or attended with {email}.</NotFound>
  }
  if (!guest) {
    return (
      <Waiting
        titleId={titleId}
        error={error}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  // Nobody's as a guest, and somebody's account.
  if (guest.accountId !== null && !guest.name) {
    return <Navigate to={personPath({ userId: guest.accountId, email })} replace />
  }
  return (
    <Record
      who={{ userId: null, email: guest.email }}
      figures={guest.stats}
      purchases={guest.purchases}
      head={(record) => <GuestHead guest={guest} titleId={titleId} record={record} />}
    />
  )
}

interface WaitingProps {
  titleId: string
  error: unknown
  isFetching: boolean
  onRetry: () => void
}

function Waiting({ titleId, error, isFetching, onRetry }: WaitingProps) {
  return (
    <>
      <HiddenTitle titleId={titleId}>User</HiddenTitle>
      {error ? (
        <ErrorState title="Failed to load user details" onRetry={onRetry} retrying={isFetching}>
          {errorMessage(error, 'Check your connection and try again.')}
        </ErrorState>
      ) : (
        <Loading />
      )}
    </>
  )
}

interface RecordProps {
  who: Who
  figures: PersonDetail['stats']
  purchases: PersonDetail['purchases']
  head: (record: PersonRecord | undefined) => ReactNode
}

/** What was bought stands first: it is what most calls are about. */
function Record({ who, figures, purchases, head }: RecordProps) {
  const { data: record, error, refetch, isFetching } = useRecord(who)
  const changed = useRecordChanged()
  return (
    <>
      {head(record)}
      <Figures stats={figures} />
      <PurchaseHistory purchases={purchases} email={who.email} />
      {error ? (
        <ErrorState
          title="The rest of the record couldn't be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {errorMessage(error, 'Check your connection and try again.')}
        </ErrorState>
      ) : record ? (
        <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid min-w-0 gap-4">
            <Seats seats={record.seats} />
            <Coaching coaching={record.coaching} />
            <Messages
              messages={record.messages}
              messagesTotal={record.messagesTotal}
              email={who.email}
            />
          </div>
          <div className="grid min-w-0 gap-4">
            <Card className="gap-0 rounded-xl p-4 sm:p-5">
              <Notes
                notes={record.notes}
                namesPurchases
                add={(text) =>
                  api.POST('/api/admin/people/notes', {
                    body: { userId: null, email: '', ...asked(who), text },
                  })
                }
                onChange={changed}
              />
            </Card>
            <Disputes disputes={record.disputes} />
            <Consent textConsents={record.textConsents} suppressions={record.suppressions} />
            <History audit={record.audit} />
          </div>
        </div>
      ) : (
        <RecordSkeleton />
      )}
    </>
  )
}

function RecordSkeleton() {
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <span className="sr-only">Loading the rest of the record</span>
      <Skeleton className="h-64 rounded-xl" />
      <Skeleton className="h-64 rounded-xl" />
    </div>
  )
}

function Figures({ stats }: Pick<PersonDetail, 'stats'>) {
  const figures = [
    ['Total Purchases', stats.totalPurchases, 'All purchases, including failed ones.'],
    ['Completed Purchases', stats.completedPurchases, 'Paid and not refunded.'],
    ...(stats.totalSpent === null
      ? []
      : [['Total Spent', formatCents(toCents(stats.totalSpent)), 'Paid minus refunded.'] as const]),
  ] as const
  return (
    <dl className="grid grid-cols-3 gap-2 sm:gap-3">
      {figures.map(([name, value, definition]) => (
        <Card key={name} className="content-start gap-0 rounded-xl p-3 sm:px-4 sm:py-3">
          <dt className="text-sm text-muted-foreground">{name}</dt>
          <dd className="grid">
            <span className="font-display text-xl font-bold tracking-tight tabular-nums">
              {value}
            </span>
            <span className="text-sm text-muted-foreground max-sm:sr-only">{definition}</span>
          </dd>
        </Card>
      ))}
    </dl>
  )
}

function NotFound({ titleId, children }: { titleId: string; children?: ReactNode }) {
  return (
    <>
      <HiddenTitle titleId={titleId}>User</HiddenTitle>
      <EmptyState
        icon={UserX}
        title="User not found"
        action={
          <Button asChild variant="outline">
            <Link to={USERS}>All users</Link>
          </Button>
        }
      >
        {children ?? 'The account may have been deleted, or the link is incomplete.'}
      </EmptyState>
    </>
  )
}

/** Names the page for those who hear it, until there is a heading to see. */
function HiddenTitle({ titleId, children }: { titleId: string; children: ReactNode }) {
  return (
    <h2 id={titleId} className="sr-only">
      {children}
    </h2>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading user details</span>
      <Skeleton className="h-56 rounded-2xl" />
      <div className="grid gap-4 sm:grid-cols-3">
        <Skeleton className="h-28 rounded-2xl" />
        <Skeleton className="h-28 rounded-2xl" />
        <Skeleton className="h-28 rounded-2xl" />
      </div>
      <Skeleton className="h-56 rounded-2xl" />
    </div>
  )
}
