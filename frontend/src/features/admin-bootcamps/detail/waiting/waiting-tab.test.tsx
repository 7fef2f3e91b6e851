import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { DeskRights } from '@/session/rights'
import { makeAdminBootcamp } from '@/test/admin-catalogue'
import { answerCall, refuseCall } from '@/test/calls'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import type { Board, ListOffer, Waiter } from './waiting-query'
import { WaitingTab } from './waiting-tab'

const BOARD = '/api/admin/bootcamps/7/waiting-list'
const bootcamp = makeAdminBootcamp({ id: 7 })

function makeWaiter(place: number, given: Partial<Waiter> = {}): Waiter {
  return {
    entryId: 100 + place,
    personLink: '',
    name: `Person ${place}`,
    email: `person${place}@example.test`,
    since: '2026-05-01T12:00:00Z',
    place,
    wishes: ['Beginner Bootcamp · Thu, Oct 8'],
    reason: 'No seat is free.',
    ...given,
  }
}

function makeListOffer(given: Partial<ListOffer> = {}): ListOffer {
  return {
    entryId: 90,
    name: 'Olga Offered',
    email: 'olga@example.test',
    offeredAt: '2026-05-01T12:00:00Z',
    expiresAt: '2026-05-01T13:30:00Z',
    state: 'open',
    byDesk: false,
    ...given,
  }
}

function makeBoard(given: Partial<Board> = {}): Board {
  return {
    waiting: [makeWaiter(1), makeWaiter(2, { name: 'Ana Lima', personLink: '/admin/users/5' })],
    offers: [],
    figures: {
      waiting: 2,
      open: 0,
      offered: 0,
      taken: 0,
      takenShare: null,
      moreSeatsWouldBring: 199000,
    },
    servesList: true,
    freeSeats: 0,
    now: '2026-05-01T12:30:00Z',
    ...given,
  }
}

const open = (given = bootcamp) => renderWithApp(<WaitingTab bootcamp={given} now={Date.now()} />)
const button = (name: string | RegExp) => screen.findByRole('button', { name })

describe('who waits', () => {
  test('stands in line, each with a reason, and leads to a record where there is one', async () => {
    answerGet(BOARD, makeBoard())
    open()
    const table = within(await screen.findByRole('table', { name: 'People waiting' }))
    const [, first, second] = table.getAllByRole('row')
    expect(first).toHaveTextContent(/^1Person 1person1@example\.test/)
    expect(first).toHaveTextContent('No seat is free.')
    expect(first).toHaveTextContent('Beginner Bootcamp · Thu, Oct 8')
    expect(within(first as HTMLElement).queryByRole('link')).not.toBeInTheDocument()
    expect(within(second as HTMLElement).getByRole('link', { name: 'Ana Lima' })).toHaveAttribute(
      'href',
      '/admin/users/5',
    )
  })

  test('goes on over pages', async () => {
    const waiting = Array.from({ length: 23 }, (_, index) => makeWaiter(index + 1))
    answerGet(BOARD, makeBoard({ waiting }))
    open()
    expect(await screen.findByText('1–20 of 23 people')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /page 2/i }))
    expect(await screen.findByText('21–23 of 23 people')).toBeVisible()
    expect(screen.getByText('Person 23')).toBeVisible()
  })

  test('nobody', async () => {
    answerGet(BOARD, makeBoard({ waiting: [] }))
    open()
    expect(await screen.findByText('Nobody is waiting')).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Offers' })).not.toBeInTheDocument()
  })

  test('is still on its way, or could not be read', async () => {
    server.use(http.get(`*${BOARD}`, () => delay('infinite')))
    const { unmount } = open()
    expect(screen.getByText('Loading people')).toBeInTheDocument()
    unmount()
    refuseGet(BOARD, 503, 'Away')
    open()
    expect(await screen.findByText("The waiting list couldn't be loaded")).toBeVisible()
    answerGet(BOARD, makeBoard())
    await userEvent.click(await button('Retry'))
    expect(await screen.findByText('Ana Lima')).toBeVisible()
  })
})

describe('the figures', () => {
  const figures = {
    waiting: 12,
    open: 2,
    offered: 9,
    taken: 6,
    takenShare: 86,
    moreSeatsWouldBring: 497500,
  }

  test('say how the list stands and what more seats would bring', async () => {
    answerGet(BOARD, makeBoard({ figures }))
    open()
    expect(await screen.findByText('86%')).toBeVisible()
    expect(screen.getByText('$4,975.00')).toBeVisible()
    expect(screen.getByText('5 more seats would bring $4,975.00.')).toBeVisible()
    expect(screen.getByText('12')).toBeVisible()
  })

  test('keep sums from those who may not see them', async () => {
    answerGet(BOARD, makeBoard({ figures: { ...figures, moreSeatsWouldBring: null } }))
    open()
    expect(await screen.findByText('86%')).toBeVisible()
    expect(screen.queryByText('5 more seats')).not.toBeInTheDocument()
  })
})

