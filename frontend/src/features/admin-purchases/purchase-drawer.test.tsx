import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeAdminBootcamp } from '@/test/admin-catalogue'
import {
  makePurchasePage,
  makePurchaseRow,
  makePurchaseSum,
  makeStory,
} from '@/test/desk-purchases'
import { failToRefresh, renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server, untilAnswered } from '@/test/server'
import { PurchasesSection } from './purchases-section'

const at = (path: string) => `${window.location.origin}/api/admin/${path}`
const PREVIEW = {
  amount: '995.00',
  isFull: true,
  policy: 'Covered by the first-session guarantee.',
  effects: ['$995.00 will be refunded to the card that paid.', 'Access ends at once.'],
}

/** Answers a call and keeps what was sent. */
function answerSending(method: 'post' | 'patch', path: string, body: object, status = 200) {
  const sent: unknown[] = []
  server.use(
    http[method](at(path), async ({ request }) => {
      const text = await request.text()
      sent.push(text ? JSON.parse(text) : null)
      return HttpResponse.json(body, { status })
    }),
  )
  return sent
}

beforeEach(() => {
  answerGet('/api/admin/bootcamps', [])
  answerGet('/api/admin/reconciliation', { rows: [], total: 0 })
  answerGet('/api/admin/purchases', makePurchasePage([makePurchaseRow()]))
  answerGet('/api/admin/purchases/sum', makePurchaseSum())
  answerGet('/api/admin/purchases/70', makeStory())
})

const open = (path = '/admin/purchases/70') =>
  // Mounted as the dashboard does: everything below the section's own address is its business.
  renderWithApp(
    <Routes>
      <Route path="/admin/purchases/*" element={<PurchasesSection />} />
    </Routes>,
    { at: path },
  )
const findDrawer = () => screen.findByRole('dialog', { name: 'Grace Hopper' })
const press = async (name: string | RegExp) =>
  userEvent.click(within(await findDrawer()).getByRole('button', { name }))

describe('one purchase', () => {
  test('stays, with the note being written, when a refresh fails', async () => {
    open()
    const drawer = await findDrawer()
    const note = within(drawer).getByRole('textbox', { name: /note/i })
    await userEvent.type(note, 'She called')
    await failToRefresh()
    expect(note).toBeInTheDocument()
    expect(note).toHaveValue('She called')
    expect(within(drawer).getByRole('region', { name: 'What happened' })).toBeVisible()
  })

  test('tells its whole story', async () => {
    open()
    const drawer = await findDrawer()
    expect(drawer).toHaveAccessibleDescription('Receipt FR-000070')
    expect(within(drawer).getByText('Visa ending in 4242')).toBeVisible()
    expect(within(drawer).getByRole('link', { name: 'FR-000070' })).toHaveAttribute(
      'href',
      '/admin/purchases/70/receipt',
    )
    expect(within(drawer).getByText('Seat 4')).toBeVisible()
    expect(within(drawer).getByText('Guest')).toBeVisible()
    const story = within(drawer).getByRole('region', { name: 'What happened' })
    expect(
      within(story)
        .getAllByRole('listitem')
        .map((entry) => entry.querySelector('p')?.textContent),
    ).toEqual(['Confirmed: Beginner Bootcamp', 'Checkout started'])
    expect(within(story).getByText(/Mailbox full/)).toBeVisible()
    // What the provider reports step by step is folded until somebody asks.
    await userEvent.click(within(story).getByRole('button', { name: 'Show provider events (1)' }))
    expect(within(story).getAllByRole('listitem')).toHaveLength(3)
    expect(within(story).getByText('Card authorized')).toBeVisible()
    await userEvent.click(within(story).getByRole('button', { name: 'Hide provider events' }))
    expect(within(story).queryByText('Card authorized')).not.toBeInTheDocument()
  })

  test('a refund that comes through by itself is seen in the list and the figures behind', async () => {
    answerGet(
      '/api/admin/purchases/70',
      makeStory({ row: makePurchaseRow({ purchase: { state: 'refunding' } }) }),
    )
    let asked = 0
    server.use(
      http.get(at('purchases'), () => {
        asked += 1
        return HttpResponse.json(makePurchasePage([makePurchaseRow()]))
      }),
    )
    open()
    const drawer = await findDrawer()
    expect(await within(drawer).findByText('Refunding: access revoked')).toBeVisible()
    await waitFor(() => expect(asked).toBe(1))
    answerGet(
      '/api/admin/purchases/70',
      makeStory({ row: makePurchaseRow({ purchase: { state: 'refunded', status: 'refunded' } }) }),
    )
    await waitFor(() => expect(within(drawer).getByText('Refunded')).toBeVisible(), {
      timeout: 4_000,
    })
    await waitFor(() => expect(asked).toBe(2))
  })

  test('closes to the list as it was filtered', async () => {
    const { router } = open('/admin/purchases/70?search=grace')
    await press('Close')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/purchases'))
    expect(router.state.location.search).toBe('?search=grace')
  })

  test('says when there is none', async () => {
    refuseGet('/api/admin/purchases/70', 404, 'Purchase not found')
    open()
    expect(await screen.findByText('Purchase not found')).toBeVisible()
  })

  test('offers only what can be done', async () => {
    const no = 'Not now.'
    answerGet(
      '/api/admin/purchases/70',
      makeStory({
        actions: {
          refund: 'A refund of $10.00 is already in progress.',
          refundCode: 'refund_in_progress',
          withdraw: no,
          resendConfirmation: no,
          resendInvitation: no,
          correctCustomer: no,
        },
      }),
    )
    open()
    const drawer = await findDrawer()
    expect(
      await within(drawer).findByText('A refund of $10.00 is already in progress.'),
    ).toBeVisible()
    for (const name of [/Refund/, /Resend/, /Correct/, /Withdraw/]) {
      expect(within(drawer).queryByRole('button', { name })).not.toBeInTheDocument()
    }
  })
})

