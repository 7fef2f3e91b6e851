/** `/admin/codes/:id`: one code, what it does, who used it and what that brought. */
import { Pencil, TicketPercent } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { BackButton } from '@/components/back-button'
import { CopyButton } from '@/components/copy-button'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useAdminTitle } from '@/features/admin-kit/admin-title'
import { ExportButton } from '@/features/admin-kit/export-button'
import { HistoryCard } from '@/features/admin-kit/history'
import { momentWords } from '@/features/admin-kit/moments'
import { CohortLink } from '@/features/admin-kit/record-links'
import { StatCard, StatRow } from '@/features/admin-kit/stat-card'
import { useRights } from '@/session/rights'
import { CodeState, PauseButton } from './code-rows'
import { CodeUses } from './code-uses'
import { CODES, type CodeRecord, sumOf, useCode, usePauseCode, usesOf, worthOf } from './codes'
import { lotFile } from './lots'

const CodeDialog = lazy(async () => ({ default: (await import('./code-dialog')).CodeDialog }))

interface CodePageProps {
  /** The heading is known by this id to the dashboard's own. */
  titleId: string
}

export function CodePage({ titleId }: CodePageProps) {
  const { id = '' } = useParams<'id'>()
  const isId = /^[1-9]\d{0,15}$/.test(id)
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-3">
      <BackButton to={CODES}>Back to Codes</BackButton>
      {isId ? (
        <Detail key={id} id={Number(id)} titleId={titleId} />
      ) : (
        <NotFound titleId={titleId} />
      )}
    </section>
  )
}

function Detail({ id, titleId }: { id: number; titleId: string }) {
  const { data: code, error, refetch, isFetching } = useCode(id)
  useAdminTitle(code?.code ?? 'Code', 'Codes')
  if (error instanceof ApiError && error.status === 404) return <NotFound titleId={titleId} />
  if (!code) {
    return (
      <>
        <HiddenTitle titleId={titleId} />
        {error ? (
          <ErrorState
            title="The code couldn't be loaded"
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {errorMessage(error, 'Check your connection and try again.')}
          </ErrorState>
        ) : (
          <div role="status">
            <span className="sr-only">Loading the code</span>
            <Skeleton className="h-64" />
          </div>
        )}
      </>
    )
  }
  return (
    <div className="grid min-w-0 gap-4">
      <Head code={code} titleId={titleId} />
      <Figures code={code} />
      <CodeUses codeId={code.id} zone={code.timezone} />
      <HistoryCard kind="code" id={code.id} />
    </div>
  )
}

function Head({ code, titleId }: { code: CodeRecord; titleId: string }) {
  const pausing = usePauseCode()
  const may = useRights()
  const [isEditing, setIsEditing] = useState(false)
  const link = `${window.location.origin}/?code=${code.code}`
  return (
    <Card className="gap-4 rounded-xl p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 id={titleId} className="font-mono text-2xl font-bold wrap-anywhere">
            {code.code}
          </h2>
          <CodeState code={code} />
          {code.forEmail && <Badge tone="outline">Personal</Badge>}
        </div>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={link} label="Copy link">
            Copy link
          </CopyButton>
          {may('catalogue') && (
            <>
              <PauseButton code={code} pausing={pausing} />
              <Button variant="outline" size="sm" onClick={() => setIsEditing(true)}>
                <Pencil aria-hidden />
                Edit
              </Button>
            </>
          )}
        </div>
      </div>
      <Facts code={code} />
      {isEditing && (
        <Suspense fallback={null}>
          <CodeDialog code={code} zone={code.timezone} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </Card>
  )
}

function Facts({ code }: { code: CodeRecord }) {
  const { timezone, startsAt, endsAt, perPerson, lot } = code
  const may = useRights()
  return (
    <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
      <Fact name="Discount">{worthOf(code)}</Fact>
      <Fact name="For">
        <Scopes code={code} />
      </Fact>
      <Fact name="Starts">{startsAt ? momentWords(startsAt, timezone) : 'Right away'}</Fact>
      <Fact name="Ends">{endsAt ? momentWords(endsAt, timezone) : 'Never'}</Fact>
      <Fact name="Per person">{perPerson === null ? 'No limit' : usedTimes(perPerson)}</Fact>
      <Fact name="Early prices">{code.worksWithSteps ? 'Lowers them, too' : 'Not lowered'}</Fact>
      {code.forEmail && (
        <Fact name="Restricted to">
          <Link
            to={`/admin/users?${new URLSearchParams({ search: code.forEmail })}`}
            className="rounded-sm wrap-anywhere underline underline-offset-4"
          >
            {code.forEmail}
          </Link>
        </Fact>
      )}
      <Fact name="Created">
        {momentWords(code.createdAt, timezone)}
        {code.createdBy && (
          <span className="block text-sm text-muted-foreground">by {code.createdBy}</span>
        )}
      </Fact>
      {code.note && <Fact name="Note">{code.note}</Fact>}
      {lot && (
        <Fact name="Generated together">
          <span className="flex flex-wrap items-center gap-2">
            <Link
              to={`${CODES}?${new URLSearchParams({ lot })}`}
              className="rounded-sm underline underline-offset-4"
            >
              {lot}
            </Link>
            {may('catalogue') && <ExportButton {...lotFile(lot)} isIcon />}
          </span>
        </Fact>
      )}
    </dl>
  )
}

function Scopes({ code }: { code: CodeRecord }) {
  if (code.scopes.length === 0) return 'Everything'
  return (
    <ul className="grid gap-1">
      {code.scopes.map(({ name, cohort, bundleId }) => (
        <li key={bundleId ?? cohort?.id}>
          {cohort ? (
            <CohortLink name={name} cohort={cohort} className="underline" />
          ) : (
            `${name} (bundle)`
          )}
        </li>
      ))}
    </ul>
  )
}

const usedTimes = (count: number) => (count === 1 ? 'Once' : `${count} times`)

function Figures({ code }: { code: CodeRecord }) {
  const revenue = sumOf(code.revenue)
  const discounted = sumOf(code.discounted)
  return (
    <StatRow>
      <StatCard
        name="Uses"
        value={usesOf(code)}
        definition="Purchases made with the code. A refund doesn't take one away."
      />
      {revenue && (
        <StatCard
          name="Revenue"
          value={revenue}
          definition="What was paid with the code, minus refunds."
        />
      )}
      {discounted && (
        <StatCard
          name="Discounted"
          value={discounted}
          definition="By how much the code has lowered prices in all."
        />
      )}
      <StatCard
        name="Returned"
        value={String(code.returned)}
        definition="Purchases that were refunded, so the person may use the code again."
      />
    </StatRow>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-0.5">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="min-w-0 font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

function NotFound({ titleId }: { titleId: string }) {
  return (
    <>
      <HiddenTitle titleId={titleId} />
      <EmptyState
        icon={TicketPercent}
        title="Code not found"
        action={
          <Button asChild variant="outline">
            <Link to={CODES}>All codes</Link>
          </Button>
        }
      >
        The link may be incomplete.
      </EmptyState>
    </>
  )
}

/** Names the page for those who hear it, until there is a heading to see. */
function HiddenTitle({ titleId }: { titleId: string }) {
  return (
    <h2 id={titleId} className="sr-only">
      Code
    </h2>
  )
}
