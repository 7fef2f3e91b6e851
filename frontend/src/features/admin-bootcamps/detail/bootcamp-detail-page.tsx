/** `/admin/bootcamps/:id`: the home of one bootcamp, with its people first and the rest behind tabs. */
import { GraduationCap } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { BackButton } from '@/components/back-button'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { useAdminTitle } from '@/features/admin-kit/admin-title'
import type { ClassChangeParts } from '@/features/admin-kit/class-change'
import { phaseOf, useNow } from '@/features/admin-kit/class-clock'
import { NotInYourRole } from '@/features/admin-kit/not-in-your-role'
import type { ReadinessBoardPart } from '@/features/admin-kit/readiness'
import { cohortName } from '@/lib/cohorts'
import { useNarrow } from '@/lib/use-narrow'
import { useRights } from '@/session/rights'
import { isCanceled } from '../bootcamp-form'
import { BootcampFacts } from './bootcamp-facts'
import { type AdminBootcamp, useBootcamp } from './bootcamp-query'
import { CohortHead } from './cohort-head'
import { CohortTabs, type TabPath, tabs } from './cohort-tabs'
import { DetailSkeleton } from './detail-skeleton'
import { MeetingCard } from './meeting-card'
import { MessagesTab } from './messages-tab'
import { MoneyCard } from './money-card'
import { PeopleTab } from './people-tab'
import { PricesCard } from './prices-card'
import { ResourcesCard } from './resources/resources-card'
import { SettingsTab } from './settings-tab'
import { WaitingTab } from './waiting/waiting-tab'

const BOOTCAMPS = '/admin/bootcamps'

interface BootcampDetailPageProps {
  /** The heading is known by this id to the dashboard's own. */
  titleId: string
  /** Canceling or moving its class: another feature's, handed over by the shell. */
  classChange?: ClassChangeParts
  /** Whether its class is ready: likewise. */
  Readiness?: ReadinessBoardPart
}

export function BootcampDetailPage({ titleId, classChange, Readiness }: BootcampDetailPageProps) {
  const { id = '', tab = '' } = useParams<'id' | 'tab'>()
  const isId = /^[1-9]\d{0,15}$/.test(id)
  const open = tabs.find(({ path }) => path === tab)
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-2">
      <BackButton to={BOOTCAMPS}>Back to Bootcamps</BackButton>
      {/* Keyed: nothing that was opened or typed for one bootcamp may reach another. */}
      {isId && open ? (
        <Detail
          key={id}
          id={Number(id)}
          tab={open}
          titleId={titleId}
          classChange={classChange}
          Readiness={Readiness}
        />
      ) : (
        <NotFound titleId={titleId} />
      )}
    </section>
  )
}

interface DetailProps {
  id: number
  tab: (typeof tabs)[number]
  titleId: string
  classChange: ClassChangeParts | undefined
  Readiness: ReadinessBoardPart | undefined
}

function Detail({ id, tab, titleId, classChange, Readiness }: DetailProps) {
  const { data: bootcamp, error, refetch, isFetching } = useBootcamp(id)
  const may = useRights()
  const isNarrow = useNarrow()
  const now = useNow()
  const name = bootcamp ? cohortName(bootcamp.name, bootcamp) : 'Bootcamp'
  useAdminTitle(tab.path ? `${tab.name} · ${name}` : name, 'Bootcamps')
  if (error instanceof ApiError && error.status === 404) return <NotFound titleId={titleId} />
  if (bootcamp) {
    return (
      <div className="grid min-w-0 gap-4">
        <CohortHead bootcamp={bootcamp} titleId={titleId} now={now} classChange={classChange} />
        <CohortTabs
          bootcampId={id}
          open={tab.path}
          hasChange={bootcamp.classChange !== null && classChange !== undefined}
          isComing={
            Readiness !== undefined && !isCanceled(bootcamp) && phaseOf(bootcamp, now) !== 'ended'
          }
        />
        {may(tab.right) ? (
          <Part
            path={tab.path}
            bootcamp={bootcamp}
            now={now}
            classChange={classChange}
            Readiness={Readiness}
          />
        ) : (
          <NotInYourRole />
        )}
        {isNarrow && <BootcampFacts bootcamp={bootcamp} now={now} />}
      </div>
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

interface PartProps {
  path: TabPath
  bootcamp: AdminBootcamp
  now: number
  classChange: ClassChangeParts | undefined
  Readiness: ReadinessBoardPart | undefined
}

function Part({ path, bootcamp, now, classChange, Readiness }: PartProps) {
  switch (path) {
    case '':
      return <PeopleTab bootcamp={bootcamp} now={now} />
    case 'readiness':
      return Readiness && <Readiness bootcampId={bootcamp.id} />
    case 'change':
      return classChange && <classChange.Board bootcamp={bootcamp} />
    case 'waiting':
      return <WaitingTab bootcamp={bootcamp} now={now} />
    case 'messages':
      return <MessagesTab bootcamp={bootcamp} />
    case 'resources':
      return <ResourcesCard bootcampId={bootcamp.id} />
    case 'meeting':
      return <MeetingCard bootcamp={bootcamp} />
    case 'prices':
      return <PricesCard bootcamp={bootcamp} />
    case 'money':
      return <MoneyCard bootcampId={bootcamp.id} />
    case 'settings':
      return <SettingsTab bootcamp={bootcamp} />
  }
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
