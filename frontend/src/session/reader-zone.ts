/** Whose clock "your time" is: the profile's zone when one is set, else the browser's. */
import { viewerZone } from '@/lib/dates'
import { useSession } from './session'

/** Null for whoever wants each bootcamp's own time only. */
export function useReaderZone(): string | null {
  const { user } = useSession()
  if (!user) return viewerZone()
  const { timezone, timezoneChoice, isImpersonating } = user
  if (timezoneChoice === 'bootcamp') return null
  // An admin who looks at the site as somebody else reads it on that person's clock.
  const isTheirs = timezoneChoice === 'chosen' || isImpersonating
  return (isTheirs && timezone) || viewerZone()
}
