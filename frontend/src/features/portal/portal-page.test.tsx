import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { formatOwnHours, formatRange, viewerZone } from '@/lib/dates'
import { zoneAbbreviation } from '@/lib/zones'
import { answerCall, refuseCall } from '@/test/calls'
import { answerCatalogue, makeBootcamp } from '@/test/catalogue'
import { makeUpgrade } from '@/test/checkout'
import {
  answerPortal,
  makeEnrolled,
  makeEnrollment,
  makePortalResource,
  openPortal,
} from '@/test/portal'
import { answerGet, refuseGet, untilAnswered } from '@/test/server'

const DAYS = 24 * 60

describe('My Bootcamps', () => {
  test('shows a bootcamp with badge, both zones, seat and resources', async () => {
    const bootcamp = makeEnrolled(3 * DAYS, { timezone: 'Asia/Tokyo' })
    answerPortal(
      [makeEnrollment([bootcamp])],
      [
        makePortalResource(),
        makePortalResource({
          id: 6,
          type: 'FILE',
          title: 'Slides',
          description: '',
          fileName: 'slides.pdf',
          fileSize: 1_572_864,
        }),
      ],
    )
    await openPortal()
    await waitFor(() => expect(screen.getByText('Active')).toBeVisible())
    expect(screen.queryByText('Pending')).not.toBeInTheDocument()
    const { startDate, endDate, timezone } = bootcamp
    // What comes next is told on top, and not again in its card.
    expect(screen.getByText(formatRange(startDate, endDate, timezone))).toBeVisible()
    const own = viewerZone()
    const hours = formatOwnHours(startDate, endDate, timezone, own)
    const yours = `${hours} your time (${zoneAbbreviation(own, new Date(startDate))})`
    expect(screen.getByText(yours)).toBeVisible()
    expect(screen.getByText('Seat 7')).toBeVisible()
    await waitFor(() =>
      expect(screen.getByRole('list', { name: 'Resources of Beginner Bootcamp' })).toBeVisible(),
    )
    const list = screen.getByRole('list', { name: 'Resources of Beginner Bootcamp' })
    expect(within(list).getByRole('button', { name: /^Link: Workbook Exercises/ })).toBeVisible()
    expect(within(list).getByRole('button', { name: 'File: Slides 1.50 MB' })).toBeVisible()
  })

  test('offers the rest of a bundle to whoever has a part', async () => {
    answerPortal([makeEnrollment([makeEnrolled(3 * DAYS)])])
    answerGet('/api/user/upgrades', [makeUpgrade()])
    await openPortal()
    const offer = await screen.findByRole('region', { name: 'The rest of your bundle' })
    expect(offer).toHaveTextContent('Get the other two for $2,000.00: $2,995.00 − $995.00 you paid')
  })

  test('comes in the order of the dates, and what is over is folded away', async () => {
    const named = (id: number, days: number, name: string) =>
      makeEnrollment([makeEnrolled(days * DAYS, { id, name })], { id })
    answerPortal([
      named(4, 40, 'Last'),
      named(1, -30, 'Over long ago'),
      named(3, 2, 'Soonest'),
      named(2, -3, 'Over lately'),
    ])
    await openPortal()
    const past = (await screen.findByText('Past (2)')).closest('details')
    expect(past).not.toHaveAttribute('open')
    const names = ['Soonest', 'Last', 'Over lately', 'Over long ago']
    const cards = screen
      .getAllByRole('heading', { level: 2, hidden: true })
      .filter(({ textContent }) => names.includes(textContent ?? ''))
      // The first stands on top of the page once more.
      .slice(1)
    expect(cards.map(({ textContent }) => textContent)).toEqual(names)
    expect(cards.map((card) => past?.contains(card))).toEqual([false, false, true, true])
  })

  test('shows what is over where there is nothing else', async () => {
    answerPortal([makeEnrollment([makeEnrolled(-3 * DAYS)])])
    await openPortal()
    expect((await screen.findByText('Past (1)')).closest('details')).toHaveAttribute('open')
  })

  test('shows every member of a bundle, each with its resources', async () => {
    answerPortal(
      [
        makeEnrollment(
          [
            makeEnrolled(2 * DAYS, { id: 1, name: 'Build it' }),
            makeEnrolled(9 * DAYS, { id: 2, name: 'Launch it', step: 2 }),
          ],
          { isBundle: true, bootcamp: null, bundle: { id: 'b-1', name: 'Complete Bundle' } },
        ),
      ],
      [makePortalResource()],
    )
    await openPortal()
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 2, name: 'Complete Bundle' })).toBeVisible(),
    )
    expect(screen.getByRole('heading', { level: 3, name: 'Build it' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 3, name: 'Launch it' })).toBeVisible()
    for (const name of ['Build it', 'Launch it']) {
      await waitFor(() =>
        expect(screen.getByRole('list', { name: `Resources of ${name}` })).toBeVisible(),
      )
    }
  })

  test('a seat that somebody else holds says whose it is and opens nothing', async () => {
    const given = makeEnrolled(20, {
      name: 'Given away',
      heldBy: 'Hanna Holder',
      seatNumber: null,
      hasLiveLink: false,
      joinPageUrl: '',
    })
    const own = makeEnrolled(3 * DAYS, { id: 2, name: 'My own' })
    answerPortal([
      makeEnrollment([given, own], { isBundle: true, bundle: { id: 'b', name: 'Both' } }),
    ])
    await openPortal()
    expect(await screen.findByText('This seat is held by Hanna Holder.')).toBeVisible()
    const next = await screen.findByRole('region', { name: 'Your next session' })
    expect(next).toHaveTextContent('My own')
    expect(screen.queryByRole('button', { name: 'Join Given away' })).not.toBeInTheDocument()
    expect(screen.getAllByText('Resources')).toHaveLength(1)
  })

  test('a payment under way is Pending and opens nothing', async () => {
    const why = 'The payment for this purchase is not complete yet.'
    answerPortal([makeEnrollment([makeEnrolled(5)], { status: 'pending', closedBecause: why })])
    await openPortal()
    await waitFor(() => expect(screen.getByText('Pending')).toBeVisible())
    expect(screen.getByText(new RegExp(why))).toBeVisible()
    expect(screen.queryByRole('link', { name: /Finish/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Join|Dismiss/ })).not.toBeInTheDocument()
    expect(screen.queryByText('Resources')).not.toBeInTheDocument()
  })

  test('a pending purchase is Pending, opens nothing and leads back to checkout', async () => {
    const unfinished = { status: 'pending', finishPath: '/checkout?bootcamp=1' } as const
    answerPortal([makeEnrollment([makeEnrolled(5)], unfinished)])
    await openPortal()
    await waitFor(() => expect(screen.getByText('Pending')).toBeVisible())
    expect(screen.getByRole('link', { name: 'Finish Beginner Bootcamp' })).toHaveAttribute(
      'href',
      '/checkout?bootcamp=1',
    )
    expect(screen.queryByRole('button', { name: /Join/ })).not.toBeInTheDocument()
    expect(screen.queryByText('Resources')).not.toBeInTheDocument()
  })

  test('an unfinished purchase is dismissed, and the line is gone', async () => {
    const unfinished = { status: 'pending', finishPath: '/checkout?bootcamp=1' } as const
    answerPortal([makeEnrollment([makeEnrolled(5)], unfinished)])
    const { bodies } = answerCall('post', '/api/user/purchases/41/dismiss', {
      message: 'Canceled.',
    })
    await openPortal()
    const dismiss = await screen.findByRole('button', { name: 'Dismiss Beginner Bootcamp' })
    answerGet('/api/user/purchases', [])
    await userEvent.click(dismiss)
    expect(await screen.findByText('Purchase dismissed')).toBeVisible()
    await waitFor(() => expect(dismiss).not.toBeInTheDocument())
    expect(screen.getByText('Canceled.')).toBeVisible()
    expect(screen.getByRole('main')).toHaveFocus()
    expect(bodies).toHaveLength(1)
  })

  test('one that was paid meanwhile is not dismissed, and says so', async () => {
    const unfinished = { status: 'pending', finishPath: '/checkout?bootcamp=1' } as const
    answerPortal([makeEnrollment([makeEnrolled(5)], unfinished)])
    const words = "You've already paid for this."
    refuseCall('post', '/api/user/purchases/41/dismiss', 409, words)
    await openPortal()
    const dismiss = await screen.findByRole('button', { name: 'Dismiss Beginner Bootcamp' })
    answerGet('/api/user/purchases', [makeEnrollment([makeEnrolled(5)])])
    await userEvent.click(dismiss)
    expect(await screen.findByText(words)).toBeVisible()
    await waitFor(() => expect(screen.getByText('Active')).toBeVisible())
  })

  test('a purchase on its way back says so and opens nothing', async () => {
    const why = 'This purchase is being refunded, so everything in it is closed to it.'
    answerPortal([makeEnrollment([makeEnrolled(5)], { closedBecause: why })])
    await openPortal()
    await waitFor(() => expect(screen.getByText(why)).toBeVisible())
    expect(screen.queryByText('Active')).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Join/ })).not.toBeInTheDocument()
  })

  test('failed and refunded ones are not here: the page is empty and leads to the bills', async () => {
    answerPortal([
      makeEnrollment([makeEnrolled(5)], { id: 1, status: 'failed', closedBecause: 'x' }),
      makeEnrollment([makeEnrolled(5)], { id: 2, status: 'refunded', closedBecause: 'x' }),
    ])
    await openPortal()
    await waitFor(() => expect(screen.getByText('Your front-row seat is waiting')).toBeVisible())
    expect(screen.getByRole('link', { name: 'See your billing history' })).toHaveAttribute(
      'href',
      '/portal/billing',
    )
    expect(screen.queryByText('Beginner Bootcamp')).not.toBeInTheDocument()
    expect(screen.queryByText('Keep your calendar in sync')).not.toBeInTheDocument()
  })

  test('whoever has bought nothing is welcomed and led to checkout', async () => {
    answerPortal([])
    await openPortal()
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Choose your bootcamp' })).toHaveAttribute(
        'href',
        '/checkout',
      ),
    )
    expect(screen.queryByText('See your billing history')).not.toBeInTheDocument()
  })

  test('says that it could not load, and tries again', async () => {
    refuseGet('/api/user/purchases', 503, 'Briefly away.')
    await openPortal()
    await waitFor(() => expect(screen.getByText("Your bootcamps couldn't be loaded")).toBeVisible())
    answerPortal([])
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.getByText('Your front-row seat is waiting')).toBeVisible())
  })
})

