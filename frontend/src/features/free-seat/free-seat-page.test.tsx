import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { components } from '@/api/schema'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { makePurchase } from '@/test/checkout'
import { answerConfirmation } from '@/test/purchases'
import { openApp } from '@/test/render'

type FreeSeat = components['schemas']['FreeSeatLookOut']

const LOOK = '/api/free-seat/look'
const CONFIRM = '/api/free-seat/confirm'

function makeSeat(given: Partial<FreeSeat> = {}): FreeSeat {
  return {
    state: 'open',
    name: 'Open Evening',
    email: 'g…@example.test',
    items: [
      {
        name: 'Open Evening',
        startDate: '2099-10-08T22:00:00Z',
        endDate: '2099-10-09T01:00:00Z',
        timezone: 'America/New_York',
      },
    ],
    bootcampId: 1,
    bundleId: null,
    confirmUntil: '2099-05-01T18:30:00Z',
    isHeld: true,
    ...given,
  }
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const press = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Confirm my seat' }))

const refuse = (status: number, code: string, message: string) =>
  answerCall('post', CONFIRM, { code, message, fields: {} }, { status })

beforeEach(answerConfirmation)

describe('the link in the email', () => {
  test('opens a page that keeps nothing until the button is pressed', async () => {
    answerCall('post', LOOK, makeSeat())
    const { bodies } = answerCall('post', CONFIRM, makePurchase())
    openApp('/free-seat/token')
    expect(await heading('Open Evening')).toBeVisible()
    expect(screen.getByRole('main')).toHaveTextContent('Thu, Oct 8 at 6:00 PM – 9:00 PM EDT')
    expect(screen.getByText(/^For g…@example.test/)).toHaveTextContent("We're holding your seat")
    expect(bodies).toEqual([])
    await press()
    expect(await heading('Your seat is reserved')).toBeVisible()
    expect(bodies).toEqual([{ token: 'token' }])
  })

  test('says where no seat is held', async () => {
    answerCall('post', LOOK, makeSeat({ isHeld: false }))
    openApp('/free-seat/token')
    expect(await screen.findByText(/as long as there's a seat left/)).toBeVisible()
  })

  test.each([
    ['confirmed', 'Your seat is confirmed', 'Go to My Bootcamps', '/portal'],
    ['over', 'This link has expired', 'Ask for a new link', '/checkout?bootcamp=1'],
  ] as const)('%s', async (state, words, link, href) => {
    answerCall('post', LOOK, makeSeat({ state }))
    openApp('/free-seat/token')
    expect(await heading(words)).toBeVisible()
    expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', href)
    expect(screen.queryByRole('button', { name: 'Confirm my seat' })).not.toBeInTheDocument()
  })

  test.each([
    ['sold_out', 'Open Evening is sold out.', "There's no seat left"],
    ['code_gone', "Your code's last use went to somebody else.", 'Your code is used up'],
    ['already_enrolled', 'You already have a seat in Open Evening.', "You're already in"],
  ])('refused because %s', async (code, message, words) => {
    answerCall('post', LOOK, makeSeat())
    refuse(409, code, message)
    openApp('/free-seat/token')
    await press()
    expect(await heading(words)).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(message)
  })

  test('pressed too late, it says that it has expired', async () => {
    answerCall('post', LOOK, makeSeat())
    openApp('/free-seat/token')
    await screen.findByRole('button', { name: 'Confirm my seat' })
    answerCall('post', LOOK, makeSeat({ state: 'over' }))
    refuse(410, 'offer_over', 'This link has expired.')
    await press()
    expect(await heading('This link has expired')).toBeVisible()
  })

  test('a server that broke leaves the button to be pressed again', async () => {
    answerCall('post', LOOK, makeSeat())
    breakCall('post', CONFIRM)
    openApp('/free-seat/token')
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent('Nothing has changed')
    answerCall('post', CONFIRM, makePurchase())
    await press()
    expect(await heading('Your seat is reserved')).toBeVisible()
  })

  test('that is none', async () => {
    refuseCall('post', LOOK, 404, "This link isn't valid.")
    openApp('/free-seat/token')
    expect(await heading("This link doesn't work")).toBeVisible()
  })
})
