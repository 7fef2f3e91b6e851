/** Whose clock the sales page tells "your time" by: nobody's, as long as a server renders it. */
import { viewerZone } from '@/lib/dates'
import { useReaderZone } from '@/session/reader-zone'

const inBrowser = typeof document !== 'undefined'

/** Where the clock of this computer stands, whatever its owner wants classes told by. */
export const browserZone = (): string | null => (inBrowser ? viewerZone() : null)

export function useOwnZone(): string | null {
  const zone = useReaderZone()
  return inBrowser ? zone : null
}