describe('upcoming bootcamps', () => {
  test('are at most three, none of them owned, sold-out ones last', async () => {
    answerPortal([makeEnrollment([makeEnrolled(5)])])
    const on = (day: number) => `2099-10-${String(day).padStart(2, '0')}T22:00:00Z`
    answerCatalogue([
      makeBootcamp({ id: 1, name: 'Owned', startDate: on(1) }),
      makeBootcamp({ id: 2, name: 'Full', startDate: on(2), availableSeats: 0 }),
      makeBootcamp({ id: 3, name: 'Second', startDate: on(4), availableSeats: 2 }),
      makeBootcamp({ id: 4, name: 'First', startDate: on(3) }),
      makeBootcamp({ id: 5, name: 'Over', startDate: '2020-01-01T22:00:00Z' }),
      // The same course as one of theirs, and another date of one above: after what is new.
      makeBootcamp({ id: 6, name: 'Beginner Bootcamp', startDate: on(1) }),
      makeBootcamp({ id: 7, name: 'First', startDate: on(5) }),
    ])
    await openPortal()
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Upcoming bootcamps' })).toBeVisible(),
    )
    const section = screen.getByRole('region', { name: 'Upcoming bootcamps' })
    const names = within(section).getAllByRole('heading', { level: 3 })
    expect(names.map((name) => name.textContent)).toEqual(['First', 'Second', 'Beginner Bootcamp'])
    expect(within(section).getByRole('link', { name: 'Enroll in First' })).toHaveAttribute(
      'href',
      '/checkout?bootcamp=4',
    )
    expect(within(section).getByText('2 left')).toBeVisible()
  })

  test('what was just given back is not offered at once again', async () => {
    const bootcamp = makeBootcamp({ id: 8, name: 'Given back' })
    answerPortal([makeEnrollment([makeEnrolled(3 * DAYS)], { givenBack: [bootcamp.course] })])
    answerCatalogue([bootcamp])
    await openPortal()
    await screen.findByText('Active')
    await untilAnswered()
    expect(screen.queryByText('Given back')).not.toBeInTheDocument()
  })

  test('a sold-out one comes last and cannot be enrolled in', async () => {
    answerPortal([])
    answerCatalogue([
      makeBootcamp({ id: 2, name: 'Full', availableSeats: 0, startDate: '2099-01-01T22:00:00Z' }),
      makeBootcamp({ id: 3, name: 'Free', startDate: '2099-02-01T22:00:00Z' }),
    ])
    await openPortal()
    await waitFor(() => expect(screen.getByText('Sold out')).toBeVisible())
    const names = screen.getAllByRole('heading', { level: 3 })
    expect(names.map((name) => name.textContent)).toEqual(['Free', 'Full'])
    expect(screen.queryByRole('link', { name: 'Enroll in Full' })).not.toBeInTheDocument()
  })
})
