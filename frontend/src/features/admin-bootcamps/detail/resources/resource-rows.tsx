/** The material in its order, which can be changed by dragging or with the arrows of each row. */
import { useState } from 'react'
import { cn } from '@/lib/cn'
import { moved } from '@/lib/moved'
import type { AdminResource } from './resource-kinds'
import { ResourceRow } from './resource-row'
import { useDragOrder } from './use-drag-order'
import { useSaveOrder } from './use-save-order'

interface ResourceRowsProps {
  bootcampId: number
  resources: readonly AdminResource[]
  onEdit: (resource: AdminResource) => void
  onDelete: (resource: AdminResource) => void
}

export function ResourceRows({ bootcampId, resources: kept, onEdit, onDelete }: ResourceRowsProps) {
  const { shown, save } = useSaveOrder(bootcampId)
  const resources = shown(kept)
  const [announcement, setAnnouncement] = useState('')

  function move(from: number, to: number) {
    const resource = resources[from]
    if (!resource) return
    save(moved(resources, from, to).map(({ id }) => id))
    setAnnouncement(`${resource.title} is now ${to + 1} of ${resources.length}.`)
  }

  const { list, isDragging, draggedIndex, pickUp, shiftOf } = useDragOrder(move)
  return (
    <>
      <ul ref={list} aria-label="Resources in order" className="grid gap-2">
        {resources.map((resource, index) => (
          <li
            key={resource.id}
            style={isDragging ? { translate: `0 ${shiftOf(index)}px` } : undefined}
            className={cn(
              'min-w-0 rounded-lg border bg-surface',
              isDragging &&
                index !== draggedIndex &&
                'transition-[translate] duration-200 ease-out',
              index === draggedIndex && 'relative z-10 border-primary shadow-lift select-none',
            )}
          >
            <ResourceRow
              resource={resource}
              isFirst={index === 0}
              isLast={index === resources.length - 1}
              onMove={(by) => move(index, index + by)}
              onEdit={() => onEdit(resource)}
              onDelete={() => onDelete(resource)}
              onPointerDown={(event) => pickUp(event, index)}
            />
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
