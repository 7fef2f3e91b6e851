/**
 * The checkout page for tests: what the server answers, how a buyer fills it in, and a payment
 * provider that does what the test says. In tests it takes the place of the provider's two packages,
 * see vite.config.ts.
 */

import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useEffect } from 'react'
import { vi } from 'vitest'
import type { components } from '@/api/schema'
import { unbroken } from '@/lib/dates'
import { answerCall } from './calls'
import { answerCatalogue, makeBootcamp, makeBundle } from './catalogue'
import { answerGet } from './server'

type Purchase = components['schemas']['CompletePurchaseOut']

interface ElementsOptions {
  clientSecret: string
  appearance: { theme: string; variables: Record<string, string> }
}

export const provider = {
  /** The secrets of the card forms, in the order in which they were made. */
  forms: [] as string[],
  /** How the card form looks now. */
  appearance: undefined as ElementsOptions['appearance'] | undefined,
  formFails: false,
  /** The card form says that something in it is different. */
  change: () => {},
  load: vi.fn<(key: string) => Promise<unknown>>(),
  submit: vi.fn<() => Promise<{ error?: unknown; selectedPaymentMethod?: string }>>(),
  confirmPayment: vi.fn<(given: unknown) => Promise<unknown>>(),
}

const elements = { submit: () => provider.submit() }
const stripe = { confirmPayment: (given: unknown) => provider.confirmPayment(given) }

/** A provider that accepts every card, and a server that sells. */
export function resetCheckout() {
  provider.forms = []
  provider.formFails = false
  provider.load.mockReset().mockResolvedValue(stripe)
  provider.submit.mockReset().mockResolvedValue({})
  provider.confirmPayment
    .mockReset()
    .mockResolvedValue({ paymentIntent: { status: 'requires_capture' } })
  answerCatalogue([beginner, laterBeginner, advanced], [makeBundle()])
  answerFacts()
  answerCall('post', '/api/create-payment-intent', payment)
}

export const loadStripe = (key: string) => provider.load(key)
export const useStripe = () => stripe
export const useElements = () => elements

export function Elements({ options, children }: { options: ElementsOptions; children: ReactNode }) {
  const { clientSecret, appearance } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: the real one cannot change it later.
  useEffect(() => void provider.forms.push(clientSecret), [])
  useEffect(() => {
    provider.appearance = appearance
  }, [appearance])
  return children
}

interface PaymentElementProps {
  onReady: () => void
  onLoadError: () => void
  onChange: () => void
}

export function PaymentElement({ onReady, onLoadError, onChange }: PaymentElementProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the real one speaks once.
  useEffect(() => (provider.formFails ? onLoadError() : onReady()), [])
  provider.change = onChange
  return (
    <div>
      <p>{CARD_FORM}</p>
      <input aria-label="Card number" onChange={onChange} />
    </div>
  )
}

export const beginner = makeBootcamp()
export const laterBeginner = makeBootcamp({
  id: 4,
  startDate: '2099-10-10T13:00:00Z',
  endDate: '2099-10-10T16:00:00Z',
})
export const advanced = makeBootcamp({
  id: 2,
  name: 'Advanced Bootcamp',
  bootcampType: 'Launch',
  step: 2,
  price: '1495.00',
  includesCoaching: true,
  startDate: '2099-11-18T23:00:00Z',
  endDate: '2099-11-19T02:00:00Z',
})

export const payment = {
  clientSecret: 'pi_1_secret_1',
  paymentIntentId: 'pi_1',
  totalAmount: '995.00',
  heldUntil: null,
  lines: [{ kind: 'package', label: 'Beginner Bootcamp', amount: '995.00' }],
  priceUntil: null,
  isFree: false,
}

export const buyer = { email: 'grace@example.test', fullName: 'Grace Hopper' }

export function answerFacts(
  given: Partial<components['schemas']['CheckoutOut']> = {},
  init?: ResponseInit,
) {
  const facts = {
    publishableKey: 'pk_test_1',
    holdSeconds: 600,
    codesExist: false,
    ownedBootcampIds: [],
    ownedBundleIds: [],
    upgrades: [],
    hold: null,
    begun: null,
    lastPurchase: null,
    ...given,
  }
  return answerGet('/api/checkout', facts, init)
}

/** The rest of the bundle, for whoever owns Beginner. */
export function makeUpgrade(
  given: Partial<components['schemas']['UpgradeOut']> = {},
): components['schemas']['UpgradeOut'] {
  const missing = [advanced, { ...advanced, id: 3, name: 'AI Marketing Bootcamp', step: 3 }]
  return {
    bundleId: makeBundle().id,
    bundleName: 'Complete Bundle',
    bundlePrice: '2995.00',
    paid: '995.00',
    price: '2000.00',
    isPayable: true,
    availableSeats: 20,
    missing: missing.map(({ id, name, step, price, startDate, endDate, timezone }) => {
      return { id, name, step, price, startDate, endDate, timezone }
    }),
    ...given,
  }
}

export function makePurchase(given: Partial<Purchase> = {}): Purchase {
  const status = given.status ?? 'completed'
  return {
    status,
    invitationToken: 'token-1',
    purchase: {
      id: 7,
      status,
      isBundle: false,
      isMove: false,
      totalAmount: '995.00',
      guestEmail: buyer.email,
      bootcamp: {
        id: 1,
        name: 'Beginner Bootcamp',
        startDate: beginner.startDate,
        endDate: beginner.endDate,
        timezone: beginner.timezone,
        seatNumber: 3,
      },
      bundle: null,
    },
    ...given,
  }
}

export const CARD_FORM = 'The card form'

export const emailField = () => screen.getByLabelText('Email')
export const nameField = () => screen.getByLabelText('Full name')

export function fillIn(given: Partial<typeof buyer> = {}) {
  const { email, fullName } = { ...buyer, ...given }
  fireEvent.change(emailField(), { target: { value: email } })
  fireEvent.change(nameField(), { target: { value: fullName } })
}

export const packageBox = (name: string) => screen.findByRole('checkbox', { name })
/** Where the address chose one package, the others are listed once that is to be changed. */
export const openList = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Change' }))
export const BUNDLE = 'Complete Bundle'
export const BEGINNER = unbroken('Beginner Bootcamp Thu, Oct 8 at 6:00 PM – 9:00 PM EDT')
export const LATER = unbroken('Beginner Bootcamp Sat, Oct 10 at 9:00 AM – 12:00 PM EDT')
export const ADVANCED = unbroken('Advanced Bootcamp Wed, Nov 18 at 6:00 PM – 9:00 PM EST')
