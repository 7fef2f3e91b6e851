/** Shown by the router in place of a page that failed to load or to render. */
import { useRouteError } from 'react-router'
import { ApiError } from '@/api/api-error'
import { ErrorScreen } from '@/components/error-screen'

export function RouteError() {
  const error = useRouteError()
  return <ErrorScreen requestId={error instanceof ApiError ? error.requestId : null} />
}
