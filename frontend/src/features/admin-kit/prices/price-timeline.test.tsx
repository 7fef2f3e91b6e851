import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DeskRights } from '@/session/rights'
import { answerCall, refuseCall } from '@/test/calls'
import { makeStep, makeTimeline } from '@/test/codes'
import { renderWithApp } from '@/test/render'
import { answerGet } from '@/test/server'
import { PriceTimeline } from './price-timeline'
import { PriceWarning } from './price-warning'

const STEPS = '/api/admin/bootcamps/7/price-steps'
const past = makeStep({ id: 9, price: '695.00', state: 'past', ended: 'Withdrawn' })
const next = makeStep({ id: 12, price: '895.00', firstSeats: null, state: 'next' })

function open(steps = [makeStep(), next, past], canChange = true) {
  answerGet(STEPS, makeTimeline(steps))
  renderWithApp(
    <DeskRights value={canChange ? ['desk', 'catalogue'] : ['desk']}>
      <PriceTimeline priced={{ bootcampId: 7 }} name="Launch Weekend" />
    </DeskRights>,
  )
  return screen.findAllByRole('listitem')
}

const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })

test('tells now, next, then and what was, in this order', async () => {
  const places = await open()
  expect(places.map(({ textContent }) => textContent)).toEqual([
    '$795NowWithdrawEarly price until Fri, Nov 20, 2099, 11:59 PM EST or for the first 5 seats (3 left)',
    '$895NextWithdrawEarly price until Fri, Nov 20, 2099, 11:59 PM EST',
    '$995ThenRegular price',
    expect.stringMatching(/^\$695WithdrawnEarly price from Mon, Jan 5/),
  ])
})

test('leaves those who may only look without buttons', async () => {
  await open([makeStep()], false)
  expect(screen.queryByRole('button')).toBeNull()
})

test('withdraws an early price only after a yes', async () => {
  await open([makeStep()])
  const { bodies } = answerCall('post', `${STEPS}/11/withdraw`, makeTimeline())
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw the early price of $795' }))
  expect(bodies).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw early price' }))
  expect(await screen.findByText('Early price withdrawn')).toBeVisible()
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
})

test('adds one as it was typed, and passes on what the server says of a field', async () => {
  await open([])
  await userEvent.click(
    screen.getByRole('button', { name: 'Add an early price for Launch Weekend' }),
  )
  await screen.findByRole('dialog', { name: 'Add early price' })
  const add = () => userEvent.click(screen.getByRole('button', { name: 'Add early price' }))
  type('Price', '995')
  await add()
  expect(await screen.findByText('Choose a price below the regular $995')).toBeVisible()
  expect(screen.getByText('Say until when it holds, or for how many seats')).toBeVisible()

  refuseCall('post', STEPS, 422, 'No', { firstSeats: 'Already sold: 5. Choose a higher number' })
  type('Price', '$795.00')
  type('Until', '2099-11-20T23:59')
  type('First seats', '5')
  await add()
  expect(await screen.findByText('Already sold: 5. Choose a higher number')).toBeVisible()

  const { bodies } = answerCall('post', STEPS, makeTimeline([makeStep()]))
  type('First seats', '6')
  await add()
  await waitFor(() =>
    expect(bodies).toEqual([{ price: '795.00', until: '2099-11-21T04:59:00.000Z', firstSeats: 6 }]),
  )
  expect(await screen.findByText('Now')).toBeVisible()
})

test('a regular price at or below a live early one is said in the form', async () => {
  answerGet(STEPS, makeTimeline([makeStep(), past]))
  renderWithApp(<PriceWarning priced={{ bootcampId: 7 }} price="$795.00" />)
  expect(await screen.findByText(/^The early price of \$795 isn't lower/)).toBeVisible()
})
