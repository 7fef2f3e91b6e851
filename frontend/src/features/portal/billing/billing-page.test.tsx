import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { BillingEntry } from '@/session/refunds'
import { makeEntry, makeRefunding, notCovered, ON_ITS_WAY } from '@/test/billing'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { answerPortal, makeEnrolled, makeEnrollment, openPortal } from '@/test/portal'
import { openApp } from '@/test/render'
import { answerGet, refuseGet, signIn, untilAnswered } from '@/test/server'

const BILLING = '/api/user/billing'
const REQUEST = '/api/user/purchases/7/refund-request'
const COVERED = 'Covered until Dec 3 at 6:00 PM EST by the first-session guarantee.'

async function openBilling(entries: BillingEntry[], user: Parameters<typeof makeUser>[0] = {}) {
  signIn(makeUser(user))
  const asked = answerGet(BILLING, entries)
  const app = openApp('/portal/billing')
  await waitFor(() => expect(screen.getByRole('list', { name: 'Purchases' })).toBeVisible())
  return { ...app, asked }
}

const part = {
  startDate: '2026-12-03T20:00:00Z',
  endDate: '2026-12-03T23:00:00Z',
  timezone: 'America/New_York',
  refusal: '',
  words: '',
}

const cards = () => within(screen.getByRole('list', { name: 'Purchases' }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function openDialog() {
  await press('Request a refund')
  return within(await screen.findByRole('dialog', { name: 'Request a refund' }))
}

describe('the list', () => {
  test('says what was bought, when, for how much and with what', async () => {
    await openBilling([makeEntry()])
    expect(cards().getByRole('heading', { name: 'Beginner Bootcamp' })).toBeVisible()
    for (const words of ['Paid', '$995.00', COVERED, 'It ends with your first session.']) {
      expect(cards().getByText(words)).toBeVisible()
    }
    const sessions = cards().getByRole('list', { name: 'Sessions' })
    expect(sessions).toHaveTextContent(/^Thu, Dec 3 at 3:00 PM – 6:00 PM EST$/)
    for (const fact of [/Mar 2, 2026/, /FR-000007/, /Visa ending in 4242/]) {
      expect(cards().getByText(fact)).toBeVisible()
    }
    expect(cards().getByRole('link', { name: /^Receipt FR-000007/ })).toHaveAttribute(
      'href',
      '/portal/billing/7',
    )
  })

  test.each([
    ['pending', 'Pending'],
    ['failed', 'Failed'],
    ['refunded', 'Refunded'],
  ] as const)('shows a %s purchase as what it is', async (status, label) => {
    await openBilling([
      makeEntry({ status, hasReceipt: false, refund: notCovered('x'), statusWords: 'Why it is.' }),
    ])
    expect(cards().getByText(label)).toBeVisible()
    expect(cards().getByText('Why it is.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Request a refund' })).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: /^Receipt/ })).not.toBeInTheDocument()
  })

  test('one that was begun and not finished is a line to finish or dismiss', async () => {
    const finishPath = '/portal/seats/3/pay/4'
    await openBilling([makeEntry({ status: 'pending', hasReceipt: false, finishPath })])
    expect(cards().getByText('Pending')).toBeVisible()
    expect(cards().getByRole('link', { name: 'Finish Beginner Bootcamp' })).toHaveAttribute(
      'href',
      finishPath,
    )
    expect(cards().getByRole('button', { name: 'Dismiss Beginner Bootcamp' })).toBeVisible()
    expect(screen.queryByText('$995.00')).not.toBeInTheDocument()
  })

  test('shows a refund under way in words, and no second button', async () => {
    await openBilling([makeRefunding()])
    expect(cards().getByText('Refund in progress')).toBeVisible()
    expect(cards().getByText('Your money is on its way back. Access has ended.')).toBeVisible()
    expect(cards().getByRole('list', { name: 'Refunds' })).toHaveTextContent(
      '$995.00 · Asked for on Mar 3, 2026, on its way',
    )
    expect(screen.queryByRole('button', { name: 'Request a refund' })).not.toBeInTheDocument()
  })

  test('says which bootcamp of several was returned', async () => {
    const [first] = makeEntry().sessions
    const words = 'Launch Bootcamp returned: $747.81 refunded.'
    await openBilling([
      makeEntry({
        isBundle: true,
        statusWords: words,
        sessions: first ? [first, { ...first, name: 'Launch Bootcamp', isReturned: true }] : [],
      }),
    ])
    expect(cards().getByText(words)).toBeVisible()
    const sessions = within(cards().getByRole('list', { name: 'Sessions' }))
    expect(sessions.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Beginner Bootcamp: Thu, Dec 3/),
      'Launch Bootcamp: returned',
    ])
  })

  test('says why nothing is due', async () => {
    const words = 'No refund is due: the program has been completed.'
    await openBilling([makeEntry({ refund: notCovered(words) })])
    expect(cards().getByText(words)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Request a refund' })).not.toBeInTheDocument()
    expect(cards().getByRole('link', { name: 'Contact us' })).toHaveAttribute(
      'href',
      '/contact?subject=Refund%20of%20FR-000007',
    )
  })

  test('has nothing to write about where nothing was paid', async () => {
    const words = 'There is nothing to refund: nothing was paid for it.'
    await openBilling([
      makeEntry({ totalAmount: '0.00', refund: { ...notCovered(words), amount: '0.00' } }),
    ])
    expect(cards().getByText(words)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Contact us' })).not.toBeInTheDocument()
  })

  test('leads to what is open when nothing was bought', async () => {
    signIn(makeUser())
    answerGet(BILLING, [])
    openApp('/portal/billing')
    await waitFor(() => expect(screen.getByText('No purchases yet')).toBeVisible())
    expect(screen.getByRole('link', { name: "See what's open" })).toHaveAttribute(
      'href',
      '/checkout',
    )
  })

  test('offers another try when it could not be loaded', async () => {
    signIn(makeUser())
    refuseGet(BILLING, 503, 'Briefly away.')
    openApp('/portal/billing')
    await waitFor(() => expect(screen.getByText("Your billing couldn't be loaded")).toBeVisible())
    answerGet(BILLING, [makeEntry()])
    await press('Retry')
    await waitFor(() => expect(cards().getByText('Paid')).toBeVisible())
  })

  test('turns a visitor away', async () => {
    openApp('/portal/billing')
    await waitFor(() => expect(screen.getByText('Unauthorized')).toBeVisible())
  })

  test('only shows to an admin who looks as somebody else', async () => {
    await openBilling([makeEntry()], {
      role: 'ADMIN',
      effectiveRole: 'STUDENT',
      isImpersonating: true,
      impersonatedUser: { firstName: 'Grace', lastName: 'Hopper', email: 'g@example.test' },
    })
    expect(cards().getByText(COVERED)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Request a refund' })).not.toBeInTheDocument()
  })
})

describe('asking for a refund', () => {
  test('says what covers it and what ends, and does nothing when the answer is no', async () => {
    await openBilling([makeEntry()])
    const { bodies } = answerCall('post', REQUEST, {})
    const dialog = await openDialog()
    expect(dialog.getByText(COVERED)).toBeVisible()
    expect(dialog.getByText('$995.00 will be refunded to Visa ending in 4242.')).toBeVisible()
    expect(dialog.getByText(/takes 5–10 business days to appear/)).toBeVisible()
    expect(dialog.getByText(/You'll lose your seat, access and any private coaching/)).toBeVisible()
    await press('Keep my purchase')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(bodies).toEqual([])
  })

  test('gives back one bootcamp of several, and says what goes back and what stays', async () => {
    const attended = "You've attended this one, so it can't go back alone."
    await openBilling([
      makeEntry({
        isBundle: true,
        packageName: 'Bundle',
        parts: [
          { ...part, enrollmentId: 5, name: 'First', amount: '747.81', stays: '247.19' },
          {
            ...part,
            enrollmentId: 6,
            name: 'Second',
            amount: '2.00',
            stays: '1.00',
            refusal: attended,
          },
        ],
      }),
    ])
    const { bodies } = answerCall('post', REQUEST, { message: 'x', purchase: makeEntry() })
    const dialog = await openDialog()
    expect(dialog.getByRole('radio', { name: 'Everything ($995.00)' })).toBeChecked()
    expect(dialog.getByRole('radio', { name: /^Only Second/ })).toBeDisabled()
    expect(dialog.getByText(attended)).toBeVisible()
    await userEvent.click(dialog.getByRole('radio', { name: 'Only First ($747.81)' }))
    expect(dialog.getByText(/Your seat in First .* end once the refund is sent/)).toBeVisible()
    expect(dialog.getByText('You keep everything else ($247.19).')).toBeVisible()
    await press('Refund $747.81')
    await waitFor(() => expect(bodies).toEqual([{ reason: '', enrollmentId: 5 }]))
  })

  test('gives back what an upgrade stands on alone, where all of it is not covered', async () => {
    const words = 'What you keep costs its full price, so the rest stays paid for it.'
    await openBilling([
      makeEntry({
        refund: notCovered('$5.00 would be refunded.'),
        parts: [
          { ...part, enrollmentId: 5, name: 'First', amount: '5.00', stays: '2990.00', words },
        ],
      }),
    ])
    const { bodies } = answerCall('post', REQUEST, { message: 'x', purchase: makeEntry() })
    const dialog = await openDialog()
    expect(dialog.queryByRole('radio', { name: /^Everything/ })).not.toBeInTheDocument()
    expect(dialog.getByRole('radio', { name: 'Only First ($5.00)' })).toBeChecked()
    expect(dialog.getByText(words)).toBeVisible()
    await press('Refund $5.00')
    await waitFor(() => expect(bodies).toEqual([{ reason: '', enrollmentId: 5 }]))
  })

  test('asks the policy anew when the window opens', async () => {
    const { asked } = await openBilling([makeEntry()])
    const before = asked.times
    const words = 'Covered until Dec 9 at 6:00 PM EST by the 30-day guarantee.'
    answerGet(BILLING, [makeEntry({ refund: { ...makeEntry().refund, words } })])
    const dialog = await openDialog()
    await waitFor(() => expect(dialog.getByText(words)).toBeVisible())
    expect(asked.times).toBe(before)
  })

  test('shows at once that the money is on its way', async () => {
    await openBilling([makeEntry()])
    const { bodies } = answerCall('post', REQUEST, {
      message: ON_ITS_WAY,
      purchase: makeRefunding(),
    })
    const dialog = await openDialog()
    await userEvent.click(dialog.getByLabelText('Why are you leaving? (optional)'))
    await userEvent.paste('I moved house.')
    answerGet(BILLING, [makeRefunding()])
    await press('Refund $995.00')
    await waitFor(() => expect(screen.getByText('Refund requested')).toBeVisible())
    expect(screen.getByText(ON_ITS_WAY)).toBeVisible()
    expect(bodies).toEqual([{ reason: 'I moved house.' }])
    await waitFor(() => expect(cards().getByText('Refund in progress')).toBeVisible())
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('shows a refusal in the words of the policy, and the way to write to us', async () => {
    await openBilling([makeEntry()])
    const words =
      'No refund is due: the program has been completed. If you see it otherwise, write to us.'
    refuseCall('post', REQUEST, 409, words)
    await openDialog()
    answerGet(BILLING, [makeEntry({ refund: notCovered('No refund is due.') })])
    await press('Refund $995.00')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words))
    expect(screen.getByRole('dialog', { name: 'No refund' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
      'href',
      '/contact?subject=Refund%20of%20FR-000007',
    )
  })

  test('says that nothing changed when the server broke', async () => {
    await openBilling([makeEntry()])
    breakCall('post', REQUEST)
    await openDialog()
    await press('Refund $995.00')
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        "We couldn't send your request. Nothing has changed. Please try again.",
      ),
    )
  })
})

test('after a refund the portal asks for nothing that is closed now', async () => {
  const refunded = makeEntry({ status: 'refunded', refund: notCovered('Refunded.') })
  answerPortal([makeEnrollment([makeEnrolled(60)])])
  await openPortal()
  await screen.findByRole('region', { name: 'Your next session' })
  answerGet(BILLING, [makeEntry()])
  await userEvent.click(screen.getByRole('link', { name: 'Billing' }))
  await screen.findByRole('list', { name: 'Purchases' })
  answerCall('post', REQUEST, { message: ON_ITS_WAY, purchase: refunded })
  const dialog = await openDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Refund $995.00' }))
  await screen.findByText('Refund requested')

  const resources = refuseGet('/api/user/bootcamps/1/resources', 404, 'Not found.')
  const progress = refuseGet('/api/user/bootcamps/1/progress', 404, 'Not found.')
  answerGet('/api/user/purchases', [makeEnrollment([makeEnrolled(60)], { status: 'refunded' })])
  await userEvent.click(await screen.findByRole('link', { name: 'My Bootcamps' }))
  expect(await screen.findByText('Your front-row seat is waiting')).toBeVisible()
  await untilAnswered()
  expect([resources.times, progress.times]).toEqual([0, 0])
})

describe('a free seat', () => {
  const free = makeEntry({
    totalAmount: '0.00',
    paidWith: '',
    statusWords: 'Free of charge.',
    canGiveUp: true,
    refund: notCovered("There's nothing to refund: nothing was paid for it."),
  })
  const GIVE_UP = '/api/user/purchases/7/give-up'

  test('is given up after one question, and nothing is refunded', async () => {
    const { bodies } = answerCall('post', GIVE_UP, {
      ...free,
      status: 'refunded',
      canGiveUp: false,
    })
    await openBilling([free])
    await press('Give up my seat')
    await press('Keep my seat')
    expect(bodies).toEqual([])
    await press('Give up my seat')
    answerGet(BILLING, [{ ...free, status: 'refunded', canGiveUp: false }])
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Give up your seat?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Give up my seat' }))
    expect(await screen.findByText('Seat given up')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Give up my seat' })).not.toBeInTheDocument()
    expect(bodies).toHaveLength(1)
  })

  test('that cannot be given up any more stays, and says why', async () => {
    refuseCall('post', GIVE_UP, 409, "This class has started, so its seat can't be given up.")
    await openBilling([free])
    await press('Give up my seat')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Give up your seat?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Give up my seat' }))
    expect(await screen.findByText(/This class has started/)).toBeVisible()
  })
})
