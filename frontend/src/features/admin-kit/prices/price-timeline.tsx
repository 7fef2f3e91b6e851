/** What a package costs now, what it will cost, and what it cost before. */
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { showError } from '@/api/form-failure'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { cn } from '@/lib/cn'
import { formatCents, toCents } from '@/lib/money'
import { toast } from '@/lib/toast'
import { useRights } from '@/session/rights'
import { momentWords } from '../moments'
import {
  type Priced,
  type PriceStep,
  type Timeline,
  usePriceChanges,
  useTimeline,
} from './price-queries'

// With it come the code of forms and their rules, which the line can do without.
const AddPriceDialog = lazy(async () => ({
  default: (await import('./add-price-dialog')).AddPriceDialog,
}))

const PAST_SHOWN = 3
const dollars = (amount: string) => formatCents(toCents(amount))

interface PriceTimelineProps {
  priced: Priced
  /** What it is called, for whoever only hears the buttons. */
  name: string
  /** The regular price stands beside it already: alone, it is no line. */
  isBesidePrice?: boolean
}

export function PriceTimeline({ priced, name, isBesidePrice = false }: PriceTimelineProps) {
  const { data, error, refetch, isFetching } = useTimeline(priced)
  const may = useRights()
  const [isAdding, setIsAdding] = useState(false)
  const [withdrawn, setWithdrawn] = useState<PriceStep | null>(null)
  if (!data) {
    return error ? (
      <ErrorState
        title="The prices couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
        className="py-6"
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    ) : (
      <div role="status">
        <span className="sr-only">Loading the prices</span>
        <Skeleton className="h-24" />
      </div>
    )
  }
  const canChange = may('catalogue')
  return (
    <div className="grid min-w-0 gap-4">
      {(!isBesidePrice || data.steps.length > 0) && (
        <Line timeline={data} onWithdraw={canChange ? setWithdrawn : null} />
      )}
      {canChange && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          aria-label={`Add an early price for ${name}`}
          onClick={() => setIsAdding(true)}
        >
          <Plus aria-hidden />
          Add early price
        </Button>
      )}
      {isAdding && (
        <Suspense fallback={null}>
          <AddPriceDialog
            priced={priced}
            name={name}
            timeline={data}
            onClose={() => setIsAdding(false)}
          />
        </Suspense>
      )}
      <Withdraw priced={priced} step={withdrawn} onClose={() => setWithdrawn(null)} />
    </div>
  )
}

interface LineProps {
  timeline: Timeline
  onWithdraw: ((step: PriceStep) => void) | null
}

function Line({ timeline, onWithdraw }: LineProps) {
  const { steps, regularPrice, timezone } = timeline
  const [showsAll, setShowsAll] = useState(false)
  const ahead = steps.filter(({ state }) => state !== 'past')
  const past = steps.filter(({ state }) => state === 'past')
  const shown = showsAll ? past : past.slice(0, PAST_SHOWN)
  return (
    <ol aria-label="Prices over time" className="grid min-w-0">
      {ahead.map((step) => (
        <Place
          key={step.id}
          tone={step.state === 'now' ? 'now' : 'next'}
          word={step.state === 'now' ? 'Now' : 'Next'}
          price={step.price}
          words={`Early price ${lastsWords(step, timeline)}`}
          onWithdraw={onWithdraw && (() => onWithdraw(step))}
        />
      ))}
      <Place
        tone={ahead.length > 0 ? 'next' : 'now'}
        word={ahead.length > 0 ? 'Then' : 'Now'}
        price={regularPrice}
        words="Regular price"
      />
      {shown.map((step) => (
        <Place
          key={step.id}
          tone="past"
          word={step.ended}
          price={step.price}
          words={`Early price ${pastWords(step, timezone)}`}
        />
      ))}
      {past.length > shown.length && (
        <li className="pl-7">
          <Button variant="ghost" size="sm" onClick={() => setShowsAll(true)}>
            Show {past.length - shown.length} more
          </Button>
        </li>
      )}
    </ol>
  )
}

/** "until Fri, Nov 20, 11:59 PM EST or for the first 5 seats (2 left)" */
function lastsWords(step: PriceStep, { sold, timezone }: Timeline): string {
  const { until, firstSeats } = step
  return [
    until && `until ${momentWords(until, timezone)}`,
    firstSeats !== null && `for the first ${seats(firstSeats)} (${firstSeats - sold} left)`,
  ]
    .filter(Boolean)
    .join(' or ')
}

function pastWords({ createdAt, until, firstSeats, withdrawnAt }: PriceStep, timezone: string) {
  const from = `from ${momentWords(createdAt, timezone)}`
  if (withdrawnAt) return `${from} to ${momentWords(withdrawnAt, timezone)}`
  if (firstSeats !== null) return `${from} for the first ${seats(firstSeats)}`
  return until ? `${from} until ${momentWords(until, timezone)}` : from
}

const seats = (count: number) => (count === 1 ? 'seat' : `${count} seats`)

interface PlaceProps {
  tone: 'now' | 'next' | 'past'
  word: string
  price: string
  words: string
  onWithdraw?: (() => void) | null
}

function Place({ tone, word, price, words, onWithdraw = null }: PlaceProps) {
  return (
    <li
      className={cn(
        'relative grid min-w-0 gap-x-3 gap-y-1 border-l-2 pb-4 pl-5 last:border-transparent last:pb-0 sm:ml-1.5',
        'max-sm:ml-1.5',
        tone === 'past' && 'text-muted-foreground',
      )}
    >
      <span
        aria-hidden
        className={cn(
          'absolute top-1.5 -left-[7px] size-3 rounded-full border-2 bg-surface',
          tone === 'now' && 'border-primary bg-primary',
          tone === 'next' && 'border-primary',
          tone === 'past' && 'border-border-strong',
        )}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span
          className={cn(
            'font-display text-lg leading-6 font-bold tabular-nums',
            tone === 'past' && 'font-medium',
          )}
        >
          {dollars(price)}
        </span>
        <Badge tone={tone === 'now' ? 'positive' : tone === 'next' ? 'outline' : 'neutral'}>
          {word}
        </Badge>
        {onWithdraw && (
          <Button
            variant="ghost"
            size="sm"
            className="ml-auto text-destructive"
            aria-label={`Withdraw the early price of ${dollars(price)}`}
            onClick={onWithdraw}
          >
            Withdraw
          </Button>
        )}
      </div>
      <p className="text-sm text-muted-foreground">{words}</p>
    </li>
  )
}

interface WithdrawProps {
  priced: Priced
  step: PriceStep | null
  onClose: () => void
}

function Withdraw({ priced, step, onClose }: WithdrawProps) {
  const { withdraw, reload } = usePriceChanges(priced)
  const [isBusy, setIsBusy] = useState(false)
  async function confirm() {
    if (!step) return
    setIsBusy(true)
    try {
      await withdraw(step.id)
      toast({ title: 'Early price withdrawn', description: `${dollars(step.price)} is over.` })
    } catch (error) {
      showError(error, "The early price couldn't be withdrawn. Please try again.")
      void reload()
    } finally {
      setIsBusy(false)
      onClose()
    }
  }
  return (
    <ConfirmDialog
      open={step !== null}
      onOpenChange={onClose}
      title="Withdraw this early price?"
      description="Nobody new can buy at it. Whoever is paying right now keeps the price they were shown. You can't bring it back, but you can add another one."
      confirmLabel="Withdraw early price"
      pendingLabel="Withdrawing..."
      pending={isBusy}
      destructive
      onConfirm={() => void confirm()}
    />
  )
}
