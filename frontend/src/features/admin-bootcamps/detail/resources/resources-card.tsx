/** The learning material of a bootcamp. */
import { FolderOpen, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useFocusOn } from '@/lib/use-focus-on'
import { useRights } from '@/session/rights'
import { ResourceDialog } from './resource-dialog'
import type { AdminResource } from './resource-kinds'
import { useResources } from './resource-list'
import { ResourceRows } from './resource-rows'
import { useDeleteResource } from './use-delete-resource'

export function ResourcesCard({ bootcampId }: { bootcampId: number }) {
  const may = useRights()
  const titleId = useId()
  const [isAdding, setIsAdding] = useState(false)
  const [edited, setEdited] = useState<AdminResource | null>(null)
  const [deletions, setDeletions] = useState(0)
  const { remove } = useDeleteResource(bootcampId, () => setDeletions((count) => count + 1))

  // The button that asked for it went with the row; the keyboard needs another place.
  const addButton = useFocusOn<HTMLButtonElement>(deletions)

  return (
    <Card role="region" aria-labelledby={titleId} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={titleId} className="text-xl font-bold tracking-tight">
          Resources
        </h3>
        {may('catalogue') && (
          <Button ref={addButton} size="sm" onClick={() => setIsAdding(true)}>
            <Plus aria-hidden />
            Add Resource
          </Button>
        )}
      </div>
      <Resources bootcampId={bootcampId} onEdit={setEdited} onDelete={remove} />
      <ResourceDialog bootcampId={bootcampId} open={isAdding} onOpenChange={setIsAdding} />
      {edited && (
        <ResourceDialog
          key={edited.id}
          bootcampId={bootcampId}
          resource={edited}
          open
          onOpenChange={() => setEdited(null)}
        />
      )}
    </Card>
  )
}

interface ResourcesProps {
  bootcampId: number
  onEdit: (resource: AdminResource) => void
  onDelete: (resource: AdminResource) => void
}

function Resources({ bootcampId, onEdit, onDelete }: ResourcesProps) {
  const { data: resources, error, refetch, isFetching } = useResources(bootcampId)
  if (resources && resources.length > 0) {
    return (
      <ResourceRows
        bootcampId={bootcampId}
        resources={resources}
        onEdit={onEdit}
        onDelete={onDelete}
      />
    )
  }
  if (resources) {
    return (
      <EmptyState icon={FolderOpen} title="No resources added yet">
        Videos, links and documents you add here are for everyone who bought a seat.
      </EmptyState>
    )
  }
  if (error) {
    return (
      <ErrorState
        title="Resources couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">Loading resources</span>
      <Skeleton className="h-24 rounded-lg" />
      <Skeleton className="h-24 rounded-lg" />
    </div>
  )
}
