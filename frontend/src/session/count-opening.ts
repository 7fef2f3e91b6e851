/** Tells the server that a page was opened: a number for the day, and nothing about who it was. */
import { useEffect } from 'react'
import type { components } from '@/api/schema'
import { useSession } from './session'

type Step = components['schemas']['PageOpenedIn']['step']

/** Said by the browser on behalf of its owner; the server heeds it too. */
function wantsNoCounting(): boolean {
  const { doNotTrack } = navigator
  const privacyControl = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl
  return doNotTrack === '1' || privacyControl === true
}

function countOpening(step: Step) {
  if (wantsNoCounting()) return
  const sent = fetch(new URL('/api/funnel', window.location.origin), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ step }),
  })
  // Read to its end, or the connection would stay open; a figure one too small troubles nobody.
  sent.then((answer) => answer.text()).catch(() => undefined)
}

export function useCountOpening(step: Step) {
  const { user, isLoading } = useSession()
  // An admin who looks on as somebody else is no visitor, and may change nothing.
  const isVisitor = !isLoading && !user?.isImpersonating
  useEffect(() => {
    if (isVisitor) countOpening(step)
  }, [isVisitor, step])
}
