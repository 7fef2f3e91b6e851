import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { site } from '@/lib/site'
import { answerCatalogue, makeBootcamp, makeBundle } from '@/test/catalogue'
import { renderWithApp } from '@/test/render'
import { LandingPage } from './landing-page'
import { structuredData } from './structured-data'

const NOW = Date.parse('2026-11-21T04:50:00Z')
const END = '2026-11-21T04:59:00Z'
const MINUTES = 60_000
const UNTIL = 'until Fri, Nov 20 at 11:59 PM EST, then $995'
const ENDED = 'The early price has ended.'
const early = makeBootcamp({ price: '795.00', regularPrice: '995.00', priceUntil: END })
const regular = makeBootcamp()
const soon = makeBootcamp({ salesOpenAt: END })

const SECOND_END = '2026-11-24T04:59:00Z'
const THEN_895 = 'until Fri, Nov 20 at 11:59 PM EST, then $895'
const UNTIL_SECOND = 'until Mon, Nov 23 at 11:59 PM EST, then $995'
const first = { ...early, priceThen: '895.00' }
const second = makeBootcamp({ price: '895.00', regularPrice: '995.00', priceUntil: SECOND_END })

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: NOW,
  })
})
afterEach(() => vi.useRealTimers())

/** Requests go on in real time while the clock stands. */
async function show(text: string) {
  for (let turn = 0; turn < 500 && !screen.queryAllByText(text).length; turn += 1) {
    await act(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      vi.advanceTimersByTime(1)
    })
  }
  return screen.getAllByText(text)
}

const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

// The live seats badge asks every 15 seconds of its own.
const { seatsBadge } = site
beforeEach(() => void Object.assign(site, { seatsBadge: 'simulated' }))
afterEach(() => void Object.assign(site, { seatsBadge }))

describe('an early price with the app', () => {
  test('says until when, ends by itself in the same room, and asks what is offered then', async () => {
    answerCatalogue([{ ...early, isStruck: true }])
    renderWithApp(<LandingPage />)
    const [note] = await show(UNTIL)
    const card = note?.closest('li') as HTMLElement
    expect(within(card).getByText('$795')).toBeVisible()
    expect(within(card).getByText('$995').tagName).toBe('S')
    const { bootcamps } = answerCatalogue([regular])
    pass(9 * MINUTES)
    expect(within(card).getByText(ENDED).parentElement).toHaveAttribute('data-room', UNTIL)
    expect(within(card).queryByText('$795')).toBeNull()
    expect(within(card).getByText('$995').tagName).toBe('SPAN')
    expect(bootcamps.times).toBe(0)
    pass(3000)
    for (let turn = 0; turn < 500 && bootcamps.times === 0; turn += 1) await show(ENDED)
    expect(bootcamps.times).toBe(1)
    // The server's own answer takes nothing away again.
    await show(ENDED)
    expect(within(card).getByText('$995').tagName).toBe('SPAN')
  })

  test('is followed by the next one, with its own end, all by itself', async () => {
    answerCatalogue([{ ...first, isStruck: true }])
    renderWithApp(<LandingPage />)
    const [note] = await show(THEN_895)
    const card = note?.closest('li') as HTMLElement
    answerCatalogue([second])
    pass(9 * MINUTES)
    // Before anybody has answered.
    expect(within(card).getByText('$895')).toBeVisible()
    expect(within(card).getByText('This early price has ended.')).toBeVisible()
    expect(within(card).queryByText('$995')).toBeNull()
    pass(3000)
    await show(UNTIL_SECOND)
    expect(within(card).getByText('$895')).toBeVisible()
    answerCatalogue([regular])
    pass(3 * 24 * 60 * MINUTES)
    expect(within(card).getByText(ENDED)).toBeVisible()
    expect(within(card).getByText('$995')).toBeVisible()
    expect(within(card).queryByText('$895')).toBeNull()
  })

  test('goes on asking while the answer is from before its end', async () => {
    answerCatalogue([first])
    renderWithApp(<LandingPage />)
    await show(THEN_895)
    pass(9 * MINUTES)
    pass(3000)
    await show('This early price has ended.')
    answerCatalogue([second])
    pass(16_000)
    await show(UNTIL_SECOND)
  })

  test('of a bundle is followed in the price and in what is saved', async () => {
    const bundle = makeBundle({ price: '2495.00', regularPrice: '2995.00', priceUntil: END })
    answerCatalogue([regular], [{ ...bundle, priceThen: '2695.00' }])
    renderWithApp(<LandingPage />)
    await show('until Fri, Nov 20 at 11:59 PM EST, then $2,695')
    await show('Save $1,490')
    pass(9 * MINUTES)
    expect(screen.getByText('$2,695')).toBeVisible()
    expect(screen.getByText('Save $1,290')).toBeVisible()
  })

  test('strikes nothing through that was never charged', async () => {
    answerCatalogue([early])
    renderWithApp(<LandingPage />)
    const [note] = await show(UNTIL)
    expect(note?.closest('li')?.querySelector('s')).toBeNull()
  })

  test('for the first seats says how many are left', async () => {
    answerCatalogue([{ ...early, priceUntil: null, priceSeatsLeft: 2 }])
    renderWithApp(<LandingPage />)
    expect(await show('for the next 2 seats, then $995')).toHaveLength(1)
  })
})

