/** One piece of material: what it is, the way to it, its place in the order, and its end. */
import { Download, ExternalLink, GripVertical, Pencil, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { MoveButtons } from '@/components/ui/move-buttons'
import { useRights } from '@/session/rights'
import { type AdminResource, formatSize, kinds } from './resource-kinds'
import { useOpenFile } from './use-open-file'

interface ResourceRowProps {
  resource: AdminResource
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  onEdit: () => void
  onDelete: () => void
  /** Starts dragging. */
  onPointerDown: ComponentProps<'span'>['onPointerDown']
}

export function ResourceRow({
  resource,
  isFirst,
  isLast,
  onMove,
  onEdit,
  onDelete,
  onPointerDown,
}: ResourceRowProps) {
  const { icon: Icon } = kinds[resource.type]
  const mayChange = useRights()('catalogue')
  return (
    <div className="flex min-w-0 items-start gap-3 p-3 sm:p-4">
      {/* For pointers only: the arrows beside it do the same for everyone. */}
      {mayChange && (
        <span
          aria-hidden
          onPointerDown={onPointerDown}
          className="-ml-1 grid size-9 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted-foreground hover:bg-surface-2 active:cursor-grabbing"
        >
          <GripVertical className="size-5" />
        </span>
      )}
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-accent-soft text-primary max-sm:hidden">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="grid min-w-0 flex-1 gap-2">
        <About resource={resource} />
        <div className="flex flex-wrap items-center gap-1">
          <View resource={resource} />
          {mayChange && (
            <>
              <Button
                variant="ghost"
                size="sm"
                icon
                aria-label={`Edit ${resource.title}`}
                onClick={onEdit}
              >
                <Pencil aria-hidden />
              </Button>
              <MoveButtons
                name={resource.title}
                isFirst={isFirst}
                isLast={isLast}
                onMove={onMove}
              />
              <Button
                variant="ghost"
                size="sm"
                icon
                aria-label={`Delete ${resource.title}`}
                className="text-destructive"
                onClick={onDelete}
              >
                <Trash2 aria-hidden />
              </Button>
            </>
          )}
        </div>
      </div>
    </div>
  )
}

/** A link leads there by itself; a stored file has no address that would last. */
function View({ resource }: { resource: AdminResource }) {
  const { mutate, isPending } = useOpenFile()
  const { title, url, fileName } = resource
  if (fileName) {
    return (
      <Button
        variant="outline"
        size="sm"
        className="mr-1"
        aria-label={`View ${title}`}
        busy={isPending}
        onClick={() => mutate(resource)}
      >
        <span className="flex items-center gap-2">
          <Download aria-hidden />
          View
        </span>
      </Button>
    )
  }
  if (!url) return null
  return (
    <Button asChild variant="outline" size="sm" className="mr-1">
      <a href={url} target="_blank" rel="noreferrer" aria-label={`View ${title}`}>
        <ExternalLink aria-hidden />
        View
      </a>
    </Button>
  )
}

function About({ resource }: { resource: AdminResource }) {
  const { title, description, type, fileName, fileSize } = resource
  const { label, icon: Icon } = kinds[type]
  return (
    <div className="grid min-w-0 gap-1">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        <Badge tone="outline">
          <Icon aria-hidden className="sm:hidden" />
          {label}
        </Badge>
      </div>
      {description && (
        <p className="text-sm wrap-anywhere whitespace-pre-line text-muted-foreground">
          {description}
        </p>
      )}
      {fileName && (
        <p className="flex flex-wrap gap-x-2 text-sm text-muted-foreground tabular-nums">
          <span className="wrap-anywhere">{fileName}</span>
          {fileSize !== null && <span>{formatSize(fileSize)}</span>}
        </p>
      )}
    </div>
  )
}
