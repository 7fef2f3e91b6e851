import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { makeAdminBootcamp } from '@/test/admin-catalogue'
import { answerCall, refuseCall } from '@/test/calls'
import { failToRefresh, refresh, renderWithApp } from '@/test/render'
import { ChangeDialog } from './change-dialog'
import type { ChangePreview } from './change-queries'

const CHANGE = '/api/admin/bootcamps/7/class-change'
const PREVIEW = `${CHANGE}/preview`
const bootcamp = makeAdminBootcamp({ id: 7 })

function makeAlternative(id: number, day: string, freeSeats: number) {
  return {
    id,
    name: 'Beginner Bootcamp',
    startDate: `2099-10-${day}T22:00:00Z`,
    endDate: `2099-10-${day}T23:30:00Z`,
    timezone: 'America/New_York',
    price: '995.00',
    freeSeats,
    isSameCourse: true,
  }
}

function makePreview(given: Partial<ChangePreview> = {}): ChangePreview {
  return {
    people: 19,
    inBundles: 7,
    complimentary: 1,
    disputed: 1,
    moneyIfAll: '17432.00',
    feesKept: '511.23',
    creditIfAll: '19175.20',
    coachingHours: 4,
    waiting: 6,
    emails: 25,
    texts: 0,
    alternatives: [makeAlternative(8, '15', 12), makeAlternative(9, '22', 3)],
    email: { subject: 'Your class on Thu, Oct 8 is canceled', text: 'Hi Grace,\n\nSorry.' },
    ...given,
  }
}

function open(kind: 'cancel' | 'move' = 'cancel') {
  const onClose = vi.fn()
  renderWithApp(<ChangeDialog bootcamp={bootcamp} kind={kind} onClose={onClose} />)
  return { onClose }
}

const next = () => userEvent.click(screen.getByRole('button', { name: 'Next' }))
const figure = (term: string) => screen.getByText(term).closest('div')

test('three steps show whom it touches and what it costs, and only the last one acts', async () => {
  const preview = answerCall('post', PREVIEW, makePreview())
  const done = answerCall('post', CHANGE, { counts: { people: 19 } })
  const { onClose } = open()
  expect(screen.getByText('Step 1 of 3: What happens')).toBeVisible()
  await next()
  const second = await screen.findByRole('checkbox', { name: /Oct 22/ })
  expect(second).toBeChecked()
  expect(second).toHaveAccessibleDescription(/3 free$/)
  await userEvent.click(second)
  await userEvent.type(screen.getByLabelText('Your message'), 'Our teacher is ill.')
  await next()
  const act = await screen.findByRole('button', {
    name: 'Cancel the class and email 19 people',
  })
  expect(figure('People')).toHaveTextContent('7 in bundles, 1 complimentary19')
  expect(figure('If everyone takes a refund')).toHaveTextContent(
    'The payment provider keeps about $511.23 in fees$17,432.00',
  )
  expect(figure('If everyone takes a credit')).toHaveTextContent('$19,175.20')
  expect(figure('Coaching hours')).toHaveTextContent('4')
  expect(figure('On the waiting list')).toHaveTextContent('6')
  expect(figure('Emails')).toHaveTextContent('25')
  expect(figure('Open disputes')).toHaveTextContent('1')
  expect(screen.getByText('12 free seats for 19 people on the dates you offer')).toBeVisible()
  expect(screen.getByText(/up to \$17,432\.00 is refunded\.$/)).toBeVisible()
  const email = within(screen.getByRole('region', { name: "The email as they'll read it" }))
  expect(email.getByText('Your class on Thu, Oct 8 is canceled')).toBeVisible()
  expect(done.bodies).toEqual([])
  await userEvent.click(act)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const wanted = {
    kind: 'cancel',
    startDate: null,
    endDate: null,
    alternativeIds: [8],
    words: 'Our teacher is ill.',
    offersCredit: true,
  }
  expect(done.bodies).toEqual([{ ...wanted, chooseBy: expect.any(String) }])
  // Asked again while it was being done, it could only be refused.
  expect(preview.bodies).toHaveLength(2)
  // What was shown is what was done.
  expect(preview.bodies.at(-1)).toEqual(done.bodies[0])
})

