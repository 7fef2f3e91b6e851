/** Tells the server once where this browser is, for the times in emails. Shows nothing. */
import { useEffect } from 'react'
import { api } from '@/api/client'
import { viewerZone } from '@/lib/dates'
import { useRefreshSession } from './session'

export function NoticeZone() {
  const refresh = useRefreshSession()
  useEffect(() => {
    api
      .POST('/api/user/timezone', { body: { timezone: viewerZone() } })
      .then(() => refresh())
      // Nobody asked for it: the next page tries again.
      .catch(() => null)
  }, [refresh])
  return null
}
