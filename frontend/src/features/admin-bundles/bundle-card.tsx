/** One bundle: what it is, what it costs, what is in it, and what can be done with it. */
import { Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardFooter } from '@/components/ui/card'
import { Switch } from '@/components/ui/switch'
import { History } from '@/features/admin-kit/history'
import { CohortLink, RecordLink } from '@/features/admin-kit/record-links'
import { cohortDay } from '@/lib/cohorts'
import { formatCents, toCents } from '@/lib/money'
import { useRights } from '@/session/rights'
import { BundleDialog } from './bundle-dialog'
import type { AdminBundle } from './bundle-list'
import { DeleteBundle } from './delete-bundle'
import { useSwitchBundle } from './use-switch-bundle'

// The cards are there before it: what it asks for comes later anyway.
const PriceTimeline = lazy(async () => ({
  default: (await import('@/features/admin-kit/prices/price-timeline')).PriceTimeline,
}))

const NAMES_SHOWN = 2

interface BundleCardProps {
  bundle: AdminBundle
  onDeleted: () => void
}

export function BundleCard({ bundle, onDeleted }: BundleCardProps) {
  const titleId = useId()
  const pricesId = useId()
  const [isEditing, setIsEditing] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const { switchBundle, isSwitching, isActive } = useSwitchBundle(bundle)
  const { name, tagline, description, price } = bundle
  const may = useRights()
  return (
    <Card
      role="article"
      aria-labelledby={titleId}
      className="min-w-0 grid-rows-[auto_1fr_auto] content-between"
    >
      <div className="flex items-start justify-between gap-4">
        <div className="grid min-w-0 gap-2">
          <Badge tone={isActive ? 'positive' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
          <h3 id={titleId} className="text-xl font-bold tracking-tight wrap-anywhere">
            {name}
          </h3>
        </div>
        <Switch
          checked={isActive}
          aria-label={`Offer ${name} to visitors`}
          onCheckedChange={(next) => {
            if (!isSwitching) switchBundle(next)
          }}
        />
      </div>
      <div className="grid content-start gap-4">
        {tagline && <p className="-mt-3 font-medium wrap-anywhere">{tagline}</p>}
        <p className="line-clamp-4 text-muted-foreground wrap-anywhere whitespace-pre-line">
          {description}
        </p>
        <Members bundle={bundle} />
        {isActive && <SaleDates bundle={bundle} />}
        <section aria-labelledby={pricesId} className="grid gap-3 border-t pt-4">
          <h4 id={pricesId} className="text-sm font-semibold">
            Prices
          </h4>
          <Suspense fallback={null}>
            <PriceTimeline priced={{ bundleId: bundle.id }} name={name} isBesidePrice />
          </Suspense>
        </section>
        {may('audit') && <Past bundleId={bundle.id} name={name} />}
      </div>
      <CardFooter className="justify-between">
        <p className="font-display text-2xl font-bold tracking-tight tabular-nums">
          {formatCents(toCents(price))}
        </p>
        <div className="flex gap-2">
          <Button
            variant="outline"
            size="sm"
            aria-label={`Edit ${name}`}
            onClick={() => setIsEditing(true)}
          >
            <Pencil aria-hidden />
            Edit
          </Button>
          <Button
            variant="ghost"
            size="sm"
            className="text-destructive"
            aria-label={`Delete ${name}`}
            onClick={() => setIsAsking(true)}
          >
            <Trash2 aria-hidden />
            Delete
          </Button>
        </div>
      </CardFooter>
      <BundleDialog bundle={bundle} open={isEditing} onOpenChange={setIsEditing} />
      <DeleteBundle
        bundle={bundle}
        open={isAsking}
        onOpenChange={setIsAsking}
        onDeleted={onDeleted}
      />
    </Card>
  )
}

/** Asked for when it is opened: there are as many as cards. */
function Past({ bundleId, name }: { bundleId: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="border-t pt-4" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary aria-label={`History of ${name}`} className="cursor-pointer text-sm font-semibold">
        History
      </summary>
      <div className="grid gap-3 pt-3">{isOpen && <History kind="bundle" id={bundleId} />}</div>
    </details>
  )
}

function Members({ bundle }: { bundle: AdminBundle }) {
  const { bootcamps } = bundle
  const shown = bootcamps.slice(0, NAMES_SHOWN)
  const more = bootcamps.length - shown.length
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted-foreground">
        {bootcamps.length} {bootcamps.length === 1 ? 'bootcamp' : 'bootcamps'}
      </p>
      <ul className="flex flex-wrap gap-2">
        {shown.map((bootcamp) => (
          <li key={bootcamp.id} className="max-w-full">
            <Badge tone="outline" className="max-w-full">
              <CohortLink name={bootcamp.name} cohort={bootcamp} className="truncate" />
            </Badge>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Badge>+{more} more</Badge>
          </li>
        )}
      </ul>
    </div>
  )
}

/** Where its own dates are over: what is sold instead, or that nobody can buy it any more. */
function SaleDates({ bundle }: { bundle: AdminBundle }) {
  const over = bundle.bootcamps.filter(
    ({ status, startDate }) => status === 'archived' || Date.parse(startDate) <= Date.now(),
  )
  const culprit = over.find(({ nextDate }) => nextDate === null)
  if (culprit) {
    return (
      <p className="flex items-start gap-2 text-sm text-build">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          This bundle can't be bought:{' '}
          <CohortLink name={culprit.name} cohort={culprit} className="underline" />{' '}
          {culprit.status === 'archived' ? 'is archived' : 'has started'}, and no other date of its
          type at this price is on sale.
        </span>
      </p>
    )
  }
  if (over.length === 0) return null
  return (
    <ul className="grid gap-1 text-sm text-muted-foreground">
      {over.map(
        ({ id, name, nextDate }) =>
          nextDate && (
            <li key={id}>
              {name} is now sold on{' '}
              <RecordLink kind="bootcamp" id={nextDate.id}>
                {cohortDay(nextDate)}
              </RecordLink>
            </li>
          ),
      )}
    </ul>
  )
}
