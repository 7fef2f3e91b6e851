import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { viewerZone } from '@/lib/dates'
import { chooseTheme } from '@/lib/theme'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { answerCatalogue, makeBootcamp, makeBundle } from '@/test/catalogue'
import {
  ADVANCED,
  advanced,
  answerFacts,
  BEGINNER,
  buyer,
  CARD_FORM,
  emailField,
  fillIn,
  laterBeginner,
  nameField,
  openList,
  packageBox,
  payment,
  provider,
  resetCheckout,
} from '@/test/checkout'
import { makeUser } from '@/test/makers'
import { renderWithApp } from '@/test/render'
import { refuseGet, server, signIn } from '@/test/server'
import { passTime, stopTime, untilTrue } from '@/test/timing'
import { CheckoutPage } from './checkout-page'

const CREATE = '/api/create-payment-intent'
/** With the zone the browser is in, and the price on the page. */
const sentBuyer = { ...buyer, timezone: viewerZone(), shownAmount: '995.00' }
const NOT_PREPARED = 'Failed to initialize payment. Please check your information and try again.'

async function open(at = '/checkout?bootcamp=1') {
  const app = renderWithApp(<CheckoutPage />, { at })
  await screen.findByRole('region', { name: 'Order summary' })
  return app
}

beforeEach(resetCheckout)

const refuseSoldOut = () =>
  answerCall(
    'post',
    CREATE,
    { code: 'sold_out', message: 'Beginner Bootcamp is sold out.', fields: {} },
    { status: 409 },
  )

const lose = () =>
  server.use(http.post(`${window.location.origin}${CREATE}`, () => HttpResponse.error()))

/** The words of the toast alone; the page repeats them. */
const toastText = (words: string) => screen.findByText(words, { selector: 'li *', exact: true })

