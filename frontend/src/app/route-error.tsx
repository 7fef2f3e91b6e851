/** Shown by the router in place of a page that failed to load or to render. */
import { useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { ApiError } from '@/api/api-error'
import { ErrorScreen } from '@/components/error-screen'
import { isOffline } from '@/lib/online'
import { isMissingChunk } from './missing-chunk'

/** A page that was loaded just now would not come out differently, and would be loaded for ever. */
const OLD_MS = 10_000

export function RouteError() {
  const error = useRouteError()
  const [isOld] = useState(() => performance.now() > OLD_MS)
  const isOutdated = isOld && isMissingChunk(error) && !isOffline()
  useEffect(() => {
    if (isOutdated) window.location.reload()
  }, [isOutdated])
  return <ErrorScreen requestId={error instanceof ApiError ? error.requestId : null} />
}
