/**
 * The clicks that open something of a bootcamp. The server decides each of them anew; a refusal is
 * told to the page, and what the page shows is loaded again.
 */
import { useCallback } from 'react'
import { errorMessage, isUnauthorized } from '@/api/api-error'
import { $api } from '@/api/client'
import { useReloadProgress } from './progress/progress-query'
import { useReloadPurchases } from './purchases'

const FALLBACK = "We couldn't open that. Check your connection and try again."

export type TellRefusal = (message: string) => void

export function useRefused(tell: TellRefusal) {
  const reload = useReloadPurchases()
  return useCallback(
    (error: unknown) => {
      // The frame around the page says so and leads to sign-in.
      if (isUnauthorized(error)) return
      tell(errorMessage(error, FALLBACK))
      reload().catch(() => undefined)
    },
    [tell, reload],
  )
}

export function useJoin(bootcampId: number, tell: TellRefusal) {
  const refused = useRefused(tell)
  const { mutate, isPending } = $api.useMutation('post', '/api/user/bootcamps/{bootcamp_id}/join')
  const join = () =>
    mutate(
      { params: { path: { bootcamp_id: bootcampId } } },
      // In this tab: phones hand the address to the meeting's own app, and no blocker minds it.
      { onSuccess: ({ url }) => window.location.assign(url), onError: refused },
    )
  return { join, isJoining: isPending }
}

/**
 * A tab for what the server will name. It is opened in the click itself, since browsers block one
 * opened later, and it must not be able to reach back into this page.
 */
function openTab(): { lead: (url: string) => void; close: () => void } {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return {
    lead: (url) => (tab ? tab.location.replace(url) : window.location.assign(url)),
    close: () => tab?.close(),
  }
}

export function useRecording(bootcampId: number, tell: TellRefusal) {
  const refused = useRefused(tell)
  const { mutate, isPending } = $api.useMutation(
    'post',
    '/api/user/bootcamps/{bootcamp_id}/recording',
  )
  const watch = () => {
    const tab = openTab()
    mutate(
      { params: { path: { bootcamp_id: bootcampId } } },
      {
        onSuccess: ({ url }) => tab.lead(url),
        onError: (error) => {
          tab.close()
          refused(error)
        },
      },
    )
  }
  return { watch, isOpening: isPending }
}

export function useResource(resourceId: number, isFile: boolean, tell: TellRefusal) {
  const refused = useRefused(tell)
  const reloadProgress = useReloadProgress()
  const { mutate, isPending } = $api.useMutation('post', '/api/user/resources/{resource_id}/open')
  const open = () => {
    // A file is downloaded and leaves the page where it is.
    const tab = isFile ? null : openTab()
    mutate(
      { params: { path: { resource_id: resourceId } } },
      {
        onSuccess: ({ url }) => {
          if (tab) tab.lead(url)
          else window.location.assign(url)
          reloadProgress().catch(() => undefined)
        },
        onError: (error) => {
          tab?.close()
          refused(error)
        },
      },
    )
  }
  return { open, isOpening: isPending }
}