describe('a payment is prepared', () => {
  test('500 ms after package, email and full name are all there, and not before', async () => {
    const { bodies } = answerCall('post', CREATE, payment)
    await open()
    stopTime()
    fireEvent.change(emailField(), { target: { value: ' grace@example.test ' } })
    passTime(1000)
    fireEvent.change(nameField(), { target: { value: ' Grace Hopper ' } })
    passTime(499)
    await untilTrue(() => screen.queryByText('Preparing the payment form...') !== null)
    expect(bodies).toEqual([])
    passTime(1)
    await untilTrue(() => bodies.length === 1)
    expect(bodies).toEqual([{ bootcampIds: [1], bundleId: null, ...sentBuyer }])
    await untilTrue(() => screen.queryByText(CARD_FORM) !== null)
    expect(provider.forms).toEqual([payment.clientSecret])
  })

  test('once for somebody who keeps typing', async () => {
    const { bodies } = answerCall('post', CREATE, payment)
    await open()
    stopTime()
    fireEvent.change(nameField(), { target: { value: buyer.fullName } })
    for (const email of ['grace@', 'grace@e.t', 'grace@example.test']) {
      fireEvent.change(emailField(), { target: { value: email } })
      passTime(499)
    }
    passTime(1)
    await untilTrue(() => bodies.length > 0)
    expect(bodies).toEqual([{ bootcampIds: [1], bundleId: null, ...sentBuyer }])
  })

  test.each([
    ['an email of five characters', { email: 'a@b.c' }],
    ['an email without @', { email: 'grace.example.test' }],
    ['no email', { email: '' }],
    ['a name of two characters', { fullName: 'Al' }],
    ['a name of two characters between blanks', { fullName: '  Al  ' }],
    ['no name', { fullName: '' }],
  ])('not for %s', async (_, given) => {
    const { bodies } = answerCall('post', CREATE, payment)
    await open()
    stopTime()
    const { email, fullName } = { ...buyer, ...given }
    fireEvent.change(emailField(), { target: { value: email } })
    fireEvent.change(nameField(), { target: { value: fullName } })
    passTime(5000)
    expect(screen.getByText('Enter your email and name to continue to payment.')).toBeVisible()
    expect(bodies).toEqual([])
  })

  test('for the shortest of both', async () => {
    const { bodies } = answerCall('post', CREATE, payment)
    await open()
    fillIn({ email: 'a@b.co', fullName: 'Ada' })
    expect(await screen.findByText(CARD_FORM)).toBeVisible()
    expect(bodies).toEqual([
      { bootcampIds: [1], bundleId: null, ...sentBuyer, email: 'a@b.co', fullName: 'Ada' },
    ])
  })

  test('not without a package, and the page says what is missing', async () => {
    const { bodies } = answerCall('post', CREATE, payment)
    await open('/checkout')
    expect(
      screen.getByText('Choose a bootcamp and enter your email and name to continue to payment.'),
    ).toBeVisible()
    fillIn()
    expect(screen.getByText('Choose a bootcamp to continue to payment.')).toBeVisible()
    expect(bodies).toEqual([])
    await userEvent.click(await packageBox(ADVANCED))
    expect(await screen.findByText(CARD_FORM)).toBeVisible()
    expect(bodies).toEqual([
      { bootcampIds: [2], bundleId: null, ...sentBuyer, shownAmount: '1495.00' },
    ])
  })

  test('for a bundle, without any bootcamp', async () => {
    const { bodies } = answerCall('post', CREATE, { ...payment, totalAmount: '2995.00' })
    await open('/checkout?bundle=true')
    fillIn()
    expect(await screen.findByRole('button', { name: 'Pay $2,995.00' })).toBeVisible()
    expect(bodies).toEqual([
      { bootcampIds: [], bundleId: makeBundle().id, ...sentBuyer, shownAmount: '2995.00' },
    ])
  })

  test('for whoever is signed in, without typing or being asked to sign in', async () => {
    signIn(makeUser())
    const { bodies } = answerCall('post', CREATE, payment)
    await open()
    expect(await screen.findByText(CARD_FORM)).toBeVisible()
    expect(emailField()).toHaveValue('ada@example.test')
    expect(nameField()).toHaveValue('Ada Lovelace')
    expect(screen.queryByRole('link', { name: 'Sign in' })).not.toBeInTheDocument()
    expect(bodies).toEqual([
      {
        bootcampIds: [1],
        bundleId: null,
        ...sentBuyer,
        email: 'ada@example.test',
        fullName: 'Ada Lovelace',
      },
    ])
  })
})

describe('another order', () => {
  test('with another address keeps the card form, and reaches the server', async () => {
    const { bodies } = answerCall('post', CREATE, payment)
    await open()
    fillIn()
    await screen.findByText(CARD_FORM)
    await userEvent.type(emailField(), '.uk')
    expect(screen.getByRole('button', { name: 'Saving your details...' })).toBeInTheDocument()
    await waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies[1]).toMatchObject({ email: 'grace@example.test.uk' })
    expect(await screen.findByRole('button', { name: 'Pay $995.00' })).toBeVisible()
    expect(provider.forms).toEqual([payment.clientSecret])
  })

  test('of another package is another payment, and never one from memory', async () => {
    await open()
    fillIn()
    await screen.findByText(CARD_FORM)
    answerCall('post', CREATE, {
      ...payment,
      clientSecret: 'pi_2_secret_2',
      totalAmount: '1495.00',
    })
    await openList()
    await userEvent.click(await packageBox(ADVANCED))
    await screen.findByText('Preparing the payment form...')
    expect(await screen.findByRole('button', { name: 'Pay $1,495.00' })).toBeVisible()
    // The first payment was replaced on the server: its secret is dead.
    answerCall('post', CREATE, { ...payment, clientSecret: 'pi_3_secret_3' })
    await userEvent.click(await packageBox(BEGINNER))
    expect(await screen.findByRole('button', { name: 'Pay $995.00' })).toBeVisible()
    expect(provider.forms).toEqual(['pi_1_secret_1', 'pi_2_secret_2', 'pi_3_secret_3'])
  })
})

