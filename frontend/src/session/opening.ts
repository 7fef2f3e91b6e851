/** Tells the server that a page was opened: a number for the day, and nothing about who it was. */
import type { components } from '@/api/schema'

export type OpenedPage = components['schemas']['PageOpenedIn']['step']

/** What was counted before the app began, and must not be counted again when it does. */
let countedBefore: OpenedPage | null = null

/** Said by the browser on behalf of its owner; the server heeds it too. */
export function wantsNoCounting(): boolean {
  const { doNotTrack } = navigator
  const privacyControl = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl
  return doNotTrack === '1' || privacyControl === true
}

export function countOpening(page: OpenedPage) {
  if (countedBefore === page) {
    countedBefore = null
    return
  }
  if (wantsNoCounting()) return
  const sent = fetch(new URL('/api/funnel', window.location.origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ step: page }),
  })
  // Read to its end, or the connection would stay open; a figure one too small troubles nobody.
  sent.then((answer) => answer.text()).catch(() => undefined)
}

export function countOpeningBeforeTheApp(page: OpenedPage) {
  countOpening(page)
  countedBefore = page
}
