import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerCall } from '@/test/calls'
import { answerCatalogue, makeBootcamp, makeBundle } from '@/test/catalogue'
import {
  ADVANCED,
  advanced,
  answerFacts,
  BEGINNER,
  BUNDLE,
  beginner,
  LATER,
  laterBeginner,
  openList,
  packageBox,
  resetCheckout,
} from '@/test/checkout'
import { renderWithApp } from '@/test/render'
import { refuseGet, server } from '@/test/server'
import { CheckoutPage } from './checkout-page'

const BUNDLE_ID = makeBundle().id
const open = (at = '/checkout') => renderWithApp(<CheckoutPage />, { at })
const summary = () => screen.getByRole('region', { name: 'Order summary' })

beforeEach(resetCheckout)

describe('the packages', () => {
  test('can be bought with the account one has, and the choice is kept meanwhile', async () => {
    open('/checkout?bootcamp=1')
    const way = await screen.findByRole('link', { name: 'Sign in' })
    expect(way).toHaveAttribute(
      'href',
      `/auth/login?returnTo=${encodeURIComponent('/checkout?bootcamp=1')}`,
    )
  })

  test('stand under Choose Your Bootcamp, nothing chosen and nothing to pay', async () => {
    open()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Choose Your Bootcamp')
    expect(screen.getByText('Loading the bootcamps...')).toBeInTheDocument()
    for (const name of [BUNDLE, BEGINNER, LATER, ADVANCED]) {
      const box = await packageBox(name)
      expect(box).toBeEnabled()
      expect(box).not.toBeChecked()
    }
    expect(summary()).toHaveTextContent('Nothing selected yet.')
    expect(summary()).toHaveTextContent('Total$0.00')
  })

  test('the bundle shows what its bootcamps cost one by one, its price and what it saves', async () => {
    open()
    await packageBox(BUNDLE)
    const group = within(screen.getByRole('region', { name: 'The complete bundle' }))
    expect(group.getByText('$3,985').closest('s')).not.toBeNull()
    expect(group.getByText('$2,995')).toBeVisible()
    expect(group.getByText('Save $990')).toBeVisible()
    expect(group.queryByText('Bundle pricing on request')).not.toBeInTheDocument()
  })

  test('a bundle that saves nothing claims no saving', async () => {
    answerCatalogue([beginner], [makeBundle({ price: '3985.00' })])
    open()
    await packageBox(BUNDLE)
    expect(screen.queryByText(/^Save/)).not.toBeInTheDocument()
  })

  test('say how many seats are left when they are few', async () => {
    answerCatalogue(
      [
        makeBootcamp({ availableSeats: 5 }),
        { ...laterBeginner, availableSeats: 1 },
        { ...advanced, availableSeats: 6 },
      ],
      [],
    )
    open()
    expect(await screen.findByText('Only 5 seats left')).toBeVisible()
    expect(screen.getByText('Only 1 seat left')).toBeVisible()
    expect(screen.queryByText('Only 6 seats left')).not.toBeInTheDocument()
  })

  test('that are sold out, started or not on sale say so and cannot be chosen', async () => {
    answerCatalogue(
      [
        makeBootcamp({ availableSeats: 0 }),
        makeBootcamp({ id: 8, name: 'Past', startDate: '2020-01-01T18:00:00Z' }),
        makeBootcamp({ id: 9, name: 'Hidden', isActive: false }),
        advanced,
      ],
      [makeBundle({ availableSeats: 0 })],
    )
    open()
    const soldOut = await screen.findByRole('checkbox', { name: BEGINNER })
    expect(soldOut).toBeDisabled()
    expect(screen.getByRole('checkbox', { name: /^Past/ })).toBeDisabled()
    expect(screen.getByText('Already started')).toBeVisible()
    expect(screen.getByRole('checkbox', { name: /^Hidden/ })).toBeDisabled()
    expect(screen.getByText('Not on sale')).toBeVisible()
    expect(screen.getByRole('checkbox', { name: BUNDLE })).toBeDisabled()
    expect(screen.getAllByText('Sold out')).toHaveLength(2)
    expect(screen.getByRole('checkbox', { name: ADVANCED })).toBeEnabled()
  })

  test('that one owns say so and cannot be bought again, nor a bundle with them', async () => {
    answerFacts({ ownedBootcampIds: [1] })
    open()
    expect(await screen.findByText('You already own this')).toBeVisible()
    expect(screen.getByRole('checkbox', { name: BEGINNER })).toBeDisabled()
    expect(screen.getByText('You already have part of this')).toBeVisible()
    expect(screen.getByRole('checkbox', { name: BUNDLE })).toBeDisabled()
    expect(screen.getByRole('checkbox', { name: LATER })).toBeEnabled()
  })

  test('that cannot be loaded can be asked for again', async () => {
    refuseGet('/api/bootcamps', 503, '')
    open()
    expect(await screen.findByText("The bootcamps couldn't be loaded")).toBeVisible()
    answerCatalogue([beginner], [])
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await packageBox(BEGINNER)).toBeEnabled()
  })

  test('when there are none, the page says so and leads to the list for the next', async () => {
    answerCatalogue([], [])
    open()
    expect(await screen.findByText('No bootcamps are on sale right now')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Notify me of the next dates' })).toHaveAttribute(
      'href',
      '/waiting',
    )
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  })
})

