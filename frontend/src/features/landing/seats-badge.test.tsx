import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as dates from '@/lib/dates'
import { site } from '@/lib/site'
import { answerCatalogue, makeBootcamp } from '@/test/catalogue'
import { renderWithApp } from '@/test/render'
import { fillInOwnTimes } from './own-times'
import { SeatsBadge } from './seats-badge'

const TICK_MS = 15_000
const DROPS = 0.0999
const STAYS = 0.1

const badge = () => screen.getByTestId('seats-badge')
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

describe('which counter there is', () => {
  const before = site.seatsBadge
  afterEach(() => {
    Object.assign(site, { seatsBadge: before })
  })

  test('unless the operator says otherwise, the true one', async () => {
    expect(before).toBe('live')
    answerCatalogue([makeBootcamp({ startDate: '2099-06-01T18:00:00Z', availableSeats: 4 })])
    renderWithApp(<SeatsBadge />)
    expect(await screen.findByText(/4 of 20 seats left/)).toBeVisible()
  })

  test('with SEATS_BADGE=simulated, the simulated one', () => {
    Object.assign(site, { seatsBadge: 'simulated' })
    answerCatalogue([makeBootcamp({ startDate: '2099-06-01T18:00:00Z', availableSeats: 4 })])
    renderWithApp(<SeatsBadge />)
    expect(badge()).toHaveTextContent('7 seats remaining')
  })
})

describe('the simulated counter', () => {
  let chance = DROPS

  beforeEach(() => {
    chance = DROPS
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockImplementation(() => chance)
    render(<SeatsBadge mode="simulated" />)
  })

  test('starts at 7 and waits 15 seconds', () => {
    expect(badge()).toHaveTextContent('7 seats remaining')
    pass(TICK_MS - 1)
    expect(badge()).toHaveTextContent('7 seats remaining')
    pass(1)
    expect(badge()).toHaveTextContent('6 seats remaining')
  })

  test('drops in one tick out of ten', () => {
    chance = STAYS
    pass(10 * TICK_MS)
    expect(badge()).toHaveTextContent('7 seats remaining')
    chance = DROPS
    pass(TICK_MS)
    expect(badge()).toHaveTextContent('6 seats remaining')
  })

  test('speaks of one seat, and never goes below none', () => {
    pass(6 * TICK_MS)
    expect(badge()).toHaveTextContent(/^1 seat remaining$/)
    pass(10 * TICK_MS)
    expect(badge()).toHaveTextContent('0 seats remaining')
  })

  test('pulses at three seats and not at four, unless motion is unwanted', () => {
    pass(3 * TICK_MS)
    expect(badge()).toHaveTextContent('4 seats remaining')
    expect(badge().className).not.toContain('animate-pulse')
    pass(TICK_MS)
    expect(badge()).toHaveTextContent('3 seats remaining')
    expect(badge()).toHaveClass('motion-safe:animate-pulse')
    expect(badge()).not.toHaveClass('animate-pulse')
  })
})

describe('the live counter', () => {
  afterEach(() => vi.restoreAllMocks())

  test('shows the next open bootcamp, and asks again with every tick', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const later = makeBootcamp({ id: 3, startDate: '2099-12-01T18:00:00Z', availableSeats: 20 })
    const soldOut = makeBootcamp({ id: 1, startDate: '2099-01-01T18:00:00Z', availableSeats: 0 })
    const started = makeBootcamp({ id: 4, startDate: '2020-01-01T18:00:00Z', availableSeats: 9 })
    const next = (availableSeats: number) =>
      makeBootcamp({ id: 2, startDate: '2099-06-01T18:00:00Z', availableSeats })

    answerCatalogue([later, soldOut, next(4), started])
    renderWithApp(<SeatsBadge mode="live" />)
    expect(badge()).toHaveTextContent('20 seats per bootcamp')
    expect(await screen.findByText(/4 of 20 seats left/)).toBeVisible()
    expect(badge().className).not.toContain('animate-pulse')

    answerCatalogue([later, soldOut, next(3), started])
    vi.advanceTimersByTime(TICK_MS)
    expect(await screen.findByText(/3 of 20 seats left/)).toBeVisible()
    expect(badge()).toHaveClass('motion-safe:animate-pulse')
  })

  test('says where every seat is, and when that was so', async () => {
    vi.spyOn(dates, 'viewerZone').mockReturnValue('America/New_York')
    const asOf = '2026-05-01T18:03:12Z'
    const seats = { total: 20, sold: 14, held: 2, offered: 1, free: 3, asOf }
    answerCatalogue([makeBootcamp({ availableSeats: 3, heldSeats: 2, seats })])
    renderWithApp(<SeatsBadge mode="live" />)
    await screen.findByText(/3 of 20 seats left/)
    expect(badge()).toHaveTextContent(/^3 of 20 seats left$/)
    const counts = screen.getByText(/14 sold · 2 held · 1 offered/)
    expect(counts).not.toBeVisible()
    await userEvent.click(badge())
    expect(counts).toBeVisible()
    expect(counts).toHaveTextContent(/^14 sold · 2 held · 1 offered, as of 14:03:12$/)
  })

  test('learns the moment of the count before the app runs', () => {
    document.body.innerHTML = '<p>3 held<span data-as-of="2026-05-01T18:03:12Z"></span></p>'
    fillInOwnTimes(document, 'UTC')
    expect(document.body).toHaveTextContent('3 held, as of 18:03:12')
  })

  test('shows the next bootcamp when none has a seat left', async () => {
    answerCatalogue([makeBootcamp({ availableSeats: 0 })])
    renderWithApp(<SeatsBadge mode="live" />)
    expect(await screen.findByText(/^0 of 20 seats left/)).toBeVisible()
  })

  test('says when nothing is planned', async () => {
    answerCatalogue([])
    renderWithApp(<SeatsBadge mode="live" />)
    expect(await screen.findByText('New dates coming soon')).toBeVisible()
  })
})
