/** What the class brought, and the way to the purchases behind it. */
import { ArrowRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '@/api/api-error'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { formatCents, toCents } from '@/lib/money'
import { useCohortMoney } from './bootcamp-query'

type Money = components['schemas']['CohortMoneyOut']

export function MoneyCard({ bootcampId }: { bootcampId: number }) {
  const titleId = useId()
  const { data, error, refetch, isFetching } = useCohortMoney(bootcampId)
  return (
    <Card role="region" aria-labelledby={titleId} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={titleId} className="text-xl font-bold tracking-tight">
          Money
        </h3>
        <Button asChild variant="outline" size="sm">
          <Link to={`/admin/purchases?cohort=${bootcampId}`}>
            Purchases
            <ArrowRight aria-hidden />
          </Link>
        </Button>
      </div>
      {data ? (
        <Figures money={data} />
      ) : error ? (
        <ErrorState
          title="The figures couldn't be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {errorMessage(error, 'Check your connection and try again.')}
        </ErrorState>
      ) : (
        <div role="status">
          <span className="sr-only">Loading the figures</span>
          <Skeleton className="h-40" />
        </div>
      )}
    </Card>
  )
}

function Figures({ money }: { money: Money }) {
  const { received, givenBack, kept, paidSeats, complimentarySeats, definition } = money
  const dollars = (amount: string) => formatCents(toCents(amount))
  const lines = [
    ['Received', dollars(received)],
    ['Refunded', toCents(givenBack) > 0 ? `−${dollars(givenBack)}` : dollars(givenBack)],
    ['Kept', dollars(kept)],
    ['Paid seats', String(paidSeats)],
    ['Complimentary seats', String(complimentarySeats)],
  ] as const
  return (
    <>
      <dl className="grid max-w-md">
        {lines.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-6 border-b py-2.5 last:border-b-0">
            <dt className={name === 'Kept' ? 'font-semibold' : 'text-muted-foreground'}>{name}</dt>
            <dd className={name === 'Kept' ? 'font-semibold tabular-nums' : 'tabular-nums'}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <p className="max-w-prose text-sm text-muted-foreground">{definition}</p>
    </>
  )
}
