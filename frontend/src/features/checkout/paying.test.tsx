import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { TERMS_VERSION } from '@/lib/legal'
import { SMS_CONSENT_WORDS } from '@/lib/sms-consent'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { answerCatalogue, makeBootcamp, makeBundle } from '@/test/catalogue'
import {
  ADVANCED,
  answerFacts,
  BEGINNER,
  buyer,
  CARD_FORM,
  emailField,
  fillIn,
  laterBeginner,
  makePurchase,
  nameField,
  openList,
  packageBox,
  payment,
  provider,
  resetCheckout,
} from '@/test/checkout'
import { renderWithApp } from '@/test/render'
import { server } from '@/test/server'
import { CheckoutPage } from './checkout-page'

const CREATE = '/api/create-payment-intent'
const HOLD = '/api/checkout/hold'
const COMPLETE = '/api/complete-purchase'
const KEEPS_ASKING =
  '/confirmation?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1&redirect_status=succeeded'

const NOT_CHARGED = { code: 'not_charged', message: "You haven't been charged.", fields: {} }

const inTenMinutes = () => new Date(Date.now() + 600_000).toISOString()
const inOneMinute = () => new Date(Date.now() + 60_000).toISOString()

beforeEach(() => {
  resetCheckout()
  answerCall('post', HOLD, { heldUntil: null })
  answerCall('post', COMPLETE, makePurchase())
})

const terms = () => screen.getByRole('checkbox', { name: /I accept the terms of service/ })
const texts = () => screen.getByRole('checkbox', { name: SMS_CONSENT_WORDS })
const phone = () => screen.getByRole('textbox', { name: 'Phone' })
const payButton = () => screen.getByRole('button', { name: 'Pay $995.00' })
const pressPay = () => userEvent.click(payButton())

async function open(at = '/checkout?bootcamp=1') {
  const app = renderWithApp(<CheckoutPage />, { at })
  await screen.findByRole('region', { name: 'Order summary' })
  fillIn()
  await screen.findByText(CARD_FORM)
  return app
}

async function openAndAccept(at?: string) {
  const app = await open(at)
  await userEvent.click(terms())
  return app
}

const whereTo = ({ router }: Awaited<ReturnType<typeof open>>) => {
  const { pathname, search } = router.state.location
  return `${pathname}${search}`
}

async function expectToast(title: string, words: string) {
  const heading = await screen.findByText(title, { exact: true, selector: 'li *' })
  expect(heading.closest('li')).toHaveClass('bg-destructive')
  expect(await screen.findByText(words, { exact: true, selector: 'li *' })).toBeVisible()
}

function lose(path: string) {
  server.use(http.post(`${window.location.origin}${path}`, () => HttpResponse.error()))
}

const refuseNotCharged = () => answerCall('post', COMPLETE, NOT_CHARGED, { status: 409 })

const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
const card = () => screen.getByLabelText('Card number')
const alert = () => screen.getByRole('alert')

/** The bank takes its time, until the test answers for it. */
function whenTheBankAnswers() {
  let answer = (_: unknown) => {}
  provider.confirmPayment.mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  return (outcome: unknown) => answer(outcome)
}

/** A call that nobody answers, and whose time is over when the test says so. */
function hangAtTheTimeout(path: string) {
  const controller = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    expect(milliseconds).toBe(30_000)
    return controller.signal
  })
  server.use(http.post(`${window.location.origin}${path}`, () => new Promise<never>(() => {})))
  return () => controller.abort(new DOMException('Too slow', 'TimeoutError'))
}

