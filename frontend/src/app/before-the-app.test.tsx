/** The sales page with its first script and nothing else: prices end, and codes ride along. */
import { act } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { workWithoutTheApp } from '@/features/landing/before-the-app'
import { makeBootcamp, makeBundle } from '@/test/catalogue'
import { renderPage } from './entry-prerender'

const NOW = Date.parse('2026-11-21T04:50:00Z')
const END = '2026-11-21T04:59:00Z'
const MINUTES = 60_000
const UNTIL = 'until Fri, Nov 20 at 11:59 PM EST, then $995'
const ENDED = 'The early price has ended.'
const early = makeBootcamp({ price: '795.00', regularPrice: '995.00', priceUntil: END })
const regular = makeBootcamp()

let handOver: () => void = () => {}

/**
 * Listens on the window, which other files share: handed over after each. The simulated counter is
 * never let go of, so it stays out.
 */
function workAlone(startApp: () => void = vi.fn()) {
  document.querySelector('[data-simulated-seats]')?.removeAttribute('data-simulated-seats')
  handOver = workWithoutTheApp(startApp)
}

afterEach(() => {
  handOver()
  vi.useRealTimers()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
})

const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

/** As the page server sends it. */
async function serve(bootcamps: object[], bundles: object[] = []) {
  const known = { asOf: NOW, '/api/bootcamps': bootcamps, '/api/bundles': bundles }
  const { html } = await renderPage('/', known as Parameters<typeof renderPage>[1])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOW })
  document.body.innerHTML = html
  return html
}

describe('the page before the app runs', () => {
  test('is true as it was sent, and when the price ends', async () => {
    const html = await serve(
      [{ ...early, isStruck: true }],
      [makeBundle({ price: '2495.00', regularPrice: '2995.00', priceUntil: END })],
    )
    expect(html).toContain('$795')
    expect(html).toContain(UNTIL)
    expect(html).toContain('Save $1,490')
    const startApp = vi.fn()
    workAlone(startApp)
    const [card] = document.querySelectorAll<HTMLElement>('#register ol > li')
    pass(9 * MINUTES - 1)
    expect(card).toHaveTextContent('$795')
    expect(startApp).not.toHaveBeenCalled()
    pass(1)
    expect(card).not.toHaveTextContent('$795')
    expect(card).toHaveTextContent(ENDED)
    expect(card?.querySelector('s')).not.toBeVisible()
    expect(document.body).toHaveTextContent('Save $990')
    expect(document.body).not.toHaveTextContent('$2,495')
    expect(startApp).toHaveBeenCalled()
  })

  test('names the early price that follows, and shows it when the first has ended', async () => {
    const bundle = makeBundle({ price: '2495.00', regularPrice: '2995.00', priceUntil: END })
    const html = await serve(
      [{ ...early, priceThen: '895.00', isStruck: true }],
      [{ ...bundle, priceThen: '2695.00' }],
    )
    expect(html).toContain('until Fri, Nov 20 at 11:59 PM EST, then $895')
    workAlone()
    const [card] = document.querySelectorAll<HTMLElement>('#register ol > li')
    pass(9 * MINUTES)
    expect(card).toHaveTextContent('$895')
    expect(card).toHaveTextContent('This early price has ended.')
    expect(card?.querySelector('s')).not.toBeVisible()
    expect(document.body).toHaveTextContent('$2,695')
    expect(document.body).toHaveTextContent('Save $1,290')
  })

  test('leaves the words to the app once that has taken over', async () => {
    await serve([early])
    workAlone()
    handOver()
    pass(10 * MINUTES)
    expect(document.body).toHaveTextContent('$795')
  })

  test('sends every link into the checkout with the code of its address', async () => {
    await serve([regular], [makeBundle()])
    history.replaceState(null, '', '/?code=spring')
    workAlone()
    const links = [...document.querySelectorAll('a[href^="/checkout"]')]
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) expect(link.getAttribute('href')).toMatch(/[?&]code=SPRING$/)
  })

  test('carries no code where the address has none', async () => {
    const html = await serve([regular])
    workAlone()
    expect(html).toContain('href="/checkout"')
    expect(document.querySelector('a[href*="code="]')).toBeNull()
  })
})
