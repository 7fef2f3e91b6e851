/**
 * Parts of the app that could not be loaded: a tab older than the last deploy asks for files that are
 * gone. Loading the page anew brings the new ones.
 */
const missing = new WeakSet<Error>()

export function watchForMissingChunks() {
  addEventListener('vite:preloadError', ({ payload }) => missing.add(payload))
}

export const isMissingChunk = (error: unknown) => error instanceof Error && missing.has(error)
