/** Something a list is narrowed by, with the button that takes it away again. */
import { X } from 'lucide-react'

export function FilterChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className="inline-flex h-8 items-center rounded-full bg-accent-soft pl-3 text-sm font-medium">
      {label}
      <button
        type="button"
        aria-label={`Remove filter: ${label}`}
        className="touch-target ml-1 inline-flex size-8 cursor-pointer items-center justify-center rounded-full hover:bg-surface-2"
        onClick={onRemove}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  )
}
