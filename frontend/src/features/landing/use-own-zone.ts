/** Whose clock the sales page tells "your time" by: nobody's, as long as a server renders it. */
import { useReaderZone } from '@/session/reader-zone'

const inBrowser = typeof document !== 'undefined'

export function useOwnZone(): string | null {
  const zone = useReaderZone()
  return inBrowser ? zone : null
}