describe('the offers', () => {
  test('show the clock of the open ones, by the server, and what became of the others', async () => {
    const offers = [
      makeListOffer({ byDesk: true }),
      makeListOffer({ entryId: 91, name: 'Tom Taken', state: 'taken' }),
      makeListOffer({ entryId: 92, name: 'Pia Passed', state: 'declined' }),
      makeListOffer({ entryId: 93, name: 'Eve Expired', state: 'expired' }),
    ]
    answerGet(BOARD, makeBoard({ offers }))
    open()
    const table = within(await screen.findByRole('table', { name: 'Offers' }))
    const row = (name: string) => table.getByText(name).closest('tr')
    expect(row('Olga Offered')).toHaveTextContent(/Offered by hand/)
    expect(row('Olga Offered')).toHaveTextContent(/Open(01:00:00|59:\d\d) left/)
    expect(row('Tom Taken')).toHaveTextContent('Taken')
    expect(row('Pia Passed')).toHaveTextContent('Passed on')
    expect(row('Eve Expired')).toHaveTextContent('Expired')
    expect(table.getAllByText(/left$/)).toHaveLength(1)
  })
})

describe('what is done', () => {
  test('a seat is offered out of turn, after a question', async () => {
    answerGet(BOARD, makeBoard())
    const calls = answerCall('post', `${BOARD}/102/offer`, { message: "We've emailed the offer." })
    open()
    await userEvent.click(await button('Offer a seat to Ana Lima'))
    const dialog = within(await screen.findByRole('alertdialog', { name: /Ana Lima/ }))
    expect(dialog.getByText(/number 2 in line/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Offer the seat' }))
    expect(await screen.findByText("We've emailed the offer.")).toBeVisible()
    expect(calls.bodies).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  })

  test('a refusal is told, and the board is read again', async () => {
    const asked = answerGet(BOARD, makeBoard())
    refuseCall('post', `${BOARD}/101/offer`, 409, 'No seat is free to offer.')
    open()
    await userEvent.click(await button('Offer a seat to Person 1'))
    const before = asked.times
    await userEvent.click(await button('Offer the seat'))
    expect(await screen.findByText('No seat is free to offer.')).toBeVisible()
    await waitFor(() => expect(asked.times).toBeGreaterThan(before))
  })

  test('somebody is removed, after a question', async () => {
    answerGet(BOARD, makeBoard())
    const calls = answerCall('delete', `${BOARD}/102`, { message: "They're off the list." })
    open()
    await userEvent.click(await button('Remove Ana Lima from the list'))
    await userEvent.click(await button('Cancel'))
    expect(calls.bodies).toEqual([])
    await userEvent.click(await button('Remove Ana Lima from the list'))
    answerGet(BOARD, makeBoard({ waiting: [makeWaiter(1)] }))
    await userEvent.click(await button('Remove from the list'))
    expect(await screen.findByText("They're off the list.")).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Ana Lima')).not.toBeInTheDocument())
    expect(calls.bodies).toHaveLength(1)
  })

  test('seats are added, and the offers that went out with them are told', async () => {
    answerGet(BOARD, makeBoard())
    const calls = answerCall('post', `${BOARD}/seats`, { maxSeats: 23, offersMade: 2 })
    open()
    await userEvent.click(await button('Add seats'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add seats' }))
    expect(dialog.getByText('5 more seats would bring $1,990.00.')).toBeVisible()
    const field = dialog.getByLabelText('How many')
    await userEvent.clear(field)
    await userEvent.click(dialog.getByRole('button', { name: 'Add seats' }))
    expect(dialog.getByText('Enter a number from 1 to 100')).toBeVisible()
    await userEvent.type(field, '3')
    expect(dialog.getByText('23 seats in all.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Add 3 seats' }))
    expect(await screen.findByText('3 seats added')).toBeVisible()
    expect(screen.getByText('2 offers were sent.')).toBeVisible()
    expect(calls.bodies).toEqual([{ add: 3 }])
  })

  test('a refusal of more seats stays in the window', async () => {
    answerGet(BOARD, makeBoard())
    refuseCall('post', `${BOARD}/seats`, 409, 'The meeting has room for 20.')
    open()
    await userEvent.click(await button('Add seats'))
    await userEvent.click(await button('Add 5 seats'))
    expect(await screen.findByRole('alert')).toHaveTextContent('The meeting has room for 20.')
  })

  test('nothing, by those who may only look', async () => {
    answerGet(BOARD, makeBoard())
    renderWithApp(
      <DeskRights value={['desk']}>
        <WaitingTab bootcamp={bootcamp} now={Date.now()} />
      </DeskRights>,
    )
    expect(await screen.findByText('Ana Lima')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Offer a seat|Remove|Add seats/ })).toBeNull()
  })
})
