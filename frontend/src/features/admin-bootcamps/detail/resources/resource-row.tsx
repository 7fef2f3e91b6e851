/** One piece of material: what it is, the way to it, its place in the order, and its end. */
import {
  ArrowDown,
  ArrowUp,
  Download,
  ExternalLink,
  GripVertical,
  Pencil,
  Trash2,
} from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
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

export function ResourceRow(props: ResourceRowProps) {
  const { resource, onEdit, onDelete, onPointerDown } = props
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
              <RowButton label={`Edit ${resource.title}`} onClick={onEdit}>
                <Pencil aria-hidden />
              </RowButton>
              <MoveButtons {...props} />
              <RowButton
                label={`Delete ${resource.title}`}
                onClick={onDelete}
                className="text-destructive"
              >
                <Trash2 aria-hidden />
              </RowButton>
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

function MoveButtons({ resource, isFirst, isLast, onMove }: ResourceRowProps) {
  return (
    <>
      <RowButton label={`Move ${resource.title} up`} isOff={isFirst} onClick={() => onMove(-1)}>
        <ArrowUp aria-hidden />
      </RowButton>
      <RowButton label={`Move ${resource.title} down`} isOff={isLast} onClick={() => onMove(1)}>
        <ArrowDown aria-hidden />
      </RowButton>
    </>
  )
}

interface RowButtonProps {
  label: string
  /** Nowhere to go. Not `disabled`, which would drop the focus of whoever just moved it here. */
  isOff?: boolean
  onClick: () => void
  className?: string
  children: ReactNode
}

function RowButton({ label, isOff = false, onClick, className, children }: RowButtonProps) {
  return (
    <Button
      variant="ghost"
      size="sm"
      icon
      aria-label={label}
      aria-disabled={isOff || undefined}
      className={cn('aria-disabled:cursor-default aria-disabled:opacity-40', className)}
      onClick={() => {
        if (!isOff) onClick()
      }}
    >
      {children}
    </Button>
  )
}
