/** A browser that never has a quiet moment is interrupted after this. */
const PATIENCE_MS = 2000

/** Calls back when the browser has nothing better to do. */
export function whenQuiet(callback: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: PATIENCE_MS })
  else setTimeout(callback, 200)
}