test('changing the seat stands in the row of the other acts', async () => {
  open()
  const act = (name: string) => screen.findByRole('button', { name })
  expect((await act('Change seat')).parentElement).toBe((await act('Refund')).parentElement)
})

describe('refunding', () => {
  const form = () => screen.findByRole('form', { name: 'Refund' })

  test('shows what it does, and gives everything back', async () => {
    answerGet('/api/admin/purchases/70/refund-preview', PREVIEW)
    const sent = answerSending('post', 'purchases/70/refund', {
      message: '$995.00 will be refunded to the card that paid.',
    })
    open()
    await press('Refund')
    const preview = within(await form()).getByRole('region', { name: 'What will happen' })
    await waitFor(() => expect(preview).toHaveTextContent('Access ends at once.'))
    expect(preview).toHaveTextContent('Covered by the first-session guarantee.')
    await userEvent.type(screen.getByLabelText('Note'), 'Ill')
    await userEvent.click(screen.getByRole('button', { name: 'Refund $995.00' }))
    await waitFor(() => expect(screen.getByText('Refund started')).toBeVisible())
    expect(sent).toEqual([{ amount: '995.00', note: 'Ill' }])
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Refund' })).toBeNull())
  })

  test.each([
    ['', 'Enter an amount like 49.50'],
    ['0.00', 'Enter an amount like 49.50'],
    ['12.345', 'Enter an amount like 49.50'],
    ['995.01', 'At most $995.00 can be refunded'],
  ])('refuses the part "%s"', async (typed, problem) => {
    answerGet('/api/admin/purchases/70/refund-preview', PREVIEW)
    const sent = answerSending('post', 'purchases/70/refund', {})
    open()
    await press('Refund')
    await userEvent.click(within(await form()).getByRole('radio', { name: 'Partial refund' }))
    if (typed) await userEvent.type(screen.getByLabelText('Amount'), typed)
    await userEvent.click(within(await form()).getByRole('button', { name: 'Refund' }))
    expect(screen.getByText(problem)).toBeVisible()
    expect(sent).toEqual([])
  })

  test('gives a part back', async () => {
    answerGet('/api/admin/purchases/70/refund-preview', PREVIEW)
    const sent = answerSending('post', 'purchases/70/refund', { message: 'On its way.' })
    open()
    await press('Refund')
    await userEvent.click(within(await form()).getByRole('radio', { name: 'Partial refund' }))
    await userEvent.type(screen.getByLabelText('Amount'), '49.50')
    const button = screen.getByRole('button', { name: 'Refund $49.50' })
    await waitFor(() => expect(button).toBeEnabled())
    await userEvent.click(button)
    await waitFor(() => expect(sent).toEqual([{ amount: '49.50', note: '' }]))
  })

  test('gives back one bootcamp of several, with both sums shown before', async () => {
    const effects = ['$747.81 for Beginner Bootcamp will be refunded.', '$1,247.19 stays paid.']
    const asked: string[] = []
    server.use(
      http.get(at('purchases/70/refund-preview'), ({ request }) => {
        asked.push(new URL(request.url).search)
        return HttpResponse.json({ ...PREVIEW, amount: '747.81', effects })
      }),
    )
    const sent = answerSending('post', 'purchases/70/refund', { message: 'On its way.' })
    const [seat] = makeStory().seats as [ReturnType<typeof makeStory>['seats'][number]]
    const other = { ...seat, bootcampId: 2, enrollmentId: 701, bootcampName: 'Advanced Bootcamp' }
    answerGet(
      '/api/admin/purchases/70',
      makeStory({ seats: [seat, other].map((each) => ({ ...each, canGoBack: true })) }),
    )
    open()
    await press('Refund')
    const one = within(await form()).getByRole('radio', { name: 'Refund one bootcamp' })
    await userEvent.click(one)
    expect(screen.getByText('Choose a bootcamp to see what will happen.')).toBeVisible()
    await userEvent.click(screen.getByRole('radio', { name: 'Beginner Bootcamp' }))
    const button = await screen.findByRole('button', { name: 'Refund $747.81' })
    for (const words of effects) expect(screen.getByText(words)).toBeVisible()
    expect(asked.at(-1)).toBe('?enrollmentId=700')
    await userEvent.click(button)
    await waitFor(() => expect(sent).toEqual([{ amount: '747.81', enrollmentId: 700, note: '' }]))
  })

  test('waits until it is shown what it does, which is asked when typing pauses', async () => {
    const asked: (string | null)[] = []
    server.use(
      http.get(at('purchases/70/refund-preview'), ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('amount'))
        return HttpResponse.json(PREVIEW)
      }),
    )
    const sent = answerSending('post', 'purchases/70/refund', { message: 'On its way.' })
    open()
    await press('Refund')
    await waitFor(() => expect(asked).toEqual(['995.00']))
    await userEvent.click(within(await form()).getByRole('radio', { name: 'Partial refund' }))
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '4' } })
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '49' } })
    const button = screen.getByRole('button', { name: 'Refund $49.00' })
    expect(button).toBeDisabled()
    // Nor with the Enter key, which knows nothing of buttons.
    fireEvent.submit(await form())
    await waitFor(() => expect(button).toBeEnabled())
    expect(asked).toEqual(['995.00', '49'])
    expect(sent).toEqual([])
  })

  test('is asked for once, however often the form is sent before the answer', async () => {
    answerGet('/api/admin/purchases/70/refund-preview', PREVIEW)
    let sent = 0
    let answer = () => {}
    server.use(
      http.post(at('purchases/70/refund'), async () => {
        sent += 1
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return HttpResponse.json({ message: 'On its way.' })
      }),
    )
    open()
    await press('Refund')
    await userEvent.type(await screen.findByLabelText('Note'), 'Ill{Enter}')
    expect(await screen.findByRole('button', { name: 'Refunding...' })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    // The busy button swallows Enter here; what submits a form without a press does not ask it.
    fireEvent.submit(await form())
    await untilAnswered()
    expect(sent).toBe(1)
    answer()
    await waitFor(() => expect(screen.getByText('Refund started')).toBeVisible())
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Refund' })).toBeNull())
    expect(await findDrawer()).toBeVisible()
    await untilAnswered()
    expect(sent).toBe(1)
  })

  test.each([
    ['the words of the server', { message: 'There is nothing to refund.', fields: {} }],
    ['words of its own', {}],
  ])('reports a failure with %s and keeps what was typed', async (_, body) => {
    answerGet('/api/admin/purchases/70/refund-preview', PREVIEW)
    answerSending('post', 'purchases/70/refund', body, 409)
    open()
    await press('Refund')
    await userEvent.type(await screen.findByLabelText('Note'), 'Ill')
    await userEvent.click(screen.getByRole('button', { name: 'Refund $995.00' }))
    const words = 'message' in body ? body.message : 'Failed to refund purchase'
    await waitFor(() => expect(screen.getByText(words ?? '')).toBeVisible())
    expect(screen.getByLabelText('Note')).toHaveValue('Ill')
  })
})

