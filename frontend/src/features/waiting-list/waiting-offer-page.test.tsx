import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as dates from '@/lib/dates'
import { answerCall, refuseCall } from '@/test/calls'
import { openApp } from '@/test/render'
import { answerGet, refuseGet } from '@/test/server'
import { makeOffer } from '@/test/waiting-list'

const OFFER = '/api/offers/token'
const DECLINE = `${OFFER}/decline`

beforeEach(() => {
  vi.spyOn(dates, 'viewerZone').mockReturnValue('Europe/London')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

async function decline() {
  await userEvent.click(await screen.findByRole('button', { name: 'No, thank you' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Pass the seat on?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pass the seat on' }))
}

describe('an open offer', () => {
  test('says what, when in both clocks, for how much and until when', async () => {
    answerGet(OFFER, makeOffer())
    openApp('/offer/token')
    expect(await heading('Beginner Bootcamp')).toBeVisible()
    expect(screen.getByRole('main')).toHaveTextContent('Thu, Oct 8 at 6:00 PM – 9:00 PM EDT')
    expect(screen.getByRole('main')).toHaveTextContent(
      '9:00 PM EDT11:00 PM – 2:00 AM +1 day your time (BST)',
    )
    expect(screen.getByText('$995.00')).toBeVisible()
    expect(screen.getByText(/^Held for you until/)).toHaveTextContent(
      'Held for you until Fri, May 1 at 8:00 PM your time',
    )
    expect(screen.getByRole('link', { name: 'Take the seat' })).toHaveAttribute(
      'href',
      '/checkout?offer=token',
    )
  })

  test('of a bundle names each of its bootcamps', async () => {
    const [item] = makeOffer().items
    if (!item) throw new Error('an offer is of something')
    const items = [item, { ...item, bootcampId: 2, name: 'Advanced Bootcamp' }]
    answerGet(OFFER, makeOffer({ name: 'Complete Bundle', items, price: '2995.00' }))
    openApp('/offer/token')
    expect(await heading('Complete Bundle')).toBeVisible()
    expect(screen.getByText('Beginner Bootcamp')).toBeVisible()
    expect(screen.getByText('Advanced Bootcamp')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Take the seats' })).toBeVisible()
  })

  test('counts down by the clock of the server, and ends before the eyes of its reader', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    // This computer is a day off, which must not matter.
    vi.setSystemTime('2026-05-02T18:00:00Z')
    answerGet(OFFER, makeOffer({ expiresAt: '2026-05-01T18:10:00Z' }))
    openApp('/offer/token')
    expect(await screen.findByText(/^(10:00|09:\d\d)$/)).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000))
    expect(screen.getByText(/^0[45]:\d\d$/)).toBeVisible()
    answerGet(OFFER, makeOffer({ state: 'expired' }))
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000 + 1000))
    expect(await heading('This offer has ended')).toBeVisible()
    expect(screen.getByText(/You haven't been charged/)).toBeVisible()
  })
})

describe('no, thank you', () => {
  test('asks once, and passes the seat on', async () => {
    answerGet(OFFER, makeOffer())
    const calls = answerCall('post', DECLINE, { message: 'Done' })
    openApp('/offer/token')
    await userEvent.click(await screen.findByRole('button', { name: 'No, thank you' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Keep the seat' }))
    expect(calls.bodies).toEqual([])
    await decline()
    const passed = await heading("You've passed it on")
    expect(passed).toContainElement(document.activeElement as HTMLElement)
    expect(calls.bodies).toHaveLength(1)
  })

  test('that failed keeps the seat, and says so', async () => {
    answerGet(OFFER, makeOffer())
    refuseCall('post', DECLINE, 503, 'Please try again in a moment.')
    openApp('/offer/token')
    await decline()
    expect(await screen.findByRole('alert')).toHaveTextContent('Please try again in a moment.')
    expect(screen.getByRole('link', { name: 'Take the seat' })).toBeVisible()
  })

  test('too late shows what became of the offer', async () => {
    answerGet(OFFER, makeOffer())
    openApp('/offer/token')
    await screen.findByRole('button', { name: 'No, thank you' })
    refuseCall('post', DECLINE, 410, 'This offer is no longer open.')
    answerGet(OFFER, makeOffer({ state: 'expired' }))
    await decline()
    expect(await heading('This offer has ended')).toBeVisible()
  })
})

describe('an offer that is over', () => {
  test.each([
    ['taken', 'The seat is yours', 'Go to My Bootcamps', '/portal'],
    ['declined', "You've passed it on", 'See open dates', '/checkout'],
    ['expired', 'This offer has ended', 'See open dates', '/checkout'],
  ] as const)('%s', async (state, words, link, href) => {
    answerGet(OFFER, makeOffer({ state }))
    openApp('/offer/token')
    expect(await heading(words)).toBeVisible()
    expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', href)
    expect(screen.queryByRole('button', { name: 'No, thank you' })).not.toBeInTheDocument()
  })

  test('and a link that is none', async () => {
    refuseGet(OFFER, 404, "We don't recognize this link.")
    openApp('/offer/token')
    expect(await heading("This link doesn't work")).toBeVisible()
  })
})
