import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import {
  answerDashboard,
  makeAdminBootcamp,
  makeAttendee,
  makeCohortMoney,
} from '@/test/admin-catalogue'
import { answerCall, refuseCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { openApp, renderWithApp } from '@/test/render'
import { answerGet, refuseGet, signIn } from '@/test/server'
import { ChangeBoard } from './change-board'
import type { ChangeRow, ClassChange } from './change-queries'

const CHANGE = '/api/admin/bootcamps/7/class-change'
const bootcamp = makeAdminBootcamp({ id: 7, classChange: 'open', classChangeKind: 'cancel' })

function makeRow(enrollmentId: number, given: Partial<ChangeRow> = {}): ChangeRow {
  return {
    enrollmentId,
    purchaseId: 40 + enrollmentId,
    name: `Person ${enrollmentId}`,
    email: `person${enrollmentId}@example.test`,
    choice: null,
    toBootcampId: null,
    toStartDate: null,
    share: '995.00',
    isDisputed: false,
    by: null,
    chosenAt: null,
    doneAt: null,
    failure: '',
    options: ['date', 'refund', 'credit'],
    ...given,
  }
}

function makeClassChange(given: Partial<ClassChange> = {}): ClassChange {
  return {
    id: 3,
    kind: 'cancel',
    state: 'open',
    startDate: null,
    endDate: null,
    oldStartDate: '2099-10-08T22:00:00Z',
    oldEndDate: '2099-10-09T01:00:00Z',
    words: 'Our teacher is ill.',
    chooseBy: '2099-10-04T22:00:00Z',
    offersCredit: true,
    announcedAt: '2099-09-29T22:00:00Z',
    byName: 'Olga Owner',
    alternatives: [
      {
        id: 8,
        name: 'Beginner Bootcamp',
        startDate: '2099-10-15T22:00:00Z',
        endDate: '2099-10-16T01:00:00Z',
        timezone: 'America/New_York',
        price: '995.00',
        freeSeats: 2,
        isSameCourse: true,
      },
    ],
    counts: { people: 3, chosen: 1, silent: 2, done: 0, failed: 0 },
    sums: { refunded: '0.00', toRefund: '1990.00', credited: '0.00' },
    canNudge: true,
    rows: [
      makeRow(1, { choice: 'refund', by: 'student', chosenAt: '2099-10-01T12:00:00Z' }),
      makeRow(2),
    ],
    ...given,
  }
}

const open = () => renderWithApp(<ChangeBoard bootcamp={bootcamp} />)
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

describe('the board', () => {
  test('says how it stands, and each row what was chosen', async () => {
    answerGet(CHANGE, makeClassChange())
    open()
    expect(await screen.findByText(/^Canceled: Thu, Oct 8/)).toBeVisible()
    expect(screen.getByText('Students are choosing')).toBeVisible()
    expect(screen.getByText('Our teacher is ill.')).toBeVisible()
    expect(screen.getByText('1 of 3')).toBeVisible()
    expect(screen.getByText('$0.00 refunded · $1,990.00 to be refunded')).toBeVisible()
    expect(await rowOf('Person 1')).toHaveTextContent('Refund$995.00Chosen')
    expect(await rowOf('Person 2')).toHaveTextContent('No answer yet$995.00Waiting')
  })

  test('puts what failed first, with its reason', async () => {
    const failure = 'The payment is disputed, so it was not refunded.'
    answerGet(
      CHANGE,
      makeClassChange({
        state: 'carrying_out',
        rows: [
          makeRow(1, { choice: 'date', doneAt: '2099-10-04T22:00:10Z', options: [] }),
          makeRow(2, { choice: 'refund', by: 'silence', failure }),
        ],
      }),
    )
    open()
    const [, first, second] = await screen.findAllByRole('row')
    expect(first).toHaveTextContent(failure)
    expect(first).toHaveTextContent('No answer in time')
    expect(second).toHaveTextContent('Carried out')
    expect(screen.queryByRole('button', { name: /^Remind/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Choose for Person 1' })).not.toBeInTheDocument()
  })

  test('reminds the silent after asking, and once an hour', async () => {
    answerGet(CHANGE, makeClassChange())
    const { bodies } = answerCall('post', `${CHANGE}/nudge`, { count: 2 })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Remind 2 people' }))
    expect(bodies).toEqual([])
    answerGet(CHANGE, makeClassChange({ canNudge: false }))
    await userEvent.click(screen.getByRole('button', { name: 'Send the reminder' }))
    expect(await screen.findByText('To 2 people.')).toBeVisible()
    await waitFor(() =>
      expect(screen.getByText('You can send a reminder once an hour.')).toBeVisible(),
    )
    expect(screen.getByRole('button', { name: 'Remind 2 people' })).toBeDisabled()
    expect(bodies).toHaveLength(1)
  })

  test('chooses for one, with the dates that are offered', async () => {
    answerGet(CHANGE, makeClassChange())
    const { bodies } = answerCall('post', `${CHANGE}/choices/2`, makeRow(2, { choice: 'date' }))
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Choose for Person 2' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByRole('radio', { name: /Keep the seat/ })).not.toBeInTheDocument()
    await userEvent.click(dialog.getByRole('radio', { name: /Oct 15/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Choose this' }))
    expect(await screen.findByText('Chosen for Person 2')).toBeVisible()
    expect(bodies).toEqual([{ choice: 'date', toBootcampId: 8 }])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('a choice that was refused stays open with the reason', async () => {
    answerGet(CHANGE, makeClassChange())
    refuseCall('post', `${CHANGE}/choices/2`, 409, 'Oct 15 is sold out.')
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Choose for Person 2' }))
    await userEvent.click(screen.getByRole('radio', { name: /^Refund/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Choose this' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Oct 15 is sold out.')
  })

  test('of a class that was never changed, and one that could not be read', async () => {
    refuseGet(CHANGE, 404, 'Not found')
    const { unmount } = open()
    expect(await screen.findByText("This class hasn't been canceled or moved")).toBeVisible()
    unmount()
    refuseGet(CHANGE, 500, 'The database is away.')
    open()
    expect(await screen.findByText("The choices couldn't be loaded")).toBeVisible()
  })
})

describe('at the home of a bootcamp', () => {
  const openHome = (given: Parameters<typeof makeAdminBootcamp>[0], address = '') => {
    const home = makeAdminBootcamp({ id: 7, ...given })
    answerDashboard([home])
    answerGet('/api/admin/bootcamps/7', home)
    answerGet('/api/admin/bootcamps/7/attendees', [makeAttendee()])
    answerGet('/api/admin/bootcamps/7/money', makeCohortMoney())
    answerGet(CHANGE, makeClassChange())
    return openApp(`/admin/bootcamps/7${address}`)
  }

  test('canceling opens from its acts, and is kept in the address', async () => {
    signIn(makeUser({ role: 'ADMIN' }))
    const { router } = openHome({})
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Cancel class…' }))
    expect(await screen.findByRole('dialog', { name: 'Cancel class' })).toBeVisible()
    expect(router.state.location.search).toBe('?change=cancel')
    expect(screen.queryByRole('link', { name: 'Class change' })).not.toBeInTheDocument()
  })

  test('below its minimum it says so and does nothing; a notice leads to the open window', async () => {
    signIn(makeUser({ role: 'ADMIN' }))
    openHome({ minSeats: 8, decideBy: '2099-10-01T22:00:00Z', enrolled: 2 }, '?change=move')
    const dialog = await screen.findByRole('dialog', { name: 'Move class' })
    expect(within(dialog).getByRole('radio', { name: 'It moves to a new date' })).toBeChecked()
    expect(screen.getByText('2 of at least 8 seats sold.')).toBeInTheDocument()
  })

  test('while students choose, it leads to the board and cannot be changed again', async () => {
    signIn(makeUser({ role: 'ADMIN' }))
    openHome({
      classChange: 'open',
      classChangeKind: 'cancel',
      canceledAt: '2026-11-01T12:00:00Z',
      zoomJoinUrl: 'https://zoom.us/j/1',
    })
    expect(await screen.findByText('This class is canceled.')).toBeVisible()
    expect(screen.getByText(/It can't be restored, because everyone has been told/)).toBeVisible()
    expect(screen.getByText('Canceled, sales have stopped')).toBeVisible()
    expect(screen.queryByText(/available|^In \d+ days/)).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Start' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }))
    expect(screen.getByRole('menuitem', { name: 'Clone' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: /^Archive|^Cancel class/ })).toBeNull()
    await userEvent.keyboard('{Escape}')
    expect(screen.getByText('Canceled')).toBeVisible()
    expect(screen.queryByText('Active')).not.toBeInTheDocument()
    await userEvent.click(await screen.findByRole('link', { name: 'See who chose what' }))
    expect(await screen.findByText(/^Canceled: Thu, Oct 8/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Class change' })).toHaveAttribute(
      'aria-current',
      'page',
    )
  })

  test('of a class that moves it says so, and not that it is canceled', async () => {
    signIn(makeUser({ role: 'ADMIN' }))
    openHome({ classChange: 'carrying_out', classChangeKind: 'move' })
    expect(await screen.findByText('This class has moved.')).toBeVisible()
    expect(screen.getByText('Active')).toBeVisible()
    expect(screen.queryByText('Canceled')).not.toBeInTheDocument()
  })

  test('support, who sees no sums, is offered none of it', async () => {
    signIn(makeUser({ role: 'SUPPORT' }))
    openHome({ minSeats: 8, enrolled: 2 }, '?change=cancel')
    expect(await screen.findByRole('heading', { name: /^Registered Attendees/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: /class…$/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
