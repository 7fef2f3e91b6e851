/**
 * The clicks that open something of a bootcamp. The server decides each of them anew; a refusal is
 * told to the page, and what the page shows is loaded again.
 */
import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { errorMessage, isUnauthorized } from '@/api/api-error'
import { api } from '@/api/client'
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

interface Tab {
  lead: (url: string) => void
  close: () => void
}

const thisTab: Tab = { lead: (url) => window.location.assign(url), close: () => undefined }

/**
 * A tab for what the server will name. It is opened in the click itself, since browsers block one
 * opened later, and it must not be able to reach back into this page.
 */
function openTab(): Tab {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return {
    lead: (url) => (tab ? tab.location.replace(url) : thisTab.lead(url)),
    close: () => tab?.close(),
  }
}

// The callbacks belong to the mutations: those given to `mutate` are dropped when the row leaves the
// page, and an empty tab would stay open.
export function useJoin(bootcampId: number, tell: TellRefusal) {
  const refused = useRefused(tell)
  const { mutate, isPending } = useMutation({
    mutationFn: (_: Tab) =>
      api.POST('/api/user/bootcamps/{bootcamp_id}/join', {
        params: { path: { bootcamp_id: bootcampId } },
      }),
    onSuccess: ({ data }, tab) => (data ? tab.lead(data.url) : tab.close()),
    onError: (error, tab) => {
      tab.close()
      refused(error)
    },
  })
  // Phones hand the address to the meeting's own app. At a desk the workbook and the questions stay open.
  const hasMouse = () => window.matchMedia('(pointer: fine)').matches
  return { join: () => mutate(hasMouse() ? openTab() : thisTab), isJoining: isPending }
}

export function useRecording(bootcampId: number, tell: TellRefusal) {
  const refused = useRefused(tell)
  const { mutate, isPending } = useMutation({
    mutationFn: (_: Tab) =>
      api.POST('/api/user/bootcamps/{bootcamp_id}/recording', {
        params: { path: { bootcamp_id: bootcampId } },
      }),
    onSuccess: ({ data }, tab) => (data ? tab.lead(data.url) : tab.close()),
    onError: (error, tab) => {
      tab.close()
      refused(error)
    },
  })
  return { watch: () => mutate(openTab()), isOpening: isPending }
}

export function useResource(resourceId: number, isFile: boolean, tell: TellRefusal) {
  const refused = useRefused(tell)
  const reloadProgress = useReloadProgress()
  const { mutate, isPending } = useMutation({
    mutationFn: (_: Tab) =>
      api.POST('/api/user/resources/{resource_id}/open', {
        params: { path: { resource_id: resourceId } },
      }),
    onSuccess: ({ data }, tab) => {
      if (data) tab.lead(data.url)
      else tab.close()
      reloadProgress().catch(() => undefined)
    },
    onError: (error, tab) => {
      tab.close()
      refused(error)
    },
  })
  // A file is downloaded and leaves the page where it is.
  return { open: () => mutate(isFile ? thisTab : openTab()), isOpening: isPending }
}
