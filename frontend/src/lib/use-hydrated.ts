/** Whether the page has been taken over from its served HTML, which knows no query of the address. */
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** True from the first paint of a page that no server rendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