describe('a payment that cannot be prepared', () => {
  test.each([
    ['a server without words', () => breakCall('post', CREATE), NOT_PREPARED],
    ['a network that is down', () => lose(), NOT_PREPARED],
    [
      'a provider that is away',
      () => refuseCall('post', CREATE, 502, 'Our payment provider does not answer right now.'),
      'Our payment provider does not answer right now.',
    ],
    [
      'an admin who impersonates',
      () => refuseCall('post', CREATE, 403, 'You cannot buy while viewing as somebody else.'),
      'You cannot buy while viewing as somebody else.',
    ],
    [
      'too many tries',
      () => refuseCall('post', CREATE, 429, 'Too many requests. Please wait a moment.'),
      'Too many requests. Please wait a moment.',
    ],
  ])('%s: said in a toast and in place, and can be tried again', async (_, prepare, words) => {
    prepare()
    await open()
    fillIn()
    const title = await screen.findByText('Error', { exact: true })
    expect(title.closest('li')).toHaveClass('bg-destructive')
    expect(await toastText(words)).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(words)
    expect(screen.queryByText(CARD_FORM)).not.toBeInTheDocument()

    answerCall('post', CREATE, payment)
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText(CARD_FORM)).toBeVisible()
  })

  test('because the package has just sold out: the offer is loaded anew, with other dates', async () => {
    refuseSoldOut()
    await open()
    answerCatalogue([makeBootcamp({ availableSeats: 0 }), laterBeginner, advanced], [])
    fillIn()
    // One date is gone, not the course that the panel still offers.
    expect(await toastText('This date has just sold out.')).toBeVisible()
    expect(screen.queryByText(/Beginner Bootcamp is sold out/)).not.toBeInTheDocument()
    expect(await screen.findByText('You can choose instead:')).toBeVisible()
    expect(screen.getByText('Sold out')).toBeVisible()
  })

  test('because of the address: said at the field alone, and the card form stays', async () => {
    await open()
    fillIn()
    await userEvent.type(await screen.findByLabelText('Card number'), '4242')
    // Nothing else stands in the way of paying.
    await userEvent.click(screen.getByRole('checkbox', { name: /I accept the terms/ }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Pay $995.00' })).toBeEnabled())
    refuseCall('post', CREATE, 422, 'Please check the highlighted fields.', {
      email: 'Invalid email',
    })
    await userEvent.type(emailField(), '..test')
    await waitFor(() => expect(emailField()).toHaveAttribute('aria-invalid', 'true'))
    expect(emailField()).toHaveAccessibleDescription(
      /Enter a valid email address. Your receipt and session link go there.$/,
    )
    expect(nameField()).toBeValid()
    expect(screen.queryByText('Please check the highlighted fields.')).not.toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    const pay = screen.getByRole('button', { name: 'Pay $995.00' })
    expect(pay).toBeDisabled()
    expect(pay).toHaveAccessibleDescription('Correct your information above to pay.')

    const { bodies } = answerCall('post', CREATE, payment)
    await userEvent.type(emailField(), '{Backspace}')
    expect(emailField()).not.toHaveAttribute('aria-invalid')
    expect(screen.getByLabelText('Card number')).toHaveValue('4242')
    await userEvent.type(emailField(), '{Backspace>5}')
    await waitFor(() => expect(bodies.at(-1)).toMatchObject({ email: buyer.email }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Pay $995.00' })).toBeEnabled())
    expect(screen.getByLabelText('Card number')).toHaveValue('4242')
    expect(provider.forms).toEqual([payment.clientSecret])
  })

  test('because of the first address that is typed: the payment waits, without an alarm', async () => {
    refuseCall('post', CREATE, 422, 'Please check the highlighted fields.', {
      email: 'Invalid email',
    })
    await open()
    fillIn({ email: 'foo@bar' })
    await waitFor(() => expect(emailField()).toHaveAttribute('aria-invalid', 'true'))
    expect(screen.getByText('Enter your email and name to continue to payment.')).toBeVisible()
    // The step is not ticked off.
    expect(screen.getByRole('region', { name: 'Your information' })).toHaveTextContent(/^1/)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.queryByText('Please check the highlighted fields.')).not.toBeInTheDocument()
  })

  test.each([
    ['a lost packet', () => lose()],
    ['a server without words', () => breakCall('post', CREATE)],
    ['too many requests', () => refuseCall('post', CREATE, 429, 'Please wait a moment.')],
  ])('again, after a change, because of %s: the card that is typed stays', async (_, fail) => {
    await open()
    fillIn()
    await userEvent.type(await screen.findByLabelText('Card number'), '4242')
    fail()
    await userEvent.type(nameField(), ' II')
    expect(await screen.findByRole('alert')).toHaveTextContent("Your last change wasn't saved.")
    expect(screen.getByLabelText('Card number')).toHaveValue('4242')
    expect(screen.getByRole('button', { name: 'Pay $995.00' })).toBeDisabled()
    const { bodies } = answerCall('post', CREATE, payment)
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
    expect(bodies).toMatchObject([{ fullName: `${buyer.fullName} II` }])
    expect(screen.getByLabelText('Card number')).toHaveValue('4242')
    expect(provider.forms).toEqual([payment.clientSecret])
  })
})

describe('the fields', () => {
  test('say what is wrong when they are left, not while one types', async () => {
    await open()
    await userEvent.type(emailField(), 'grace')
    expect(emailField()).not.toHaveAttribute('aria-invalid')
    await userEvent.type(nameField(), 'G')
    expect(emailField()).toHaveAccessibleDescription(
      /Enter a valid email address. Your receipt and session link go there.$/,
    )
    await userEvent.tab()
    expect(nameField()).toHaveAccessibleDescription('Enter your full name, at least 3 characters.')
    await userEvent.type(nameField(), 'race at www.evil.example')
    expect(nameField()).toHaveAccessibleDescription('Enter a name without a web address or symbols')
    await userEvent.clear(nameField())
    await userEvent.type(nameField(), 'Grace')
    expect(nameField()).not.toHaveAttribute('aria-invalid', 'true')
  })
})

describe('a reload', () => {
  const reload = async (app: { unmount: () => void }) => {
    app.unmount()
    await open()
  }

  test('finds the email and the name that were typed', async () => {
    const app = await open()
    fillIn()
    await reload(app)
    await waitFor(() => expect(emailField()).toHaveValue(buyer.email))
    expect(nameField()).toHaveValue(buyer.fullName)
    expect(await screen.findByText(CARD_FORM)).toBeVisible()
  })

  test('does not find what somebody typed who has signed out since', async () => {
    signIn(makeUser())
    const app = await open()
    await waitFor(() => expect(emailField()).toHaveValue('ada@example.test'))
    await userEvent.type(nameField(), ' II')
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not there in every browser.
    document.cookie = 'signed_in=; max-age=0; path=/'
    await reload(app)
    expect(emailField()).toHaveValue('')
    expect(nameField()).toHaveValue('')
  })
})

describe('the card form', () => {
  test('is the one of our own account, in our colors, light or dark', async () => {
    await open()
    fillIn()
    await screen.findByText(CARD_FORM)
    expect(provider.load).toHaveBeenCalledExactlyOnceWith('pk_test_1')
    expect(provider.appearance?.theme).toBe('stripe')
    chooseTheme('dark')
    await waitFor(() => expect(provider.appearance?.theme).toBe('night'))
    expect(provider.forms).toEqual([payment.clientSecret])
  })

  test.each([
    [
      "the provider's script cannot be reached",
      () => provider.load.mockRejectedValueOnce(new Error('Failed to load Stripe.js')),
      () => {},
    ],
    ['we do not know our own key', () => refuseGet('/api/checkout', 503, ''), () => answerFacts()],
    [
      "the provider's form does not come",
      () => {
        provider.formFails = true
      },
      () => {
        provider.formFails = false
      },
    ],
  ])('says that nothing was charged when %s, and can be tried again', async (_, fail, heal) => {
    fail()
    await open()
    fillIn()
    expect(await screen.findByText("The payment form couldn't be loaded")).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent("You haven't been charged.")
    heal()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText(CARD_FORM)).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Pay $995.00' })).toBeVisible()
  })
})
