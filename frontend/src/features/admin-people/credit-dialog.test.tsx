import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import { makeCode } from '@/test/codes'
import { fill } from '@/test/forms'
import { renderWithApp } from '@/test/render'
import { CreditDialog } from './credit-dialog'

const CODES = '/api/admin/codes'
const onClose = vi.fn()

function Desk() {
  const [isOpen, setOpen] = useState(true)
  const close = () => {
    onClose()
    setOpen(false)
  }
  return isOpen && <CreditDialog name="Grace Hopper" email="grace@example.test" onClose={close} />
}

const open = () => renderWithApp(<Desk />)
const create = () => userEvent.click(screen.getByRole('button', { name: 'Create credit' }))

beforeEach(() => onClose.mockReset())

test('says what a credit is, and that nobody is emailed', () => {
  open()
  expect(screen.getByRole('dialog', { name: 'Give credit' })).toHaveAccessibleDescription(
    "Grace Hopper gets a code that works once, and only with grace@example.test. We'll email it to them.",
  )
})

test('makes a code for one address and one use, and says which', async () => {
  const { bodies } = answerCall('post', CODES, makeCode({ id: 9, code: 'CREDIT-7F3K2M9A' }))
  const { router } = open()
  fill('Amount', '$1,150.50')
  fill('Until', '2099-11-20T23:59')
  fill('Note', 'For the class that fell out')
  await create()
  expect(await screen.findByText('Their code is CREDIT-7F3K2M9A.')).toBeVisible()
  expect(bodies).toEqual([
    {
      code: '',
      kind: 'amount',
      value: '1150.50',
      note: 'For the class that fell out',
      forEmail: 'grace@example.test',
      maxUses: 1,
      perPerson: 1,
      startsAt: null,
      endsAt: '2099-11-20T23:59:00.000Z',
      scopes: [],
      worksWithSteps: true,
    },
  ])
  expect(onClose).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'View it' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/codes/9'))
})

test('without an end does not end', async () => {
  const { bodies } = answerCall('post', CODES, makeCode())
  open()
  fill('Amount', '50')
  await create()
  await waitFor(() => expect(bodies).toMatchObject([{ value: '50', endsAt: null }]))
})

test.each(['', '0', '-5', 'fifty'])(
  'refuses "%s" as an amount, and sends nothing',
  async (amount) => {
    const { bodies } = answerCall('post', CODES, makeCode())
    open()
    fill('Amount', amount)
    await create()
    expect(await screen.findByText('Enter a number above 0')).toBeVisible()
    expect(screen.getByLabelText('Amount')).toBeInvalid()
    expect(bodies).toEqual([])
    fill('Amount', '50')
    await create()
    await waitFor(() => expect(bodies).toHaveLength(1))
  },
)

test('stays open with what was typed where the server refuses, and can be sent again', async () => {
  refuseCall('post', CODES, 422, 'Check what you typed.', { endsAt: 'Choose a time ahead' })
  open()
  fill('Amount', '50')
  fill('Until', '2020-01-01T10:00')
  await create()
  expect(await screen.findByText('Choose a time ahead')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Amount')).toHaveValue('50')
  const { bodies } = answerCall('post', CODES, makeCode())
  fill('Until', '')
  await create()
  await waitFor(() => expect(bodies).toMatchObject([{ endsAt: null }]))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})
