/** Web vitals of this visit: three numbers told once when the page goes away, and nothing about who it was. */
import type { components } from '@/api/schema'
import { wantsNoCounting } from './opening'

type Seen = components['schemas']['PageSpeedIn']

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}

/** Shifts this close together are one, for at most so long (ms). */
const SHIFT_GAP = 1000
const LONGEST_SHIFT = 5000

const pageAt = (path: string): Seen['page'] =>
  path === '/' ? 'landing' : path.startsWith('/checkout') ? 'checkout' : 'other'

/** Browsers that do not know a measure leave it out. */
function watch<Entry extends PerformanceEntry>(
  type: string,
  each: (entry: Entry) => void,
  options: PerformanceObserverInit = {},
) {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Entry[]) each(entry)
  }).observe({ type, buffered: true, ...options })
}

/** The worst interaction, after one is left out for every 50: as INP is defined. */
function interactionToNextPaint(slow: number[]): number | undefined {
  // Quick ones are not observed, but counted where the browser does.
  const { interactionCount = slow.length } = performance as { interactionCount?: number }
  const place = Math.min(slow.length - 1, Math.floor(interactionCount / 50))
  return slow.sort((one, other) => other - one)[place]
}

export function tellPageSpeed() {
  // What opens in the background is painted when somebody looks, however fast it was.
  if (wantsNoCounting() || document.visibilityState === 'hidden') return
  const seen: Seen = { page: pageAt(location.pathname) }
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = Math.round(startTime)
  })
  const interactions = new Map<number, number>()
  watch<PerformanceEventTiming & { interactionId?: number }>(
    'event',
    ({ interactionId, duration }) => {
      if (!interactionId) return
      interactions.set(interactionId, Math.max(interactions.get(interactionId) ?? 0, duration))
    },
    { durationThreshold: 40 } as PerformanceObserverInit,
  )
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) seen.cls = 0
  let run = { began: 0, last: 0, sum: 0 }
  watch<LayoutShift>('layout-shift', ({ startTime, value, hadRecentInput }) => {
    if (hadRecentInput) return
    const goesOn = startTime - run.last < SHIFT_GAP && startTime - run.began < LONGEST_SHIFT
    run = goesOn
      ? { ...run, last: startTime, sum: run.sum + value }
      : { began: startTime, last: startTime, sum: value }
    seen.cls = Math.max(seen.cls ?? 0, run.sum)
  })
  const tell = () => {
    if (document.visibilityState !== 'hidden') return
    document.removeEventListener('visibilitychange', tell)
    const inp = interactionToNextPaint([...interactions.values()])
    if (inp !== undefined) seen.inp = Math.round(inp)
    const body = new Blob([JSON.stringify(seen)], { type: 'application/json' })
    navigator.sendBeacon('/api/page-speed', body)
  }
  document.addEventListener('visibilitychange', tell)
}