describe('telling again', () => {
  test.each([
    [
      'Resend confirmation',
      'Send the confirmation again?',
      'resend-confirmation',
      'Confirmation sent',
      'Failed to resend confirmation',
    ],
    [
      'Resend invitation',
      'Send a new invitation?',
      'resend-invitation',
      'Invitation sent',
      'Failed to resend invitation',
    ],
  ])('%s asks first, then says what came of it', async (button, title, path, done, failed) => {
    const sent = answerSending('post', `purchases/70/${path}`, { message: 'It is on its way.' })
    open()
    await press(button)
    const question = await screen.findByRole('alertdialog', { name: title })
    expect(question).toHaveTextContent('grace@example.test')
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(sent).toEqual([])
    await press(button)
    await userEvent.click(await screen.findByRole('button', { name: 'Resend' }))
    await waitFor(() => expect(screen.getByText(done)).toBeVisible())
    expect(sent).toHaveLength(1)

    answerSending('post', `purchases/70/${path}`, {}, 500)
    await press(button)
    await userEvent.click(await screen.findByRole('button', { name: 'Resend' }))
    await waitFor(() => expect(screen.getByText(failed)).toBeVisible())
  })

  test('corrects a wrong address, and marks what the server refuses', async () => {
    answerSending(
      'patch',
      'purchases/70/customer',
      { message: 'Please check the highlighted fields.', fields: { email: 'Invalid email' } },
      422,
    )
    open()
    await press('Correct email or name')
    const email = await screen.findByLabelText('Email')
    expect(email).toHaveValue('grace@example.test')
    await userEvent.clear(email)
    await userEvent.type(email, 'nobody')
    await userEvent.click(screen.getByRole('button', { name: 'Save and send' }))
    expect(await screen.findByText('Invalid email')).toBeVisible()
    await userEvent.clear(email)
    await userEvent.type(email, 'odd@example.test')
    await userEvent.click(screen.getByRole('button', { name: 'Save and send' }))
    await waitFor(() => expect(email).toHaveAccessibleDescription('Invalid email'))

    const sent = answerSending('patch', 'purchases/70/customer', { message: 'Corrected.' })
    await userEvent.click(screen.getByRole('button', { name: 'Save and send' }))
    await waitFor(() => expect(screen.getByText('Customer corrected')).toBeVisible())
    expect(sent).toEqual([{ email: 'odd@example.test', fullName: 'Grace Hopper' }])
  })
})

