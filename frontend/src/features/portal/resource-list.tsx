/** The material of a bootcamp. Where each piece lies is asked at the click. */
import { ChevronRight } from 'lucide-react'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'
import { formatSize, resourceKinds } from '@/components/resource-kinds'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { Spinner } from '@/components/ui/spinner'
import { type TellRefusal, useResource } from './use-clicks'

type Resource = components['schemas']['PortalResourceOut']

interface ResourceListProps {
  bootcampId: number
  bootcampName: string
  tell: TellRefusal
}

export function ResourceList({ bootcampId, bootcampName, tell }: ResourceListProps) {
  const { data, isError, isFetching, refetch } = $api.useQuery(
    'get',
    '/api/user/bootcamps/{bootcamp_id}/resources',
    { params: { path: { bootcamp_id: bootcampId } } },
  )
  if (isError && !data) {
    return (
      <ErrorState
        title="The resources couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
        className="py-8"
      />
    )
  }
  if (!data) {
    return (
      <div role="status" className="grid gap-2">
        <span className="sr-only">Loading the resources</span>
        <Skeleton className="h-16 rounded-xl" />
        <Skeleton className="h-16 rounded-xl" />
      </div>
    )
  }
  if (data.length === 0) {
    return (
      <p className="text-sm text-muted-foreground">
        No resources yet. They'll appear here as soon as your instructor adds them.
      </p>
    )
  }
  return (
    <ul aria-label={`Resources of ${bootcampName}`} className="grid gap-2 md:grid-cols-2">
      {data.map((resource) => (
        <li key={resource.id}>
          <ResourceRow resource={resource} tell={tell} />
        </li>
      ))}
    </ul>
  )
}

function ResourceRow({ resource, tell }: { resource: Resource; tell: TellRefusal }) {
  const { title, description, type, fileName, fileSize } = resource
  const isFile = fileName !== ''
  const { open, isOpening } = useResource(resource.id, isFile, tell)
  const { icon: Icon, label } = resourceKinds[type]
  return (
    <button
      type="button"
      aria-busy={isOpening || undefined}
      onClick={isOpening ? undefined : open}
      className="group flex h-full min-h-16 w-full cursor-pointer items-center gap-3.5 rounded-xl border bg-surface px-4 py-3 text-left transition-colors duration-200 hover:border-border-strong hover:bg-surface-2"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-lg bg-accent-soft text-primary">
        <Icon aria-hidden className="size-5" />
        <span className="sr-only">{label}: </span>
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-medium wrap-anywhere">{title}</span>
        {description && (
          <span className="text-sm wrap-anywhere whitespace-pre-line text-muted-foreground">
            {description}
          </span>
        )}
        {fileSize !== null && (
          <span className="text-sm text-muted-foreground tabular-nums">{formatSize(fileSize)}</span>
        )}
      </span>
      {isOpening ? (
        <Spinner className="size-5 shrink-0" />
      ) : (
        <ChevronRight aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      )}
    </button>
  )
}
