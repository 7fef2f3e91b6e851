import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import { resetCheckout } from '@/test/checkout'
import { makeUser } from '@/test/makers'
import {
  answerConfirmation,
  answerLastPurchase,
  makeBoughtBootcamp,
  makePurchase,
  makePurchaseAnswer,
} from '@/test/purchases'
import { openApp } from '@/test/render'
import { answerGet, refuseGet, server, signIn } from '@/test/server'
import { withoutStorage } from '@/test/storage'
import { passTime, stopTime, untilTrue } from '@/test/timing'

const COMPLETE = '/api/complete-purchase'
const RETURNED =
  '/confirmation?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded'
const PAID_HERE = '/confirmation?direct_success=true'
const EXISTS = '/api/check-user-exists/guest%40example.test'

beforeEach(answerConfirmation)

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const link = (name: string) => screen.getByRole('link', { name })
const stored = (key: string) => sessionStorage.getItem(key)

function expectTheTwoWaysOn() {
  expect(link('Try Again')).toHaveAttribute('href', '/checkout')
  expect(link('Contact Support').getAttribute('href')).toMatch(/^mailto:.+@.+/)
}

test('without anything to confirm it leads to the checkout', async () => {
  resetCheckout()
  const { router } = openApp('/confirmation')
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout'))
  expect(await screen.findByRole('region', { name: 'Order summary' })).toBeVisible()
})

describe('coming back from the bank', () => {
  test('completes the purchase with the secret, which leaves the address at once', async () => {
    const { bodies } = answerCall('post', COMPLETE, makePurchaseAnswer())
    const { router } = openApp(RETURNED)
    await heading('Your seat is reserved')
    expect(bodies).toEqual([
      {
        paymentIntentId: 'pi_1',
        bootcampIds: [],
        bundleId: null,
        clientSecret: 'pi_1_secret_2',
      },
    ])
    expect(router.state.location.search).toBe('?payment_intent=pi_1&redirect_status=succeeded')
    expect(router.state.historyAction).toBe('REPLACE')
  })

  test('asks with the secret again after a reload of the cleaned address', async () => {
    sessionStorage.setItem('payment_client_secret', 'pi_1_secret_2')
    const { bodies } = answerCall('post', COMPLETE, makePurchaseAnswer())
    openApp('/confirmation?payment_intent=pi_1')
    await heading('Your seat is reserved')
    expect(bodies).toMatchObject([{ paymentIntentId: 'pi_1', clientSecret: 'pi_1_secret_2' }])
  })

  test('never sends the secret of another payment', async () => {
    sessionStorage.setItem('payment_client_secret', 'pi_0_secret_2')
    const { bodies } = answerCall('post', COMPLETE, makePurchaseAnswer())
    openApp('/confirmation?payment_intent=pi_1')
    await heading('Your seat is reserved')
    expect(bodies).toMatchObject([{ paymentIntentId: 'pi_1', clientSecret: '' }])
  })

  test('finds the payment in its secret alone', async () => {
    const { bodies } = answerCall('post', COMPLETE, makePurchaseAnswer())
    openApp('/confirmation?payment_intent_client_secret=pi_1_secret_2')
    await heading('Your seat is reserved')
    expect(bodies).toMatchObject([{ paymentIntentId: 'pi_1', clientSecret: 'pi_1_secret_2' }])
  })

  test('leaves the purchase and its invitation in the session storage', async () => {
    answerCall('post', COMPLETE, makePurchaseAnswer())
    openApp(RETURNED)
    await heading('Your seat is reserved')
    expect(JSON.parse(stored('recent_purchase_data') ?? '')).toEqual({
      ...makePurchaseAnswer(),
      guestEmail: 'guest@example.test',
      totalAmount: '995.00',
    })
    expect(stored('account_invitation_token')).toBe('token')
    expect(stored('guest_email')).toBe('guest@example.test')
  })

  test('works where storage is forbidden', async () => {
    await withoutStorage(async () => {
      const { bodies } = answerCall('post', COMPLETE, makePurchaseAnswer())
      openApp(RETURNED)
      await heading('Your seat is reserved')
      expect(bodies).toMatchObject([{ clientSecret: 'pi_1_secret_2' }])
    })
  })

  test('redirect_status=failed says Payment Failed and asks nothing', async () => {
    const { bodies } = answerCall('post', COMPLETE, makePurchaseAnswer())
    const { router } = openApp(RETURNED.replace('succeeded', 'failed'))
    const title = await heading("Your payment didn't go through")
    await waitFor(() => expect(title).toHaveFocus())
    expect(await screen.findByText('Payment Failed')).toBeVisible()
    expect(screen.getByText('Your payment could not be processed. Please try again.')).toBeVisible()
    expectTheTwoWaysOn()
    // The address may say so; whether anything was charged it cannot know.
    expect(screen.queryByText(/nothing was charged/i)).not.toBeInTheDocument()
    expect(router.state.location.search).not.toContain('secret')
    expect(bodies).toEqual([])
  })

  test("says in the server's words that nothing was charged", async () => {
    const words = 'Beginner Bootcamp has just sold out. You have not been charged.'
    refuseCall('post', COMPLETE, 409, words)
    openApp(RETURNED)
    await heading("Your purchase wasn't completed")
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByText((text) => text.startsWith(`${words} You can`))).toBeVisible()
    expectTheTwoWaysOn()
    expect(stored('recent_purchase_data')).toBeNull()
  })

  test('an unknown payment is an error that leads to support', async () => {
    refuseCall('post', COMPLETE, 404, 'Not found.')
    openApp(RETURNED)
    await heading("We couldn't finish your purchase")
    expect(
      await screen.findByText(
        'There was an issue completing your purchase. Please contact support.',
      ),
    ).toBeVisible()
    expectTheTwoWaysOn()
  })

  test('a refunded purchase says where the money went', async () => {
    answerCall('post', COMPLETE, makePurchaseAnswer({ status: 'refunded' }))
    openApp(RETURNED)
    await heading('This payment was refunded')
    expectTheTwoWaysOn()
  })
})

