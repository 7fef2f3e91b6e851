/** Bootcamps put together at one price: made, changed, switched on and off, deleted. */
import { Package, Plus } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { ROW } from '@/features/admin-kit/list-keys'
import { actOf } from '@/features/admin-kit/record-links'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { useFocusOn } from '@/lib/use-focus-on'
import { BundleCard } from './bundle-card'
import { BundleDialog } from './bundle-dialog'
import { type AdminBundle, useBundleList } from './bundle-list'
import { BundlesSkeleton } from './bundles-skeleton'

export function BundlesSection() {
  const { data, refetch, isFetching, isError } = useBundleList()
  if (data) return <Bundles bundles={data} />
  if (!isError) return <BundlesSkeleton />
  return (
    <ErrorState
      title="Failed to load bundles. Please refresh the page and try again"
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}

function Bundles({ bundles }: { bundles: readonly AdminBundle[] }) {
  const [isCreating, setIsCreating] = useState(actOf(useLocation().state)?.act === 'create')
  const [deletions, setDeletions] = useState(0)
  // The button that asked for it went with the bundle; the keyboard needs another place.
  const createButton = useFocusOn<HTMLButtonElement>(deletions)

  const create = (
    <Button
      ref={createButton}
      size={bundles.length > 0 ? 'sm' : 'md'}
      onClick={() => setIsCreating(true)}
    >
      <Plus aria-hidden />
      Create Bundle
    </Button>
  )
  return (
    <div className="grid min-w-0 gap-3">
      {bundles.length > 0 && <SectionTools actions={create} />}
      {bundles.length === 0 ? (
        <EmptyState icon={Package} title="No bundles yet" action={create}>
          Combine bootcamps at one price so visitors can buy them together.
        </EmptyState>
      ) : (
        <ul className="grid min-w-0 gap-5 lg:grid-cols-2">
          {bundles.map((bundle) => (
            <li key={bundle.id} {...ROW} className="grid min-w-0 rounded-2xl">
              <BundleCard bundle={bundle} onDeleted={() => setDeletions((count) => count + 1)} />
            </li>
          ))}
        </ul>
      )}
      {bundles.length > 0 && (
        <p className="text-sm text-muted-foreground">
          The oldest active bundle is the one the sales page offers.
        </p>
      )}
      <BundleDialog bundle={null} open={isCreating} onOpenChange={setIsCreating} />
    </div>
  )
}