describe('the address chooses in advance', () => {
  test('a bootcamp by its id', async () => {
    open('/checkout?bootcamp=2')
    expect(await packageBox(ADVANCED)).toBeChecked()
    expect(summary()).toHaveTextContent('Advanced Bootcamp')
    expect(summary()).toHaveTextContent('Total$1,495.00')
  })

  test.each([
    ['by its id', BUNDLE_ID],
    ['by its id in capitals', BUNDLE_ID.toUpperCase()],
    ['the first active one for anything that is not a UUID', 'true'],
    ['the first active one for nothing at all', ''],
  ])('a bundle: %s', async (_, value) => {
    const inactive = makeBundle({ id: '00000000-0000-4000-8000-000000000000', isActive: false })
    answerCatalogue([beginner], [{ ...inactive, name: 'Old Bundle' }, makeBundle()])
    open(`/checkout?bundle=${value}`)
    expect(await packageBox(BUNDLE)).toBeChecked()
    expect(screen.queryByText('Old Bundle')).not.toBeInTheDocument()
    expect(summary()).toHaveTextContent('Bundle discount-$990.00')
    expect(summary()).toHaveTextContent('Total$2,995.00')
  })

  test('without an active bundle, single bootcamps stay and a price is told on request', async () => {
    answerCatalogue([beginner, advanced], [makeBundle({ isActive: false })])
    open('/checkout?bundle=true')
    expect(await screen.findByText('Bundle pricing on request')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Ask for a price' })).toHaveAttribute(
      'href',
      '/contact?subject=Bundle%20pricing',
    )
    expect(screen.queryByText(/no longer on sale/)).not.toBeInTheDocument()
    await userEvent.click(await packageBox(ADVANCED))
    await waitFor(async () => expect(await packageBox(ADVANCED)).toBeChecked())
  })

  test.each(['bootcamp=99', 'bootcamp=x', 'bundle=11111111-1111-4111-8111-111111111111'])(
    'what is not on offer is said to be gone: %s',
    async (query) => {
      open(`/checkout?${query}`)
      expect(
        await screen.findByText(
          "What you were looking for is no longer available. Here's what's open.",
        ),
      ).toBeVisible()
      for (const name of [BUNDLE, BEGINNER]) expect(await packageBox(name)).not.toBeChecked()
    },
  )

  test('something that is sold out is named, and other dates are one click away', async () => {
    answerCatalogue([makeBootcamp({ availableSeats: 0 }), laterBeginner, advanced], [])
    const { router } = open('/checkout?bootcamp=1')
    // The other date of the same course is not.
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Beginner Bootcamp on Oct 8 is sold out.',
    )
    const instead = screen.getByRole('button', { name: /Beginner Bootcamp.*Oct 10/ })
    // Another course is no other date of this one.
    expect(screen.queryByRole('button', { name: /Advanced Bootcamp/ })).not.toBeInTheDocument()
    await userEvent.click(instead)
    await waitFor(async () => expect(await packageBox(LATER)).toBeChecked())
    expect(router.state.location.search).toBe('?bootcamp=4')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('something that one owns leads to My Bootcamps', async () => {
    answerFacts({ ownedBootcampIds: [1] })
    open('/checkout?bootcamp=1')
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent('You already own Beginner Bootcamp.')
    // Good news, not an error.
    expect(notice.parentElement).toHaveClass('bg-accent-soft')
    expect(screen.getByRole('link', { name: 'Go to My Bootcamps' })).toHaveAttribute(
      'href',
      '/portal',
    )
    expect(screen.getByRole('button', { name: /Advanced Bootcamp/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Beginner Bootcamp/ })).not.toBeInTheDocument()
  })

  test('with nothing left to choose, the next date can be heard of', async () => {
    answerCatalogue([makeBootcamp({ availableSeats: 0, waitingList: false })], [])
    open('/checkout?bootcamp=1')
    expect(await screen.findByRole('alert')).toHaveTextContent('Beginner Bootcamp is sold out.')
    expect(await screen.findByRole('link', { name: 'Notify me of the next date' })).toHaveAttribute(
      'href',
      '/waiting?course=Build',
    )
  })
})

describe('one choice at a time', () => {
  test('choosing a bundle clears the bootcamp and disables the bootcamps', async () => {
    const { router } = open('/checkout?bootcamp=1')
    expect(await packageBox(BEGINNER)).toBeChecked()
    await openList()
    await userEvent.click(await packageBox(BUNDLE))
    await waitFor(async () => expect(await packageBox(BUNDLE)).toBeChecked())
    for (const name of [BEGINNER, LATER, ADVANCED]) {
      expect(await packageBox(name)).not.toBeChecked()
      expect(await packageBox(name)).toBeDisabled()
    }
    expect(router.state.location.search).toBe(`?bundle=${BUNDLE_ID}`)
    expect(screen.getByText('Complete Bundle, total $2,995.00')).toBeInTheDocument()
  })

  test('choosing another bootcamp clears the one before', async () => {
    open('/checkout?bootcamp=1')
    await openList()
    await userEvent.click(await packageBox(ADVANCED))
    await waitFor(async () => expect(await packageBox(ADVANCED)).toBeChecked())
    expect(await packageBox(BEGINNER)).not.toBeChecked()
    expect(screen.getByText('Advanced Bootcamp, total $1,495.00')).toBeInTheDocument()
  })

  test.each([
    ['by unticking it', () => screen.getByRole('checkbox', { name: BUNDLE })],
    [
      'by its button',
      () => screen.getByRole('button', { name: 'Clear the bundle to pick a single date' }),
    ],
  ])('the bundle can be removed %s, and then a bootcamp chosen', async (_, control) => {
    const { router } = open('/checkout?bundle=true&utm=mail')
    expect(await packageBox(BUNDLE)).toBeChecked()
    await openList()
    await userEvent.click(control())
    await waitFor(async () => expect(await packageBox(BEGINNER)).toBeEnabled())
    expect(await packageBox(BUNDLE)).not.toBeChecked()
    expect(router.state.location.search).toBe('?utm=mail')
    await userEvent.click(await packageBox(BEGINNER))
    await waitFor(async () => expect(await packageBox(BEGINNER)).toBeChecked())
  })

  test('works with the keyboard alone', async () => {
    open()
    const box = await packageBox(BEGINNER)
    box.focus()
    await userEvent.keyboard(' ')
    await waitFor(async () => expect(await packageBox(BEGINNER)).toBeChecked())
  })
})

describe('while the buyer is on the page', () => {
  test('the offer is asked for again every 15 seconds, and a sold-out choice is said at once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { bodies } = answerCall('post', '/api/create-payment-intent', {})
    open('/checkout?bootcamp=1')
    expect(await packageBox(BEGINNER)).toBeChecked()
    answerCatalogue([makeBootcamp({ availableSeats: 0 }), laterBeginner], [])
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await screen.findByRole('alert')).toHaveTextContent('Oct 8 has just been taken.')
    expect(screen.queryByText(/charged/)).not.toBeInTheDocument()
    // Ticked still, so that it is clear what the notice is about.
    expect(await packageBox(BEGINNER)).toBeChecked()
    expect(bodies).toEqual([])
  })

  test('an offer that cannot be refreshed stays as it was', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    open('/checkout?bootcamp=1')
    await packageBox(BEGINNER)
    let asked = 0
    server.use(
      http.get(`${window.location.origin}/api/bootcamps`, () => {
        asked += 1
        return new HttpResponse(null, { status: 503 })
      }),
    )
    await vi.advanceTimersByTimeAsync(15_000)
    await waitFor(() => expect(asked).toBe(1))
    expect(await packageBox(BEGINNER)).toBeChecked()
  })
})