test('a move needs a new date, and keeps the length of the class', async () => {
  answerCall('post', PREVIEW, makePreview())
  const done = answerCall('post', CHANGE, { counts: { people: 19 } })
  open('move')
  await next()
  expect(screen.getByText('This is the date it has now')).toBeVisible()
  const date = screen.getByLabelText('New start date')
  await userEvent.clear(date)
  await userEvent.type(date, '2099-10-12')
  await next()
  await screen.findByRole('checkbox', { name: /Oct 15/ })
  await next()
  await userEvent.click(
    await screen.findByRole('button', { name: 'Move the class and email 19 people' }),
  )
  await waitFor(() =>
    expect(done.bodies).toEqual([
      expect.objectContaining({
        kind: 'move',
        startDate: '2099-10-12T22:00:00.000Z',
        endDate: '2099-10-13T01:00:00.000Z',
        alternativeIds: [8, 9],
      }),
    ]),
  )
})

test('a refusal is said in the window, which stays with all that was chosen', async () => {
  answerCall('post', PREVIEW, makePreview())
  refuseCall('post', CHANGE, 409, 'This class is being changed already.')
  const { onClose } = open()
  await next()
  await screen.findByRole('checkbox', { name: /Oct 15/ })
  await next()
  await userEvent.click(await screen.findByRole('button', { name: /email 19 people$/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This class is being changed already.')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByLabelText('Choose by')).toBeVisible()
})

test('a dry run that failed leaves nothing to press', async () => {
  answerCall('post', PREVIEW, makePreview())
  open()
  await next()
  await screen.findByRole('checkbox', { name: /Oct 15/ })
  refuseCall('post', PREVIEW, 422, 'Choose a time at least an hour away.')
  await userEvent.type(screen.getByLabelText('Your message'), 'x')
  await next()
  expect(await screen.findByText('Choose a time at least an hour away.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cancel the class' })).toBeDisabled()
})

test('words that were typed are not lost by Escape, from any step', async () => {
  answerCall('post', PREVIEW, makePreview())
  const { onClose } = open()
  await next()
  await screen.findByRole('checkbox', { name: /Oct 15/ })
  await userEvent.type(screen.getByLabelText('Your message'), 'Sorry')
  await next()
  await screen.findByRole('button', { name: /email 19 people$/ })
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByText('Discard what you typed?')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(onClose).toHaveBeenCalled()
})

test('with too few seats elsewhere, and with none at all, it says so', async () => {
  answerCall('post', PREVIEW, makePreview({ alternatives: [] }))
  open()
  await next()
  expect(await screen.findByText('No other date of this course is on sale.')).toBeVisible()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Offer a credit' }))
  await next()
  expect(await screen.findByText("You aren't offering another date.")).toBeVisible()
  expect(screen.queryByText('If everyone takes a credit')).not.toBeInTheDocument()
})

test('the dry run stays when another one fails, and gives way to a refusal', async () => {
  answerCall('post', PREVIEW, makePreview())
  open()
  await next()
  await screen.findByRole('checkbox', { name: /Oct 15/ })
  await next()
  await screen.findByRole('button', { name: /email 19 people$/ })
  await failToRefresh()
  expect(figure('Emails')).toHaveTextContent('25')
  expect(screen.queryByText("This can't be done yet")).not.toBeInTheDocument()
  refuseCall('post', PREVIEW, 409, 'The class has been canceled already.')
  await refresh()
  expect(await screen.findByText('The class has been canceled already.')).toBeVisible()
})

test('another course is offered only where it is ticked, with its price in every row', async () => {
  const other = {
    ...makeAlternative(10, '29', 9),
    name: 'Novel in Six Weeks',
    price: '1480.00',
    isSameCourse: false,
  }
  const alternatives = [makeAlternative(8, '15', 12), other]
  const preview = answerCall('post', PREVIEW, makePreview({ alternatives }))
  open()
  await next()
  await screen.findByRole('checkbox', { name: /Oct 15/ })
  await userEvent.click(screen.getByText('Other courses (1)'))
  const novel = screen.getByRole('checkbox', { name: /^Novel in Six Weeks · .*Oct 29/ })
  expect(novel).not.toBeChecked()
  expect(novel).toHaveAccessibleDescription(/9 free · \$1,480\.00, \$485\.00 more$/)
  await userEvent.click(novel)
  await next()
  const offered = await screen.findByRole('region', { name: 'Seats on the dates you offer' })
  expect(offered).toHaveTextContent('21 free seats for 19 people')
  expect(offered).toHaveTextContent('9 free, $1,480.00, $485.00 more')
  expect(preview.bodies.at(-1)).toMatchObject({ alternativeIds: [8, 10] })
})