describe('a tab that is late', () => {
  const already = "You've already paid for this in another tab. See your confirmation."
  const late = (code: string, message = 'This payment is over.') =>
    answerCall('post', HOLD, { code, message, fields: {} }, { status: 409 })

  test.each(['already_paid', 'not_charged', 'payment_in_progress'])(
    'asks what became of the purchase before it says anything about money (%s)',
    async (code) => {
      late(code)
      const asked = answerCall('post', COMPLETE, makePurchase())
      await openAndAccept()
      await pressPay()
      expect(
        await screen.findByText((_, box) => box?.textContent === already && box.tagName === 'P'),
      ).toBeVisible()
      expect(asked.bodies).toHaveLength(1)
      expect(provider.confirmPayment).not.toHaveBeenCalled()
      expect(screen.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument()
      expect(document.body).not.toHaveTextContent("You haven't been charged")
      expect(screen.getByRole('link', { name: 'See your confirmation.' })).toHaveAttribute(
        'href',
        '/confirmation?direct_success=true',
      )
      expect(JSON.parse(sessionStorage.getItem('recent_purchase_data') ?? '')).toMatchObject({
        status: 'completed',
      })
    },
  )

  test('leads to the page that keeps asking while that is not known', async () => {
    late('payment_in_progress')
    breakCall('post', COMPLETE)
    const app = await openAndAccept()
    await pressPay()
    await waitFor(() => expect(whereTo(app)).toBe(KEEPS_ASKING))
  })

  test('gets another payment where the other tab replaced this one, and can pay it', async () => {
    late('not_charged', "This payment was replaced by another one. You haven't been charged.")
    refuseNotCharged()
    await openAndAccept()
    answerCall('post', CREATE, { ...payment, clientSecret: 'pi_2_secret_2' })
    await pressPay()
    expect(
      await screen.findByText(/was replaced by another one/, { selector: '[role=alert] *' }),
    ).toBeVisible()
    await waitFor(() => expect(provider.forms).toEqual(['pi_1_secret_1', 'pi_2_secret_2']))
    answerCall('post', HOLD, { heldUntil: null })
    await userEvent.click(terms())
    answerCall('post', COMPLETE, makePurchase())
    await pressPay()
    await waitFor(() => expect(provider.confirmPayment).toHaveBeenCalledTimes(1))
  })

  test('is led to the confirmation after a reload, too', async () => {
    const owned = {
      code: 'already_owned',
      message: 'You already own Beginner Bootcamp.',
      fields: {},
    }
    answerCall('post', CREATE, owned, { status: 409 })
    renderWithApp(<CheckoutPage />, { at: '/checkout?bootcamp=1' })
    await screen.findByRole('region', { name: 'Order summary' })
    fillIn()
    expect(await screen.findByRole('link', { name: 'See your confirmation.' })).toBeVisible()
    expect(screen.queryByText("We couldn't start your payment")).not.toBeInTheDocument()
  })
})

describe('before paying', () => {
  test('the terms must be accepted, and can be read in another tab', async () => {
    await open()
    expect(terms()).not.toBeChecked()
    expect(payButton()).toBeDisabled()
    for (const [name, href] of [
      [/^terms of service/, '/terms-of-service'],
      [/^privacy policy/, '/privacy-policy'],
    ] as const) {
      const link = screen.getByRole('link', { name })
      expect(link).toHaveAttribute('href', href)
      expect(link).toHaveAttribute('target', '_blank')
    }
    expect(payButton()).toHaveAccessibleDescription('Accept the terms to pay.')
    await userEvent.click(terms())
    expect(payButton()).toBeEnabled()
    expect(screen.queryByText('Accept the terms to pay.')).not.toBeInTheDocument()
    expect(screen.getByText("You're only charged once your seat is confirmed.")).toBeVisible()
  })

  test.each([
    ['the email', emailField],
    ['the full name', nameField],
  ])('%s must still be there', async (_, field) => {
    const held = answerCall('post', HOLD, { heldUntil: null })
    await openAndAccept()
    await userEvent.clear(field())
    await pressPay()
    await expectToast('Error', 'Please fill in all required fields and accept the terms.')
    expect(held.bodies).toEqual([])
    expect(provider.confirmPayment).not.toHaveBeenCalled()
  })

  test('the Enter key does not get around the terms', async () => {
    const held = answerCall('post', HOLD, { heldUntil: null })
    await open()
    fireEvent.submit(screen.getByRole('form', { name: 'Payment' }))
    await expectToast('Error', 'Please fill in all required fields and accept the terms.')
    expect(held.bodies).toEqual([])
  })

  test('a card that is not complete holds no seat', async () => {
    const held = answerCall('post', HOLD, { heldUntil: null })
    provider.submit.mockResolvedValue({ error: { message: 'Your card number is incomplete.' } })
    await openAndAccept()
    await pressPay()
    await expectToast('Payment Failed', 'Your card number is incomplete.')
    expect(held.bodies).toEqual([])
    expect(payButton()).toBeEnabled()
  })
})

describe('text messages', () => {
  test('are neither asked for nor needed', async () => {
    const { bodies } = answerCall('post', HOLD, { heldUntil: null })
    const app = await openAndAccept()
    expect(texts()).not.toBeChecked()
    // Folded away, so that Pay follows the card.
    expect(texts()).not.toBeVisible()
    await pressPay()
    await waitFor(() => expect(whereTo(app)).toBe('/confirmation?direct_success=true'))
    expect(bodies).toEqual([
      {
        paymentIntentId: 'pi_1',
        clientSecret: 'pi_1_secret_1',
        termsVersion: TERMS_VERSION,
        phone: '',
        smsConsent: false,
        method: 'card',
      },
    ])
  })

  test('go to the number that was given, if one agrees', async () => {
    const { bodies } = answerCall('post', HOLD, { heldUntil: null })
    const app = await openAndAccept()
    await userEvent.type(phone(), ' +1 555 010 0199 ')
    await userEvent.click(texts())
    await pressPay()
    await waitFor(() => expect(whereTo(app)).toBe('/confirmation?direct_success=true'))
    expect(bodies).toEqual([
      {
        paymentIntentId: 'pi_1',
        clientSecret: 'pi_1_secret_1',
        termsVersion: TERMS_VERSION,
        phone: '+1 555 010 0199',
        smsConsent: true,
        method: 'card',
      },
    ])
  })

  test('need a number', async () => {
    const { bodies } = answerCall('post', HOLD, { heldUntil: null })
    await openAndAccept()
    await userEvent.click(texts())
    await pressPay()
    await waitFor(() => expect(phone()).toHaveFocus())
    expect(phone()).toBeVisible()
    expect(phone()).toHaveAccessibleDescription(
      /Enter a phone number for text messages, or uncheck the box.$/,
    )
    expect(bodies).toEqual([])
  })

  test('a number the server refuses is said at the field, and nothing is charged', async () => {
    const words = 'Enter the number with its country code, e.g. +1 555 010 0199'
    refuseCall('post', HOLD, 422, 'Please check the marked fields.', { phone: words })
    await openAndAccept()
    await userEvent.type(phone(), '12')
    await pressPay()
    await expectToast('Error', 'Please check the marked fields.')
    expect(phone()).toHaveAccessibleDescription(new RegExp(`${words.replace('+', '\\+')}$`))
    await waitFor(() => expect(phone()).toHaveFocus())
    expect(provider.confirmPayment).not.toHaveBeenCalled()
  })
})

describe('paying', () => {
  test('holds the seat, confirms the payment, completes the purchase and shows the result', async () => {
    const order: string[] = []
    const completed = answerCall('post', COMPLETE, makePurchase())
    server.events.on('request:start', ({ request }) => {
      if (request.method === 'POST') order.push(new URL(request.url).pathname)
    })
    provider.confirmPayment.mockImplementation(() => {
      order.push('confirmPayment')
      return Promise.resolve({ paymentIntent: { status: 'requires_capture' } })
    })
    const app = await openAndAccept()
    order.length = 0
    await pressPay()
    await waitFor(() => expect(whereTo(app)).toBe('/confirmation?direct_success=true'))
    server.events.removeAllListeners()

    expect(order).toEqual([HOLD, 'confirmPayment', COMPLETE])
    expect(provider.confirmPayment.mock.calls[0]?.[0]).toMatchObject({
      redirect: 'if_required',
      confirmParams: {
        return_url: `${window.location.origin}/confirmation`,
        receipt_email: buyer.email,
        payment_method_data: {
          billing_details: { name: buyer.fullName, email: buyer.email },
        },
      },
    })
    expect(completed.bodies).toEqual([
      {
        paymentIntentId: 'pi_1',
        bootcampIds: [1],
        bundleId: null,
        clientSecret: 'pi_1_secret_1',
      },
    ])
    expect(await screen.findByText('Payment Successful', { exact: true })).toBeVisible()
    expect(JSON.parse(sessionStorage.getItem('recent_purchase_data') ?? '')).toEqual({
      ...makePurchase(),
      guestEmail: buyer.email,
      totalAmount: '995.00',
    })
    expect(sessionStorage.getItem('account_invitation_token')).toBe('token-1')
    expect(sessionStorage.getItem('guest_email')).toBe(buyer.email)
    // Going back must not lead to paying twice.
    expect(app.router.state.historyAction).toBe('REPLACE')
  })

  test('a bundle is completed as a bundle, and an account needs no invitation', async () => {
    answerCall('post', CREATE, { ...payment, totalAmount: '2995.00' })
    const completed = answerCall('post', COMPLETE, makePurchase({ invitationToken: null }))
    const app = await openAndAccept('/checkout?bundle=true')
    await userEvent.click(screen.getByRole('button', { name: 'Pay $2,995.00' }))
    await waitFor(() => expect(whereTo(app)).toBe('/confirmation?direct_success=true'))
    expect(completed.bodies).toMatchObject([{ bootcampIds: [], bundleId: makeBundle().id }])
    expect(sessionStorage.getItem('account_invitation_token')).toBeNull()
  })

  test('where nothing can be stored, the result is asked of the server instead', async () => {
    const app = await openAndAccept()
    vi.stubGlobal('sessionStorage', {
      setItem() {
        throw new DOMException('Forbidden')
      },
    })
    await pressPay()
    await waitFor(() => expect(whereTo(app)).toBe(KEEPS_ASKING))
    vi.unstubAllGlobals()
  })

  test('says what is happening, takes no second press and changes nothing meanwhile', async () => {
    const accept = whenTheBankAnswers()
    const app = await openAndAccept()
    await pressPay()
    const busy = await screen.findByRole('button', { name: 'Confirming your payment...' })
    expect(busy).toHaveAttribute('aria-disabled', 'true')
    fireEvent.submit(screen.getByRole('form', { name: 'Payment' }))
    expect(emailField()).toBeDisabled()
    expect(terms()).toBeDisabled()
    expect(await packageBox(BEGINNER)).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Change' })).toBeDisabled()
    accept({ paymentIntent: { status: 'succeeded' } })
    await waitFor(() => expect(whereTo(app)).toBe('/confirmation?direct_success=true'))
    expect(provider.confirmPayment).toHaveBeenCalledTimes(1)
  })
})

describe('the hold', () => {
  const decline = () =>
    provider.confirmPayment.mockResolvedValue({
      error: { type: 'card_error', message: 'Your card was declined.' },
    })

  /** What the countdown says, such as 0:41. */
  function secondsLeft(): number {
    const shown = screen.getByText(/Your seat is held for/).textContent
    const [, minutes, seconds] = /^Your seat is held for (\d+):(\d\d)$/.exec(shown) ?? []
    return Number(minutes) * 60 + Number(seconds)
  }

  test('does not move Pay while it is pressed', async () => {
    answerCall('post', HOLD, { heldUntil: inTenMinutes() })
    const accept = whenTheBankAnswers()
    await openAndAccept()
    const pay = payButton()
    await pressPay()
    const notice = await screen.findByText(/^Your seat is held for/)
    expect(pay.compareDocumentPosition(notice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    accept({ paymentIntent: { status: 'succeeded' } })
  })

  test('counts down to the second and says when it is over', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    answerCall('post', HOLD, { heldUntil: inOneMinute() })
    decline()
    await openAndAccept()
    expect(screen.queryByText(/held/)).not.toBeInTheDocument()
    await pressPay()
    await expectToast('Payment Failed', 'Your card was declined.')
    const before = secondsLeft()
    // Real time passes too, and a busy machine takes its share.
    expect(before).toBeGreaterThan(30)
    expect(before).toBeLessThanOrEqual(60)
    await vi.advanceTimersByTimeAsync(19_000)
    await waitFor(() => expect(secondsLeft()).toBeLessThanOrEqual(before - 19))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(
      await screen.findByText(
        'Your seat is no longer held. You can still pay as long as seats remain.',
      ),
    ).toBeVisible()
    expect(payButton()).toBeEnabled()
  })

  test('of ten minutes never seems longer, though the server tells whole seconds only', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const heldUntil = new Date(Date.now() + 600_000)
    const date = new Date(Date.now() - 900).toUTCString()
    answerCall('post', HOLD, { heldUntil: heldUntil.toISOString() }, { headers: { Date: date } })
    decline()
    await openAndAccept()
    await pressPay()
    await expectToast('Payment Failed', 'Your card was declined.')
    expect(secondsLeft()).toBe(600)
  })

  test('is counted on the clock of the server, whatever the one here says', async () => {
    const date = new Date(Date.now() + 3_600_000)
    answerCall(
      'post',
      HOLD,
      { heldUntil: new Date(date.getTime() + 600_000).toISOString() },
      { headers: { Date: date.toUTCString() } },
    )
    decline()
    await openAndAccept()
    await pressPay()
    await expectToast('Payment Failed', 'Your card was declined.')
    expect(secondsLeft()).toBeGreaterThan(540)
    expect(secondsLeft()).toBeLessThanOrEqual(600)
  })

  test('from before a reload is known, and its last seat is not sold out to the holder', async () => {
    answerFacts({
      hold: { bootcampIds: [1], bundleId: null, seatsIn: [1], heldUntil: inTenMinutes() },
    })
    answerCatalogue([makeBootcamp({ availableSeats: 0 }), laterBeginner], [])
    await open()
    expect(secondsLeft()).toBeGreaterThan(540)
    expect(screen.queryByText('Sold out')).not.toBeInTheDocument()
  })

  test.each([
    ['fast', -12],
    ['slow', 12],
  ])('from before a reload is known on a clock that is %s', async (_, minutes) => {
    const date = new Date(Date.now() + minutes * 60_000)
    const heldUntil = new Date(date.getTime() + 540_000).toISOString()
    answerFacts(
      { hold: { bootcampIds: [1], bundleId: null, seatsIn: [1], heldUntil } },
      { headers: { Date: date.toUTCString() } },
    )
    answerCatalogue([makeBootcamp({ availableSeats: 0 }), laterBeginner], [])
    await open()
    expect(secondsLeft()).toBeGreaterThan(480)
    expect(secondsLeft()).toBeLessThanOrEqual(541)
    expect(screen.queryByText('Sold out')).not.toBeInTheDocument()
  })

  test('of a bundle is of several seats', async () => {
    answerCall('post', CREATE, { ...payment, totalAmount: '2995.00' })
    answerCall('post', HOLD, { heldUntil: inTenMinutes() })
    decline()
    await openAndAccept('/checkout?bundle=true')
    await userEvent.click(screen.getByRole('button', { name: 'Pay $2,995.00' }))
    await waitFor(() => expect(alert()).toHaveTextContent('your seats are still held.'))
    expect(screen.getByText(/Your seats are held for/)).toBeVisible()
    expect(screen.getByText('Your seats are held', { exact: true })).toBeVisible()
    expect(screen.getByText(/You're only charged once your seats are confirmed/)).toBeVisible()
    expect(screen.queryByText(/your seat (is|are)/i)).not.toBeInTheDocument()
  })

  test('is claimed by nobody when there is none', async () => {
    decline()
    await openAndAccept()
    await pressPay()
    await expectToast('Payment Failed', 'Your card was declined.')
    expect(screen.queryByText(/held/)).not.toBeInTheDocument()
  })

  test('of the last seat does not make it look sold out to the one who holds it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    answerCall('post', HOLD, { heldUntil: inOneMinute() })
    decline()
    await openAndAccept()
    await pressPay()
    await expectToast('Payment Failed', 'Your card was declined.')
    answerCatalogue([makeBootcamp({ availableSeats: 0 }), laterBeginner], [])
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await screen.findByText('Your seat is held', { exact: true })).toBeVisible()
    expect(payButton()).toBeEnabled()
    expect(screen.queryByText('Sold out')).not.toBeInTheDocument()
  })

  test('that is refused because the seats are gone stops the payment and offers other dates', async () => {
    refuseCall('post', HOLD, 409, 'Beginner Bootcamp is sold out.')
    await openAndAccept()
    answerCatalogue([makeBootcamp({ availableSeats: 0 }), laterBeginner], [])
    await pressPay()
    await expectToast('Error', 'Beginner Bootcamp is sold out.')
    expect(await screen.findByText('You can choose instead:')).toBeVisible()
    // One date has gone, not the course; and the form in its place was being filled in.
    expect(alert()).toHaveTextContent("Oct 8 has just been taken. You haven't been charged.")
    expect(alert().parentElement).toHaveFocus()
    expect(provider.confirmPayment).not.toHaveBeenCalled()
  })

  test.each([
    ['a server without words', () => breakCall('post', HOLD)],
    ['a network that is down', () => lose(HOLD)],
  ])('that fails for %s stops the payment, and it may be tried again', async (_, fail) => {
    fail()
    const app = await openAndAccept()
    await pressPay()
    await expectToast('Error', 'An error occurred while processing your payment. Please try again.')
    expect(alert()).toHaveTextContent("You haven't been charged.")
    expect(provider.confirmPayment).not.toHaveBeenCalled()
    answerCall('post', HOLD, { heldUntil: null })
    await pressPay()
    await waitFor(() => expect(whereTo(app)).toBe('/confirmation?direct_success=true'))
  })

  test('that hangs is given up after half a minute, with nothing charged', async () => {
    const giveUp = hangAtTheTimeout(HOLD)
    await openAndAccept()
    await pressPay()
    await screen.findByRole('button', { name: 'Checking your seat...' })
    giveUp()
    await expectToast('Error', 'An error occurred while processing your payment. Please try again.')
    expect(payButton()).toBeEnabled()
    expect(provider.confirmPayment).not.toHaveBeenCalled()
  })
})

describe('without a network', () => {
  const WORDS =
    "You seem to be offline. You haven't been charged. Try again when you're back online."

  test('paying says so and leaves the form and its card alone, until it is back', async () => {
    const app = await openAndAccept()
    await userEvent.type(card(), '4242')
    lose(HOLD)
    const offline = goOffline()
    await pressPay()
    await expectToast('Error', WORDS)
    await waitFor(() => expect(alert()).toHaveFocus())
    expect(alert()).toHaveTextContent(WORDS.replace('. You', '.You'))
    expect(card()).toHaveValue('4242')
    expect(terms()).toBeChecked()
    expect(emailField()).toHaveValue(buyer.email)
    expect(provider.forms).toEqual([payment.clientSecret])
    expect(provider.confirmPayment).not.toHaveBeenCalled()

    offline.mockReturnValue(true)
    answerCall('post', HOLD, { heldUntil: null })
    await pressPay()
    await waitFor(() => expect(whereTo(app)).toBe('/confirmation?direct_success=true'))
  })

  test('a change of the address keeps the card, and is sent when it can be', async () => {
    await openAndAccept()
    await userEvent.type(card(), '4242')
    lose(CREATE)
    const offline = goOffline()
    await userEvent.type(emailField(), '.uk')
    await waitFor(() =>
      expect(alert()).toHaveTextContent(
        "Your last change wasn't saved. You seem to be offline. Try again when you're back online.",
      ),
    )
    expect(card()).toHaveValue('4242')
    // What the server does not know must not be paid for.
    expect(payButton()).toBeDisabled()
    offline.mockReturnValue(true)
    const { bodies } = answerCall('post', CREATE, payment)
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(payButton()).toBeEnabled())
    expect(bodies).toMatchObject([{ email: `${buyer.email}.uk` }])
    expect(card()).toHaveValue('4242')
    expect(provider.forms).toEqual([payment.clientSecret])
  })
})

