/** The part of a notice that takes back what it tells of, instead of a question beforehand. */
import { createElement } from 'react'
import { ToastAction } from '@/components/ui/toaster'
import type { ToastOptions } from '@/lib/toast'

/** Long enough to read what was done and think better of it. */
export const UNDO_SECONDS = 10

export function offerUndo(undo: () => void): Pick<ToastOptions, 'action' | 'durationMs'> {
  return {
    action: createElement(ToastAction, { onClick: undo }, 'Undo'),
    durationMs: UNDO_SECONDS * 1000,
  }
}
