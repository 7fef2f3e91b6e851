/** `/admin/users/:id`: one person with their figures and everything they bought. */
import { UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { BackButton } from '@/components/back-button'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useAdminTitle } from '@/features/admin-kit/admin-title'
import { formatCents, toCents } from '@/lib/money'
import { nameOf, type PersonDetail, usePerson } from './people'
import { Joined } from './people-rows'
import { PeopleWindows } from './people-windows'
import { PersonActions } from './person-actions'
import { PersonRole, PersonStatus } from './person-badges'
import { PurchaseHistory } from './purchase-history'
import { usePeopleDesk } from './use-people-desk'

const USERS = '/admin/users'
const SUPPRESSED = '/admin/communications/suppressed'

interface PersonPageProps {
  /** The heading is known by this id to the dashboard's own. */
  titleId: string
}

export function PersonPage({ titleId }: PersonPageProps) {
  const { id = '' } = useParams<'id'>()
  const isId = /^[1-9]\d{0,15}$/.test(id)
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-6">
      <BackButton to={USERS}>Back to Users</BackButton>
      {isId ? (
        <Detail key={id} id={Number(id)} titleId={titleId} />
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
      <>
        <Facts person={person} titleId={titleId} />
        <Figures stats={person.stats} />
        <PurchaseHistory purchases={person.purchases} />
      </>
    )
  }
  return (
    <>
      <HiddenTitle titleId={titleId}>User</HiddenTitle>
      {error ? (
        <ErrorState
          title="Failed to load user details"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {errorMessage(error, 'Check your connection and try again.')}
        </ErrorState>
      ) : (
        <Loading />
      )}
    </>
  )
}

function Facts({ person, titleId }: { person: PersonDetail; titleId: string }) {
  const navigate = useNavigate()
  const desk = usePeopleDesk({ onDeleted: () => void navigate(USERS, { replace: true }) })
  return (
    <Card className="gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid min-w-0 gap-2.5">
          <div className="flex flex-wrap items-center gap-1.5">
            <PersonStatus {...person} />
            <PersonRole {...person} />
            {person.isCoach && <Badge tone="outline">Coach</Badge>}
          </div>
          <h2 id={titleId} className="text-2xl font-bold tracking-tight break-words">
            {nameOf(person)}
          </h2>
        </div>
        <PersonActions person={person} desk={desk} withDetails={false}>
          Actions
        </PersonActions>
      </div>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <Fact name="Full name">{person.fullName || '–'}</Fact>
        <Fact name="Email">
          <span className="wrap-anywhere">{person.email}</span>
          <span className="block text-sm text-muted-foreground">
            {person.emailVerified ? 'Verified' : 'Not verified yet'}
          </span>
          {person.mailStopped && (
            <span className="block text-sm text-destructive">
              {person.mailStopped}.
              <Link to={SUPPRESSED} className="block w-fit underline underline-offset-4">
                See suppressed addresses
              </Link>
            </span>
          )}
        </Fact>
        <Fact name="Role">{person.role === 'ADMIN' ? 'Admin' : 'Student'}</Fact>
        <Fact name="Joined">
          <Joined at={person.createdAt} />
        </Fact>
        {person.phone && <Fact name="Phone">{person.phone}</Fact>}
      </dl>
      <PeopleWindows desk={desk} />
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="min-w-0 font-medium">{children}</dd>
    </div>
  )
}

function Figures({ stats }: Pick<PersonDetail, 'stats'>) {
  const figures = [
    ['Total Purchases', stats.totalPurchases, 'All purchases, including failed ones.'],
    ['Completed Purchases', stats.completedPurchases, 'Paid and not refunded.'],
    ['Total Spent', formatCents(toCents(stats.totalSpent)), 'Paid minus refunded.'],
  ] as const
  return (
    <dl className="grid gap-3 sm:grid-cols-3 sm:gap-4">
      {figures.map(([name, value, definition]) => (
        <Card key={name} className="content-start gap-1 rounded-xl p-4 sm:rounded-2xl sm:p-5">
          <dt className="text-sm text-muted-foreground">{name}</dt>
          <dd className="grid gap-1">
            <span className="font-display text-2xl font-bold tracking-tight tabular-nums sm:text-3xl">
              {value}
            </span>
            <span className="text-sm text-muted-foreground">{definition}</span>
          </dd>
        </Card>
      ))}
    </dl>
  )
}

function NotFound({ titleId }: { titleId: string }) {
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
        The account may have been deleted, or the link is incomplete.
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
