/** Delays to the millisecond, while requests go on in real time. */
import { act } from '@testing-library/react'
import { vi } from 'vitest'

const PATIENCE_MS = 10_000

/** From here on time stands still until `passTime`; call it right before what starts the delay. */
export function stopTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}

export function passTime(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}

/** Waits for a request to be answered and shown. `waitFor` cannot: it sleeps with stopped timers. */
export async function untilTrue(condition: () => boolean) {
  const deadline = Date.now() + PATIENCE_MS
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('It never came true')
    await act(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      // The query cache tells its readers in a timer of no length.
      vi.advanceTimersByTime(0)
    })
  }
}

/** Whether nothing has left the page, nor is about to: a navigation takes a moment to arrive. */
export async function staysAt(
  router: { state: { location: { pathname: string }; navigation: { state: string } } },
  path: string,
): Promise<boolean> {
  let turns = 0
  await untilTrue(() => {
    turns += 1
    return turns > 5
  })
  return router.state.location.pathname === path && router.state.navigation.state === 'idle'
}
