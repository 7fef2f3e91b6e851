/** Whether the window is too narrow for a table, as on a phone. */
import { useSyncExternalStore } from 'react'

const NARROW = '(width < 48rem)'

function subscribeToWidth(listener: () => void) {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

const isNarrow = () => matchMedia(NARROW).matches

/** Chosen by script and not by CSS: hidden twins of every row would double the page. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribeToWidth, isNarrow, () => false)
}
