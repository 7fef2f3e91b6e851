import { focusManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { openApp } from '@/test/render'
import { server, untilAnswered } from '@/test/server'
import type { ClassChoice, OtherDate } from './choice-types'

const LOOK = '/api/class-choice/look'
const CHOOSE = '/api/class-choice'

function makeDate(id: number, day: string, given: Partial<OtherDate> = {}): OtherDate {
  return {
    id,
    name: 'Beginner Bootcamp',
    startDate: `2099-10-${day}T22:00:00Z`,
    endDate: `2099-10-${day}T23:30:00Z`,
    timezone: 'America/New_York',
    freeSeats: 3,
    refusal: '',
    note: '',
    ...given,
  }
}

/** Canceled, on an evening in New York, with one other date to be had and one sold out. */
function makeChange(given: Partial<ClassChoice> = {}): ClassChoice {
  return {
    kind: 'cancel',
    isOpen: true,
    bootcampName: 'Beginner Bootcamp',
    asker: 'owner',
    holderName: 'Grace Hopper',
    payerName: '',
    timezone: 'America/New_York',
    oldStartDate: '2099-10-08T22:00:00Z',
    oldEndDate: '2099-10-09T01:00:00Z',
    newStartDate: null,
    newEndDate: null,
    words: 'Our teacher is ill.',
    chooseBy: '2099-10-04T22:00:00Z',
    silence: 'refund',
    choice: null,
    toBootcampId: null,
    chosenAt: null,
    doneAt: null,
    keep: false,
    dates: [makeDate(8, '15'), makeDate(9, '22', { freeSeats: 0 })],
    refund: {
      amount: '995.00',
      paidWith: 'Visa ending in 4242',
      refusal: '',
    },
    refundAll: null,
    credit: { amount: '1094.50', until: '2100-10-04T22:00:00Z' },
    ...given,
  }
}

const EARLY = '2099-10-01T12:00:00Z'
const open = () => openApp('/class-choice/token')
const heading = (name: string, level = 2) => screen.findByRole('heading', { level, name })
const option = (name: RegExp) => screen.findByRole('radio', { name })
const button = (name: string) => screen.getByRole('button', { name })

afterEach(() => focusManager.setFocused(undefined))

describe('the page behind the email', () => {
  test('says what happened, why, what silence means and by when, and looking chooses nothing', async () => {
    const looked = answerCall('post', LOOK, makeChange())
    open()
    expect(await heading('Beginner Bootcamp is canceled', 1)).toBeVisible()
    const main = screen.getByRole('main')
    expect(main).toHaveTextContent('Thu, Oct 8 at 6:00 PM – 9:00 PM EDT')
    expect(screen.getByText('Our teacher is ill.')).toBeVisible()
    expect(main).toHaveTextContent('Choose bySun, Oct 4 at 6:00 PM EDT')
    expect(main).toHaveTextContent(
      "If you don't choose, we'll refund $995.00 to your Visa ending in 4242 right after that. It takes 5–10 business days to appear.",
    )
    expect(looked.bodies).toEqual([{ token: 'token' }])
  })

  test('two taps take another date', async () => {
    answerCall('post', LOOK, makeChange())
    const chosen = makeChange({ choice: 'date', toBootcampId: 8, chosenAt: '2099-10-01T12:00:00Z' })
    const { bodies } = answerCall('post', CHOOSE, chosen)
    open()
    await userEvent.click(await option(/Oct 15 at 6:00\sPM/))
    expect(bodies).toEqual([])
    await userEvent.click(button('Move my seat to Thu, Oct 15, 2099'))
    const moved = await heading('Your seat has moved')
    expect(moved).toHaveFocus()
    expect(bodies).toEqual([{ token: 'token', choice: 'date', toBootcampId: 8 }])
    const card = screen.getByRole('status')
    expect(card).toHaveTextContent('Oct 15 at 6:00 PM – 7:30 PM EDT')
    expect(screen.queryByRole('radiogroup')).not.toBeInTheDocument()
  })

  test('each way out says its exact sum and when it comes', async () => {
    answerCall('post', LOOK, makeChange())
    open()
    expect(await option(/^Refund \$995\.00$/)).toHaveAccessibleDescription(
      "To your Visa ending in 4242. We'll send it right after Oct 4, 2099. It takes 5–10 business days to appear.",
    )
    expect(await option(/^\$1,094\.50 credit$/)).toHaveAccessibleDescription(
      /plus 10%.* email you the personal code right after Oct 4, 2099; it works once, until Oct 4, 2100\./,
    )
    expect(await option(/Oct 15/)).toHaveAccessibleDescription(
      '3 seats left · Yours right away, at no extra cost',
    )
    const full = await option(/Oct 22/)
    expect(full).toBeDisabled()
    expect(full).toHaveAccessibleDescription('Sold out')
    expect(screen.queryByRole('radio', { name: /Keep my seat/ })).not.toBeInTheDocument()
    expect(button('Pick one of these')).toBeDisabled()
  })

  test('another course says its name, and that its price changes nothing', async () => {
    const note = "It costs $515.00 more. You won't be charged the difference."
    const dates = [makeDate(8, '15'), makeDate(9, '22', { name: 'Novel in Six Weeks', note })]
    answerCall('post', LOOK, makeChange({ dates }))
    open()
    expect(await option(/^Novel in Six Weeks/)).toHaveAccessibleDescription(
      `3 seats left · Yours right away. ${note}`,
    )
  })

  test('who holds a seat that another person paid for chooses its date, and reads who decides about money', async () => {
    answerCall(
      'post',
      LOOK,
      makeChange({ asker: 'holder', payerName: 'Gil Giver', refund: null, credit: null }),
    )
    open()
    expect(await screen.findByText(/^Gil Giver paid for this seat and decides/)).toBeVisible()
    expect(
      screen.getByText(/your seat ends and Gil Giver, who paid for it, gets a refund/),
    ).toBeVisible()
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    expect(screen.queryByText(/\$/)).not.toBeInTheDocument()
  })

  test('who paid for the seat of another person chooses about the money', async () => {
    const payer = { asker: 'payer', payerName: 'Gil Giver' } as const
    answerCall('post', LOOK, makeChange({ ...payer, dates: [] }))
    open()
    expect(await screen.findByText(/^Gil Giver, we're sorry\./)).toBeVisible()
    expect(screen.getByText(/^Grace Hopper holds the seat and decides/)).toBeVisible()
    expect(screen.getByText(/^If neither of you chooses, we'll refund \$995\.00/)).toBeVisible()
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    expect(await option(/^Refund \$995\.00$/)).toHaveAccessibleDescription(
      /^To your Visa ending in 4242\./,
    )
  })

  test('a date that the holder took is shown to who paid, with a refund instead', async () => {
    const taken = { asker: 'payer', payerName: 'Gil Giver', choice: 'date' } as const
    answerCall(
      'post',
      LOOK,
      makeChange({ ...taken, dates: [makeDate(8, '15')], toBootcampId: 8, chosenAt: EARLY }),
    )
    open()
    expect(await heading('Grace Hopper took another date')).toBeVisible()
    expect(screen.getAllByText(/Oct 15/).length).toBeGreaterThan(0)
    await userEvent.click(button('Choose a refund instead'))
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    expect(await option(/^Refund \$995\.00$/)).toBeVisible()
  })

  test('a refund that the payer chose ends the holder’s choosing', async () => {
    const chosen = { asker: 'holder', payerName: 'Gil Giver', refund: null, credit: null } as const
    answerCall('post', LOOK, makeChange({ ...chosen, choice: 'refund', chosenAt: EARLY }))
    open()
    expect(await heading('Your seat ends')).toBeVisible()
    expect(screen.getByText('Gil Giver, who paid for this seat, chose a refund.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /choice|Choose|refund/i })).not.toBeInTheDocument()
  })

  test('a bundle can go back whole, by the names of its members', async () => {
    answerCall(
      'post',
      LOOK,
      makeChange({ refundAll: { amount: '2995.00', names: ['Build', 'Launch', 'Market'] } }),
    )
    const { bodies } = answerCall('post', CHOOSE, makeChange({ choice: 'refund_all' }))
    open()
    const all = await option(/^Refund everything: \$2,995\.00$/)
    expect(all).toHaveAccessibleDescription(/^Ends your seats in Build, Launch, and Market\./)
    await userEvent.click(all)
    await userEvent.click(button('Refund $2,995.00'))
    await waitFor(() =>
      expect(bodies).toEqual([{ token: 'token', choice: 'refund_all', toBootcampId: null }]),
    )
  })

  test('a refund that a dispute stands in the way of says so, and cannot be picked', async () => {
    const refusal = 'Your bank is looking at this payment.'
    const refund = { amount: '995.00', paidWith: '', refusal }
    answerCall('post', LOOK, makeChange({ refund }))
    open()
    const refunded = await option(/^Refund \$995\.00$/)
    expect(refunded).toBeDisabled()
    expect(refunded).toHaveAccessibleDescription(refusal)
  })

  test('a moved class offers to keep the seat, and silence keeps it', async () => {
    answerCall(
      'post',
      LOOK,
      makeChange({
        kind: 'move',
        silence: 'keep',
        keep: true,
        newStartDate: '2099-10-12T22:00:00Z',
        newEndDate: '2099-10-13T01:00:00Z',
      }),
    )
    open()
    expect(await heading('Beginner Bootcamp has moved', 1)).toBeVisible()
    expect(screen.getByRole('main')).toHaveTextContent("It's nowMon, Oct 12 at 6:00 PM")
    expect(
      screen.getByText("If you don't choose, you keep your seat on the new date."),
    ).toBeVisible()
    expect(await option(/Keep my seat on the new date/)).toBeEnabled()
  })

  test('a free seat ends in silence, and promises no money', async () => {
    answerCall('post', LOOK, makeChange({ silence: 'ends', refund: null, credit: null }))
    open()
    expect(await screen.findByText(/your seat ends\. You didn't pay for it/)).toBeVisible()
    expect(screen.getAllByRole('radio')).toHaveLength(2)
  })
})

describe('changing one’s mind', () => {
  const refunding = makeChange({ choice: 'refund', chosenAt: '2099-10-01T12:00:00Z' })

  test('is possible until choose-by, from what was chosen to anything else', async () => {
    answerCall('post', LOOK, refunding)
    const { bodies } = answerCall('post', CHOOSE, { ...refunding, choice: 'credit' })
    open()
    expect(await heading("We'll refund $995.00")).toBeVisible()
    expect(screen.getByText('You can change this until')).toBeVisible()
    await userEvent.click(button('Change my choice'))
    const current = await option(/^Refund \$995\.00$/)
    expect(current).toBeDisabled()
    expect(current).toHaveAccessibleDescription(/^Your choice/)
    await userEvent.click(await option(/credit$/))
    await userEvent.click(button('Take the $1,094.50 credit'))
    expect(await heading("You've chosen a $1,094.50 credit")).toBeVisible()
    expect(bodies).toEqual([{ token: 'token', choice: 'credit', toBootcampId: null }])
  })

  test('the date they hold is never said to be sold out', async () => {
    const dates = [makeDate(8, '15', { freeSeats: 0 }), makeDate(10, '29')]
    answerCall('post', LOOK, makeChange({ dates, choice: 'date', toBootcampId: 8, chosenAt: 'x' }))
    open()
    await heading('Your seat has moved')
    await userEvent.click(button('Change my choice'))
    expect(await option(/Oct 15/)).toHaveAccessibleDescription('Your choice')
    expect(await option(/Oct 29/)).toBeEnabled()
  })

  test('can be left alone', async () => {
    answerCall('post', LOOK, refunding)
    const { bodies } = answerCall('post', CHOOSE, refunding)
    open()
    await heading("We'll refund $995.00")
    await userEvent.click(button('Change my choice'))
    await userEvent.click(button('Leave it as it is'))
    expect(await heading("We'll refund $995.00")).toBeVisible()
    expect(bodies).toEqual([])
  })
})

describe('seats that go meanwhile', () => {
  test('a date sold out in the moment of choosing says so, and nothing stays picked', async () => {
    answerCall('post', LOOK, makeChange())
    const message = 'Beginner Bootcamp on Thu, Oct 15 is sold out. Your seat has not moved.'
    answerCall('post', CHOOSE, { code: 'sold_out', message, fields: {} }, { status: 409 })
    open()
    await userEvent.click(await option(/Oct 15/))
    answerCall('post', LOOK, makeChange({ dates: [makeDate(8, '15', { freeSeats: 0 })] }))
    await userEvent.click(button('Move my seat to Thu, Oct 15, 2099'))
    await waitFor(() => expect(screen.getByText(message)).toBeVisible())
    const gone = await option(/Oct 15/)
    await waitFor(() => expect(gone).toBeDisabled())
    expect(gone).not.toBeChecked()
    expect(button('Pick one of these')).toBeDisabled()
  })

  test('a picked date that sells out is nobody’s choice, even when a seat comes free again', async () => {
    answerCall('post', LOOK, makeChange())
    open()
    await userEvent.click(await option(/Oct 15/))
    const comeBack = () => {
      focusManager.setFocused(false)
      focusManager.setFocused(true)
    }
    answerCall('post', LOOK, makeChange({ dates: [makeDate(8, '15', { freeSeats: 0 })] }))
    comeBack()
    expect(await screen.findByText(/^Thu, Oct 15, 2099 has just sold out\./)).toBeVisible()
    answerCall('post', LOOK, makeChange())
    comeBack()
    await waitFor(() => expect(screen.getByRole('radio', { name: /Oct 15/ })).toBeEnabled())
    expect(screen.getByRole('radio', { name: /Oct 15/ })).not.toBeChecked()
    expect(button('Pick one of these')).toBeDisabled()
  })

  test('are asked for again every 15 seconds, and no more once the time is up', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const first = answerCall('post', LOOK, makeChange())
    open()
    await option(/Oct 15/)
    expect(first.bodies).toHaveLength(1)
    const over = answerCall('post', LOOK, makeChange({ isOpen: false }))
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await screen.findByText(/^The time to choose is over/)).toBeVisible()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(over.bodies).toHaveLength(1)
  })
})

describe('when the time is up', () => {
  test('a choice that came too late shows how things stand', async () => {
    answerCall('post', LOOK, makeChange())
    open()
    await userEvent.click(await option(/^Refund/))
    answerCall('post', LOOK, makeChange({ isOpen: false }))
    answerCall(
      'post',
      CHOOSE,
      { code: 'choice_closed', message: 'The time to choose is over.', fields: {} },
      { status: 409 },
    )
    await userEvent.click(button('Refund $995.00'))
    expect(await heading("We'll refund $995.00")).toBeVisible()
    expect(screen.getByText(/we hadn't heard from you/)).toBeVisible()
    expect(screen.queryByRole('radiogroup')).not.toBeInTheDocument()
  })

  // As the server tells it then: what could be chosen is no longer said.
  const over: Partial<ClassChoice> = { isOpen: false, dates: [], refund: null, credit: null }

  const LATE = '2099-10-04T22:00:30Z'

  test.each([
    [{ choice: 'refund', chosenAt: EARLY }, "We've refunded your seat"],
    [{ choice: 'refund', chosenAt: LATE }, "We've refunded your seat"],
    [{ choice: 'credit', chosenAt: EARLY }, 'The credit has been given'],
    [{ choice: 'date', toBootcampId: 8, chosenAt: EARLY }, 'Your seat has moved'],
    [{ choice: 'keep', chosenAt: EARLY }, "You're keeping your seat"],
    [{ choice: null, silence: 'ends', chosenAt: null }, 'Your seat has ended'],
  ] as const)('done with %o, it says what became of it', async (given, words) => {
    answerCall('post', LOOK, makeChange({ ...over, ...given, doneAt: '2099-10-04T22:01:00Z' }))
    open()
    expect(await heading(words)).toBeVisible()
    const card = within(screen.getByRole('status'))
    const wasSilent = given.chosenAt !== EARLY
    expect(card.queryByText(/we hadn't heard from you/) !== null).toBe(wasSilent)
    expect(card.queryByText(/will email you when it's done/)).not.toBeInTheDocument()
  })
})

describe('when something is in the way', () => {
  test('a dead link says so, with a way on', async () => {
    refuseCall('post', LOOK, 404, "This link isn't valid.")
    open()
    expect(await heading("This link doesn't work", 1)).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent("This link isn't valid.")
    expect(screen.getByRole('link', { name: 'Contact us' })).toBeVisible()
  })

  test('a server that broke can be asked again', async () => {
    breakCall('post', LOOK)
    open()
    expect(await heading("This page couldn't be loaded", 1)).toBeVisible()
    answerCall('post', LOOK, makeChange())
    await userEvent.click(button('Try again'))
    expect(await heading('Beginner Bootcamp is canceled', 1)).toBeVisible()
  })

  test('a slow line is spoken of', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server.use(http.post('*/api/class-choice/look', () => delay('infinite')))
    open()
    await waitFor(() => expect(screen.getByText('Loading your class')).toBeInTheDocument())
    await vi.advanceTimersByTimeAsync(5000)
    expect(await screen.findByText(/^Still loading\./)).toBeVisible()
  })

  test('offline, a choice fails in words and is made again with one tap', async () => {
    answerCall('post', LOOK, makeChange())
    open()
    await userEvent.click(await option(/^Refund/))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    server.use(http.post('*/api/class-choice', () => HttpResponse.error()))
    await userEvent.click(button('Refund $995.00'))
    await waitFor(() => expect(screen.getByText(/^You seem to be offline\./)).toBeVisible())
    vi.restoreAllMocks()
    await untilAnswered()
    const { bodies } = answerCall('post', CHOOSE, makeChange({ choice: 'refund' }))
    await userEvent.click(button('Refund $995.00'))
    expect(await heading("We'll refund $995.00")).toBeVisible()
    expect(bodies).toHaveLength(1)
  })

  test('a choice whose answer was lost is found by the next look', async () => {
    answerCall('post', LOOK, makeChange())
    open()
    await userEvent.click(await option(/^Refund/))
    answerCall('post', LOOK, makeChange({ choice: 'refund', chosenAt: '2099-10-01T12:00:00Z' }))
    breakCall('post', CHOOSE)
    await userEvent.click(button('Refund $995.00'))
    expect(await heading("We'll refund $995.00")).toBeVisible()
    expect(screen.queryByText(/couldn't save/)).not.toBeInTheDocument()
  })

  test('seats that could not be asked for again are said to be old', async () => {
    answerCall('post', LOOK, makeChange())
    open()
    await option(/Oct 15/)
    breakCall('post', LOOK)
    focusManager.setFocused(false)
    focusManager.setFocused(true)
    expect(await screen.findByText(/may be out of date/)).toBeVisible()
  })
})