describe('a payment the provider refuses', () => {
  test('is told in its words, and another card can be tried', async () => {
    const completed = answerCall('post', COMPLETE, makePurchase())
    provider.confirmPayment.mockResolvedValueOnce({
      error: { type: 'card_error', message: 'Your card has insufficient funds.' },
    })
    const app = await openAndAccept()
    await pressPay()
    await expectToast('Payment Failed', 'Your card has insufficient funds.')
    expect(alert()).toHaveTextContent("Try another card. You haven't been charged.")
    expect(completed.bodies).toEqual([])
    expect(whereTo(app)).toBe('/checkout?bootcamp=1')
    expect(emailField()).toBeEnabled()
    expect(terms()).toBeChecked()
    await pressPay()
    await waitFor(() => expect(whereTo(app)).toBe('/confirmation?direct_success=true'))
  })

  test('stays in sight when the toast has gone, and has the focus, until something is changed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    answerCall('post', HOLD, { heldUntil: inTenMinutes() })
    provider.confirmPayment.mockResolvedValueOnce({
      error: { type: 'card_error', message: 'Your card has insufficient funds.' },
    })
    await openAndAccept()
    await pressPay()
    await expectToast('Payment Failed', 'Your card has insufficient funds.')
    const words =
      "Your card has insufficient funds.Try another card. You haven't been charged, and your seat is still held."
    await waitFor(() => expect(alert()).toHaveFocus())
    // The provider marks the card as refused, which is no change by the buyer.
    act(() => provider.change())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(screen.queryByText('Payment Failed')).not.toBeInTheDocument()
    expect(alert()).toHaveTextContent(words)
    await userEvent.type(card(), '5')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test.each([
    ['the terms', () => userEvent.click(terms())],
    ['the phone', () => userEvent.type(phone(), '1')],
    ['the name', () => userEvent.type(nameField(), 'r')],
    [
      'the package',
      async () => {
        await openList()
        await userEvent.click(await packageBox(ADVANCED))
      },
    ],
  ])('is no longer said after a change of %s', async (_, change) => {
    provider.confirmPayment.mockResolvedValueOnce({
      error: { type: 'card_error', message: 'Your card was declined.' },
    })
    await openAndAccept()
    await pressPay()
    await waitFor(() => expect(alert()).toHaveTextContent('Your card was declined.'))
    await change()
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
  })

  test('because it is dead is replaced by another payment', async () => {
    provider.confirmPayment.mockResolvedValueOnce({
      error: { type: 'invalid_request_error', message: 'This payment was canceled.' },
    })
    const asked = refuseNotCharged()
    await openAndAccept()
    answerCall('post', CREATE, { ...payment, clientSecret: 'pi_2_secret_2' })
    await pressPay()
    await expectToast('Payment Failed', 'This payment was canceled.')
    expect(asked.bodies).toHaveLength(1)
    await waitFor(() => expect(provider.forms).toEqual(['pi_1_secret_1', 'pi_2_secret_2']))
  })

  test.each([
    ['a lost connection', () => ({ error: { type: 'api_connection_error', message: 'Offline' } })],
    [
      'a payment that was made already',
      () => ({
        error: { type: 'invalid_request_error', payment_intent: { status: 'requires_capture' } },
      }),
    ],
  ])('is not believed to be refused after %s: the server is asked', async (_, answer) => {
    provider.confirmPayment.mockResolvedValueOnce(answer())
    const app = await openAndAccept()
    await pressPay()
    await waitFor(() => expect(whereTo(app)).toBe('/confirmation?direct_success=true'))
  })

  test('is not believed to be refused when the provider breaks: the server is asked', async () => {
    provider.confirmPayment.mockRejectedValueOnce(new Error('Broken'))
    refuseCall('post', COMPLETE, 409, 'Your payment was not completed. You have not been charged.')
    const app = await openAndAccept()
    await pressPay()
    await expectToast('Error', 'An error occurred while processing your payment. Please try again.')
    expect(alert()).toHaveTextContent(
      'Your payment was not completed. You have not been charged.Enter your card again to try once more.',
    )
    expect(whereTo(app)).toBe('/checkout?bootcamp=1')
  })
})

describe('once money may have moved', () => {
  test.each([
    [
      'an answer that is still on its way',
      () => answerCall('post', COMPLETE, makePurchase({ status: 'pending' })),
    ],
    ['a refund', () => answerCall('post', COMPLETE, makePurchase({ status: 'refunded' }))],
    ['a server that breaks', () => breakCall('post', COMPLETE)],
    ['a server that is away', () => refuseCall('post', COMPLETE, 503, 'We are briefly away.')],
    ['too many requests', () => refuseCall('post', COMPLETE, 429, 'Please wait a moment.')],
    ['a network that is down', () => lose(COMPLETE)],
    [
      "somebody else's refusal",
      () =>
        server.use(
          http.post(`${window.location.origin}${COMPLETE}`, () =>
            HttpResponse.html('<h1>Forbidden</h1>', { status: 403 }),
          ),
        ),
    ],
    ['a refusal without words', () => answerCall('post', COMPLETE, {}, { status: 404 })],
  ])('%s leads to the page that keeps asking, and to no "try again"', async (_, prepare) => {
    prepare()
    const app = await openAndAccept()
    await pressPay()
    await waitFor(() => expect(whereTo(app)).toBe(KEEPS_ASKING))
    expect(screen.queryByText(/try again/i)).not.toBeInTheDocument()
    expect(sessionStorage.getItem('recent_purchase_data')).toBeNull()
  })

  test('a server that never answers leads there too, after half a minute', async () => {
    const app = await openAndAccept()
    const giveUp = hangAtTheTimeout(COMPLETE)
    await pressPay()
    await screen.findByRole('button', { name: 'Reserving your seat...' })
    expect(whereTo(app)).toBe('/checkout?bootcamp=1')
    giveUp()
    await waitFor(() => expect(whereTo(app)).toBe(KEEPS_ASKING))
  })

  test('the last seat may have gone to somebody else: said in words, with the offer renewed', async () => {
    const words = 'Beginner Bootcamp has just sold out. You have not been charged.'
    refuseCall('post', COMPLETE, 409, words)
    const app = await openAndAccept()
    answerCatalogue([makeBootcamp({ availableSeats: 0 }), laterBeginner], [])
    await pressPay()
    await expectToast('Error', 'An error occurred while processing your payment. Please try again.')
    expect(await screen.findByText('You can choose instead:')).toBeVisible()
    expect(alert()).toHaveTextContent("Oct 8 has just been taken. You haven't been charged.")
    expect(whereTo(app)).toBe('/checkout?bootcamp=1')
    expect(sessionStorage.getItem('recent_purchase_data')).toBeNull()
  })

  test.each([
    [
      'a purchase that failed',
      () => answerCall('post', COMPLETE, makePurchase({ status: 'failed' })),
      'Purchase completion failed',
      'Purchase completion failed.',
    ],
    [
      'a refusal in words',
      () => refuseCall('post', COMPLETE, 404, 'There is no such payment.'),
      'An error occurred while processing your payment. Please try again.',
      'There is no such payment.',
    ],
  ])('%s is told, and another payment prepared', async (_, prepare, words, inPlace) => {
    prepare()
    await openAndAccept()
    answerCall('post', CREATE, { ...payment, clientSecret: 'pi_2_secret_2' })
    await pressPay()
    await expectToast('Error', words)
    await waitFor(() => expect(provider.forms).toEqual(['pi_1_secret_1', 'pi_2_secret_2']))
    // The new form has the words of the old one above its button.
    expect(alert()).toHaveTextContent(inPlace)
  })
})