describe('a complimentary seat', () => {
  test('is withdrawn after asking', async () => {
    const story = makeStory()
    answerGet('/api/admin/purchases/70', {
      ...story,
      actions: { ...story.actions, refund: 'Nothing was paid for it.', withdraw: null },
    })
    const sent = answerSending('post', 'purchases/70/withdraw', { message: 'Withdrawn.' })
    open()
    await press('Withdraw')
    const question = await screen.findByRole('alertdialog', { name: 'Withdraw this enrollment?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(screen.getByText('Enrollment withdrawn')).toBeVisible())
    expect(sent).toHaveLength(1)
  })

  test('is given to somebody by name and address', async () => {
    answerGet('/api/admin/bootcamps/options', [
      makeAdminBootcamp(),
      makeAdminBootcamp({ id: 2, name: 'Full Bootcamp', availableSeats: 0 }),
    ])
    answerGet('/api/admin/bundles', [])
    const sent = answerSending('post', 'purchases', { purchaseId: 80, message: 'Ada is enrolled.' })
    open('/admin/purchases')
    await userEvent.click(await screen.findByRole('button', { name: 'Enroll' }))
    const form = await screen.findByRole('form', { name: 'Enroll without payment' })
    await userEvent.click(within(form).getByRole('button', { name: 'Enroll' }))
    expect(await within(form).findByText('Choose a bootcamp or bundle')).toBeVisible()
    expect(sent).toEqual([])
    await userEvent.click(within(form).getByLabelText('Bootcamp or bundle'))
    const options = () => screen.getAllByRole('option').map((option) => option.textContent)
    await waitFor(() =>
      expect(options()).toEqual([
        'Beginner Bootcamp · Thu, Oct 8, 2099',
        'Full Bootcamp · Thu, Oct 8, 2099 (sold out)',
      ]),
    )
    await userEvent.click(screen.getByRole('option', { name: /^Beginner/ }))
    await userEvent.type(within(form).getByLabelText('Email'), 'ada@example.test')
    await userEvent.type(within(form).getByLabelText('Full name'), 'Ada Lovelace')
    await userEvent.click(within(form).getByRole('button', { name: 'Enroll' }))
    await waitFor(() => expect(screen.getByText('Enrolled')).toBeVisible())
    expect(sent).toEqual([
      { bootcampId: 1, bundleId: null, email: 'ada@example.test', fullName: 'Ada Lovelace' },
    ])
  })
})
