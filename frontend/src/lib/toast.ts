/** Short notices: at most one at a time, callable from anywhere, shown by components/ui/toaster. */
import type { ReactElement, ReactNode } from 'react'

const TOAST_LIMIT = 1
export const TOAST_DURATION_MS = 5000
const TOAST_REMOVE_DELAY_MS = 1_000_000

export interface ToastOptions {
  title?: ReactNode
  description?: ReactNode
  /** One button or link, built with `ToastAction`. */
  action?: ReactElement
  variant?: 'default' | 'destructive'
  /** Where it offers something for a while: how long it stays. */
  durationMs?: number
}

export interface ToastItem extends ToastOptions {
  id: string
  /** A dismissed toast stays in the list, closed, until its removal delay has passed. */
  open: boolean
}

let items: readonly ToastItem[] = []
let lastId = 0
const listeners = new Set<() => void>()
const removals = new Map<string, ReturnType<typeof setTimeout>>()

function publish(next: readonly ToastItem[]) {
  for (const item of items) {
    if (!next.some(({ id }) => id === item.id)) {
      clearTimeout(removals.get(item.id))
      removals.delete(item.id)
    }
  }
  items = next
  for (const listener of listeners) listener()
}

export function dismissToast(id: string) {
  if (!items.some((item) => item.id === id)) return
  if (!removals.has(id)) {
    const remove = () => publish(items.filter((item) => item.id !== id))
    removals.set(id, setTimeout(remove, TOAST_REMOVE_DELAY_MS))
  }
  publish(items.map((item) => (item.id === id ? { ...item, open: false } : item)))
}

/** Shows a toast in place of the one before it, and says how to take it back. */
export function toast(options: ToastOptions): { id: string; dismiss: () => void } {
  lastId += 1
  const id = String(lastId)
  publish([{ ...options, id, open: true }, ...items].slice(0, TOAST_LIMIT))
  return { id, dismiss: () => dismissToast(id) }
}

export function clearToasts() {
  publish([])
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => items,
}