describe('a payment the bank has not decided', () => {
  const pending = makePurchaseAnswer({ status: 'pending', invitationToken: null })
  const asks = (answers: (() => Response | Promise<Response>)[]) => {
    const asked = { times: 0 }
    server.use(
      http.post(new URL(COMPLETE, window.location.origin).href, () => {
        const answer = answers[Math.min(asked.times, answers.length - 1)]
        asked.times += 1
        return answer?.() ?? HttpResponse.error()
      }),
    )
    return asked
  }

  test('says that the money is safe and whom we write to', async () => {
    asks([() => HttpResponse.json(pending)])
    openApp(RETURNED)
    expect(await heading('Confirming with your bank')).toHaveFocus()
    expect(screen.getByText(/Your money is safe/)).toBeVisible()
    expect(screen.getByText(/You can close this page/)).toHaveTextContent(/guest@example\.test/)
    expect(screen.queryByText(/try again/i)).not.toBeInTheDocument()
  })

  test('is asked about after 2 s, then more and more slowly, at most every 10 s', async () => {
    const asked = asks([() => HttpResponse.json(pending)])
    stopTime()
    openApp(RETURNED)
    await untilTrue(() => screen.queryByText('Confirming with your bank') !== null)
    for (const [index, pause] of [2000, 3000, 4500, 6750, 10_000, 10_000].entries()) {
      expect(asked.times).toBe(index + 1)
      passTime(pause - 1)
      expect(asked.times).toBe(index + 1)
      passTime(1)
      await untilTrue(() => asked.times === index + 2)
      // The answer has to arrive before the next pause begins.
      let turns = 0
      await untilTrue(() => ++turns > 20)
    }
    expect(
      screen.getByText("This is taking a little longer than usual. We're still checking."),
    ).toBeVisible()
  })

  test.each([
    ['a server that broke', () => new HttpResponse(null, { status: 500 })],
    ['a server that broke in words', () => HttpResponse.json({ message: 'Oh.' }, { status: 500 })],
    ['the page of a proxy', () => HttpResponse.html('<h1>Forbidden</h1>', { status: 403 })],
  ])('is asked about again after %s, and nobody is told to pay again', async (_, answer) => {
    const asked = asks([answer, () => HttpResponse.json(makePurchaseAnswer())])
    stopTime()
    openApp(RETURNED)
    await untilTrue(() => screen.queryByText('Confirming with your bank') !== null)
    expect(screen.queryByText(/try again/i)).not.toBeInTheDocument()
    passTime(2000)
    await untilTrue(() => screen.queryByText('Your seat is reserved') !== null)
    expect(asked.times).toBe(2)
  })

  test('is asked about through a lost connection and a busy server, until it is completed', async () => {
    const asked = asks([
      () => HttpResponse.error(),
      () => HttpResponse.json({ message: 'Briefly away.', fields: {} }, { status: 503 }),
      () => HttpResponse.json(makePurchaseAnswer()),
    ])
    stopTime()
    openApp(RETURNED)
    await untilTrue(() => screen.queryByText('Confirming with your bank') !== null)
    passTime(2000)
    await untilTrue(() => asked.times === 2)
    let turns = 0
    await untilTrue(() => ++turns > 20)
    passTime(3000)
    await untilTrue(() => screen.queryByText('Your seat is reserved') !== null)
    expect(screen.getByText('Your seat is reserved')).toHaveFocus()
    passTime(60_000)
    expect(asked.times).toBe(3)
  })
})