test('a date whose sales open later becomes a button by itself', async () => {
  answerCatalogue([soon])
  renderWithApp(<LandingPage />)
  await show('Sales open Fri, Nov 20 at 11:59 PM EST')
  expect(screen.queryByRole('link', { name: 'Choose Build' })).toBeNull()
  pass(9 * MINUTES)
  expect(screen.getByRole('link', { name: 'Choose Build' })).toHaveAttribute(
    'href',
    '/checkout?bootcamp=1',
  )
  pass(3000)
})

test('a date whose sales are over says so', async () => {
  answerCatalogue([makeBootcamp({ salesCloseAt: '2026-11-01T12:00:00Z' })])
  renderWithApp(<LandingPage />)
  expect(await show('Sales have closed')).toHaveLength(1)
})

test('with the app, too, links into the checkout take the code along', async () => {
  answerCatalogue([regular], [makeBundle()])
  renderWithApp(<LandingPage />, { at: '/?code=spring' })
  await show('Choose Build')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
  const toCheckout = links.filter((href) => href.startsWith('/checkout'))
  expect(toCheckout.length).toBeGreaterThan(3)
  for (const href of toCheckout) expect(href).toMatch(/[?&]code=SPRING$/)
})

describe('structured data', () => {
  const offerAt = (bootcamp: typeof early, now: number) =>
    JSON.parse(structuredData([bootcamp], now))['@graph'][1].hasCourseInstance[0].offers

  test('says the price of now and until when', () => {
    expect(offerAt(early, NOW)).toMatchObject({ price: '795.00', priceValidUntil: END })
    const later = offerAt(early, Date.parse(END))
    expect(later).toMatchObject({ price: '995.00' })
    expect(later).not.toHaveProperty('priceValidUntil')
  })

  test('says the price that follows', () => {
    expect(offerAt(first, NOW)).toMatchObject({ price: '795.00', priceValidUntil: END })
    expect(offerAt(first, Date.parse(END))).toMatchObject({ price: '895.00' })
  })

  test('says the plain price where there are no rules', () => {
    const plain = offerAt(regular, NOW)
    expect(plain).toMatchObject({ price: '995.00' })
    expect(plain).not.toHaveProperty('priceValidUntil')
  })

  test('offers nothing outside its sales', () => {
    expect(offerAt(soon, NOW).availability).toBe('https://schema.org/OutOfStock')
    expect(offerAt(soon, Date.parse(END)).availability).toBe('https://schema.org/InStock')
  })
})
