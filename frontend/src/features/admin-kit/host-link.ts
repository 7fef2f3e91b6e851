/** The link that makes its opener the host: short-lived, so it is asked for at the click. */
import { useState } from 'react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'

export async function fetchHostLink(bootcampId: number): Promise<string> {
  const { data } = await api.GET('/api/admin/bootcamps/{bootcamp_id}/host-link', {
    params: { path: { bootcamp_id: bootcampId } },
  })
  const url = data?.url ?? ''
  if (!/^https?:\/\//i.test(url)) throw new Error('The host link is not an address')
  return url
}

export function useStartAsHost(bootcampId: number) {
  const [isStarting, setIsStarting] = useState(false)

  async function start() {
    // Opened within the click, or the browser takes it for a pop-up nobody asked for.
    const tab = window.open('about:blank', '_blank')
    setIsStarting(true)
    try {
      const url = await fetchHostLink(bootcampId)
      if (tab) {
        // What is opened there must not be able to steer this page.
        tab.opener = null
        tab.location.replace(url)
      } else window.location.assign(url)
    } catch (error) {
      tab?.close()
      showError(error, "The host link couldn't be loaded. Please try again.")
    } finally {
      setIsStarting(false)
    }
  }

  return { isStarting, start: () => void start() }
}
