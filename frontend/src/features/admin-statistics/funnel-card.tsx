/** How many come how far, from the sales page to a paid seat. */
import { $api } from '@/api/client'
import type { components } from '@/api/schema'
import { ChartCard, ChartFailure, ChartSkeleton } from './chart-card'
import { Choice, useChoice } from './choice'

type Funnel = components['schemas']['FunnelOut']
type Step = Funnel['steps'][number]

const ways = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
] as const

export function FunnelCard() {
  const { value, choose } = useChoice('days', ways, '30')
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/statistics/funnel',
    { params: { query: { days: Number(value) } } },
    { staleTime: 0 },
  )
  return (
    <ChartCard
      title="Conversion funnel"
      definition={data?.definition}
      controls={<Choice label="Time" options={ways} value={value} onChoose={choose} />}
    >
      {data ? (
        <Steps steps={data.steps} />
      ) : error ? (
        <ChartFailure
          what="The funnel"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <ChartSkeleton what="the funnel" />
      )}
    </ChartCard>
  )
}

function Steps({ steps }: { steps: readonly Step[] }) {
  const most = Math.max(1, ...steps.map(({ count }) => count))
  return (
    <ol className="grid gap-5">
      {steps.map((step, index) => (
        <li key={step.key} className="grid gap-1.5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium">{step.name}</span>
            <span className="tabular-nums">
              <span className="text-lg font-semibold">{step.count.toLocaleString('en-US')}</span>
              <Share of={steps[index - 1]} count={step.count} />
            </span>
          </p>
          {/* The figure above it says the same. */}
          <div aria-hidden className="h-5 overflow-hidden rounded-md bg-border/70">
            <div
              className="h-full min-w-0.5 rounded-md bg-primary"
              style={{ width: `${(step.count / most) * 100}%` }}
            />
          </div>
          <p className="text-sm text-muted-foreground">{step.definition}</p>
        </li>
      ))}
    </ol>
  )
}

/** Silent where it would make no sense: nothing before it, or fewer counted than came on. */
function Share({ of: previous, count }: { of: Step | undefined; count: number }) {
  if (!previous || previous.count === 0 || count > previous.count) return null
  const percent = (count / previous.count) * 100
  const shown = percent >= 10 || percent === 0 ? Math.round(percent) : percent.toFixed(1)
  return (
    <span className="text-sm text-muted-foreground">
      {' '}
      · {shown}% of “{previous.name}”
    </span>
  )
}
