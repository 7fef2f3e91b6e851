import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellPageSpeed } from './page-speed'

type Told = (list: { getEntries: () => object[] }) => void

let observers: Record<string, Told>
let visibility: DocumentVisibilityState
const sent = vi.fn<(address: string, body: Blob) => boolean>()

class Observer {
  static supportedEntryTypes = ['largest-contentful-paint', 'event', 'layout-shift']
  private readonly told: Told
  constructor(told: Told) {
    this.told = told
  }
  observe({ type }: { type: string }) {
    observers[type] = this.told
  }
}

const see = (type: string, ...entries: object[]) => observers[type]?.({ getEntries: () => entries })

function leave() {
  visibility = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
}

const bodies = () =>
  Promise.all(sent.mock.calls.map(async ([, body]) => JSON.parse(await body.text())))

beforeEach(() => {
  observers = {}
  visibility = 'visible'
  sent.mockReset().mockReturnValue(true)
  vi.stubGlobal('PerformanceObserver', Observer)
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  Object.assign(navigator, { sendBeacon: sent })
  window.history.replaceState(null, '', '/checkout?bootcamp=1')
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  window.history.replaceState(null, '', '/')
})

test('the last largest paint, the slowest answer and the worst run of shifts are told once', async () => {
  tellPageSpeed()
  see('largest-contentful-paint', { startTime: 800.4 }, { startTime: 1200.6 })
  see('event', { interactionId: 0, duration: 900 }, { interactionId: 1, duration: 120 })
  see('event', { interactionId: 2, duration: 64 })
  see(
    'layout-shift',
    { startTime: 100, value: 0.1, hadRecentInput: false },
    { startTime: 600, value: 0.1, hadRecentInput: false },
    { startTime: 700, value: 0.5, hadRecentInput: true },
    { startTime: 3000, value: 0.15, hadRecentInput: false },
  )
  expect(sent).not.toHaveBeenCalled()
  leave()
  leave()
  expect(await bodies()).toEqual([{ page: 'checkout', lcp: 1201, inp: 120, cls: 0.2 }])
  expect(sent.mock.calls[0]?.[0]).toBe('/api/page-speed')
})

test('one interaction in 50 may be slower than the one that is told', async () => {
  tellPageSpeed()
  for (let id = 1; id <= 49; id += 1) see('event', { interactionId: id, duration: 40 + id })
  see('event', { interactionId: 50, duration: 2000 }, { interactionId: 50, duration: 300 })
  leave()
  expect(await bodies()).toEqual([{ page: 'checkout', inp: 89, cls: 0 }])
})

test('an address is never told, only which kind of page it was', async () => {
  window.history.replaceState(null, '', '/join/secret-token')
  tellPageSpeed()
  leave()
  expect(await bodies()).toEqual([{ page: 'other', cls: 0 }])
})

test.each([
  [
    'a browser that asks not to be tracked',
    () => vi.spyOn(navigator, 'doNotTrack', 'get').mockReturnValue('1'),
  ],
  ['a page that opened in the background', () => (visibility = 'hidden')],
])('%s is not measured', (_, given) => {
  given()
  tellPageSpeed()
  expect(observers).toEqual({})
  leave()
  expect(sent).not.toHaveBeenCalled()
})