describe('after paying on this page', () => {
  const remember = (answer: unknown) =>
    sessionStorage.setItem('recent_purchase_data', JSON.stringify(answer))

  test('shows what the tab remembers without asking', async () => {
    remember({ ...makePurchaseAnswer(), guestEmail: 'guest@example.test', totalAmount: '995.00' })
    openApp(PAID_HERE)
    const bought = within(await screen.findByRole('region', { name: 'What you bought' }))
    expect(bought.getByRole('heading', { name: 'Beginner Bootcamp' })).toBeVisible()
    expect(bought.getByText('Oct 8 at 6:00 PM – 9:00 PM EDT')).toBeVisible()
    expect(bought.getByText('7').parentElement).toHaveTextContent('Seat 7')
    expect(bought.getByText('$995.00')).toBeVisible()
    expect(
      bought.getByText(/We're emailing your receipt and a calendar invite to/),
    ).toHaveTextContent('guest@example.test')
  })

  test('puts every session into a calendar, and says what happens next', async () => {
    remember(makePurchaseAnswer())
    openApp(PAID_HERE)
    const google = await screen.findByRole('link', { name: 'Google calendar: Beginner Bootcamp' })
    expect(google).toHaveAttribute('target', '_blank')
    const { origin, searchParams } = new URL((google as HTMLAnchorElement).href)
    expect(origin).toBe('https://calendar.google.com')
    expect(searchParams.get('text')).toBe('Beginner Bootcamp')
    expect(searchParams.get('dates')).toMatch(/^\d{8}T\d{6}Z\/\d{8}T\d{6}Z$/)
    // Nobody's way in stands in an address that others keep.
    expect(google.getAttribute('href')).not.toMatch(/join%2F|zoom|token/)
    expect(screen.getByRole('link', { name: 'Outlook calendar: Beginner Bootcamp' })).toBeVisible()
    const file = screen.getByRole('link', { name: 'Apple and others calendar: Beginner Bootcamp' })
    expect(file.getAttribute('href')).toMatch(
      /^\/api\/purchases\/\d+\/bootcamps\/\d+\/calendar\.ics$/,
    )
    const next = within(screen.getByRole('region', { name: 'What happens next' }))
    expect(next.getAllByRole('listitem')).toHaveLength(3)
  })

  test('shows every seat of a bundle', async () => {
    const bootcamps = [
      makeBoughtBootcamp(),
      makeBoughtBootcamp({ id: 2, name: 'Advanced Bootcamp', seatNumber: 12 }),
    ]
    const bundle = {
      id: '6f1c0a52-7a43-4a1e-9c55-0d6d3b1f2a10',
      name: 'Complete Bundle',
      bootcamps,
    }
    const purchase = makePurchase({
      isBundle: true,
      totalAmount: '2995.00',
      bootcamp: null,
      bundle,
    })
    remember(makePurchaseAnswer({ purchase }))
    openApp(PAID_HERE)
    await heading('Your seats are reserved')
    expect(screen.getByRole('heading', { level: 2, name: 'Complete Bundle' })).toBeVisible()
    expect(screen.getByText('12').parentElement).toHaveTextContent('Seat 12')
    expect(screen.getByText('$2,995.00')).toBeVisible()
    expect(screen.getByText(/We're emailing your receipt and calendar invites to/)).toBeVisible()
  })

  test('asks the server when the tab has forgotten, and remembers again', async () => {
    answerLastPurchase(makePurchaseAnswer())
    openApp(PAID_HERE)
    await heading('Your seat is reserved')
    expect(stored('account_invitation_token')).toBe('token')
    expect(stored('recent_purchase_data')).toContain('Beginner Bootcamp')
  })

  test('says Purchase Details Missing when nobody knows', async () => {
    answerLastPurchase(null)
    openApp(PAID_HERE)
    await heading("We can't show your purchase here")
    expect(await screen.findByText('Purchase Details Missing')).toBeVisible()
    expect(
      screen.getByText(
        'Unable to load purchase information. Please contact support if payment was processed.',
      ),
    ).toBeVisible()
    expectTheTwoWaysOn()
  })

  test('asks again where one call fails, and claims nothing meanwhile', async () => {
    refuseGet('/api/checkout', 503, 'Briefly away.')
    openApp(PAID_HERE)
    await screen.findByRole('status')
    answerLastPurchase(makePurchaseAnswer())
    await screen.findByRole('heading', { name: 'Your seat is reserved' }, { timeout: 5000 })
    expect(screen.queryByText('Purchase Details Missing')).not.toBeInTheDocument()
  })

  test('leads to support first where paying again could be paying twice', async () => {
    answerLastPurchase(null)
    openApp(PAID_HERE)
    await screen.findByText('Purchase Details Missing')
    const [first, second] = screen
      .getAllByRole('link', { name: /Try Again|Contact Support/ })
      .map((link) => link.textContent)
    expect([first, second]).toEqual(['Contact Support', 'Try Again'])
  })

  test.each(['{', '{"purchase":{}}'])(
    'asks the server when %s is all it can read',
    async (text) => {
      sessionStorage.setItem('recent_purchase_data', text)
      answerLastPurchase(makePurchaseAnswer())
      openApp(PAID_HERE)
      await heading('Your seat is reserved')
    },
  )

  test('says that it cannot read the details when the server has none', async () => {
    sessionStorage.setItem('recent_purchase_data', '{')
    answerLastPurchase(null)
    openApp(PAID_HERE)
    expect(
      await screen.findByText(
        'There was an issue loading your purchase details. Please contact support.',
      ),
    ).toBeVisible()
    expectTheTwoWaysOn()
  })

  test('waits for the bank when the tab remembers an undecided purchase', async () => {
    remember(makePurchaseAnswer({ status: 'pending' }))
    answerLastPurchase(null)
    openApp(PAID_HERE)
    await heading('Confirming with your bank')
  })
})

describe('what is left to do', () => {
  const step = () => screen.findByRole('region', { name: 'Your account' })

  beforeEach(() => {
    sessionStorage.setItem('recent_purchase_data', JSON.stringify(makePurchaseAnswer()))
  })

  test('with an account at that address: log in', async () => {
    answerGet(EXISTS, { exists: true })
    openApp(PAID_HERE)
    const account = within(await step())
    expect(
      await account.findByRole('heading', { name: 'You already have an account' }),
    ).toBeVisible()
    expect(account.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/auth/login')
    expect(account.getByRole('link', { name: 'Email me a code' })).toHaveAttribute(
      'href',
      '/auth/login?step=address',
    )
    expect(account.queryByText('Create your free account')).not.toBeInTheDocument()
  })

  test('without an account: create one, free', async () => {
    openApp(PAID_HERE)
    const account = within(await step())
    expect(await account.findByRole('heading', { name: 'Create your free account' })).toBeVisible()
    expect(account.getByRole('link', { name: 'Create Free Account' })).toHaveAttribute(
      'href',
      '/auth/register',
    )
    expect(account.queryByText('Access Your Portal')).not.toBeInTheDocument()
  })

  test('when the server cannot tell, they are treated as new', async () => {
    refuseGet(EXISTS, 429, 'Too many requests.')
    openApp(PAID_HERE)
    const account = within(await step())
    expect(await account.findByRole('heading', { name: 'Create your free account' })).toBeVisible()
    expect(screen.queryByText('Too many requests.')).not.toBeInTheDocument()
  })

  test('signed in: the portal, and nobody is asked about addresses', async () => {
    const asked = answerGet(EXISTS, { exists: true })
    sessionStorage.setItem(
      'recent_purchase_data',
      JSON.stringify(makePurchaseAnswer({ invitationToken: null })),
    )
    signIn(makeUser())
    openApp(PAID_HERE)
    const portal = await screen.findByRole('link', { name: 'Access Your Portal' })
    expect(portal).toHaveAttribute('href', '/portal')
    expect(screen.queryByRole('link', { name: 'Link My Purchases' })).not.toBeInTheDocument()
    expect(asked.times).toBe(0)
  })

  test('signed in with a purchase that waits for an account: link it', async () => {
    signIn(makeUser())
    openApp(PAID_HERE)
    const way = await screen.findByRole('link', { name: 'Link My Purchases' })
    expect(way).toHaveAttribute('href', '/auth/login')
    expect(link('Access Your Portal')).toHaveAttribute('href', '/portal')
  })
})
