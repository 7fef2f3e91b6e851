/** `/admin/bootcamps/:id`: one bootcamp with its meeting, its people and its material. */
import { GraduationCap } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { BackButton } from '@/components/back-button'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { useAdminTitle } from '@/features/admin-kit/admin-title'
import { cohortName } from '@/lib/cohorts'
import { BootcampActions } from './bootcamp-actions'
import { BootcampFacts } from './bootcamp-facts'
import { useBootcamp } from './bootcamp-query'
import { DetailSkeleton } from './detail-skeleton'
import { MeetingCard } from './meeting-card'
import { PeopleCard } from './people-card'
import { ResourcesCard } from './resources/resources-card'

const BOOTCAMPS = '/admin/bootcamps'

interface BootcampDetailPageProps {
  /** The heading is known by this id to the dashboard's own. */
  titleId: string
}

export function BootcampDetailPage({ titleId }: BootcampDetailPageProps) {
  const { id = '' } = useParams<'id'>()
  const isId = /^[1-9]\d{0,15}$/.test(id)
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-6">
      <BackButton to={BOOTCAMPS}>Back to Bootcamps</BackButton>
      {/* Keyed: nothing that was opened or typed for one bootcamp may reach another. */}
      {isId ? (
        <Detail key={id} id={Number(id)} titleId={titleId} />
      ) : (
        <NotFound titleId={titleId} />
      )}
    </section>
  )
}

function Detail({ id, titleId }: { id: number; titleId: string }) {
  const { data: bootcamp, error, refetch, isFetching } = useBootcamp(id)
  useAdminTitle(bootcamp ? cohortName(bootcamp.name, bootcamp) : 'Bootcamp', 'Bootcamps')
  if (error instanceof ApiError && error.status === 404) return <NotFound titleId={titleId} />
  if (bootcamp) {
    return (
      <>
        <BootcampActions bootcamp={bootcamp} />
        <BootcampFacts bootcamp={bootcamp} titleId={titleId} />
        <div className="grid min-w-0 items-start gap-6 lg:grid-cols-2">
          <div className="grid min-w-0 gap-6">
            <MeetingCard bootcamp={bootcamp} />
            <PeopleCard bootcamp={bootcamp} />
          </div>
          <ResourcesCard bootcampId={id} />
        </div>
      </>
    )
  }
  return (
    <>
      <HiddenTitle titleId={titleId}>Bootcamp</HiddenTitle>
      {error ? (
        <ErrorState
          title="Error loading bootcamp"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {errorMessage(error, 'Check your connection and try again.')}
        </ErrorState>
      ) : (
        <DetailSkeleton />
      )}
    </>
  )
}

function NotFound({ titleId }: { titleId: string }) {
  return (
    <>
      <HiddenTitle titleId={titleId}>Bootcamp</HiddenTitle>
      <EmptyState
        icon={GraduationCap}
        title="Bootcamp not found"
        action={
          <Button asChild variant="outline">
            <Link to={BOOTCAMPS}>All bootcamps</Link>
          </Button>
        }
      >
        It may have been deleted, or the link is incomplete.
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
