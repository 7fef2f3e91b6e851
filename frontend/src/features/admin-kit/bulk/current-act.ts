/** The bulk act that is followed in this tab: kept over a reload, until it is dismissed. */
import { useSyncExternalStore } from 'react'

const STORED_AS = 'desk-bulk-act'
const listeners = new Set<() => void>()

function read(): number | null {
  try {
    return Number(sessionStorage.getItem(STORED_AS)) || null
  } catch {
    return null
  }
}

export function follow(id: number | null) {
  try {
    if (id === null) sessionStorage.removeItem(STORED_AS)
    else sessionStorage.setItem(STORED_AS, String(id))
  } catch {
    // Where nothing can be kept, the act goes on unseen.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useFollowedAct = () => useSyncExternalStore(subscribe, read)
