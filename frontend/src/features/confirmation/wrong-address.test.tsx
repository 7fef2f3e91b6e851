import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { makePurchaseAnswer } from '@/test/purchases'
import { openApp } from '@/test/render'
import { answerGet, signIn } from '@/test/server'

const LOOK = '/api/purchase-contact/look'
const CORRECT = '/api/purchase-contact/correct'
const PAGE = '/wrong-address?purchase=41'
const PAID_HERE = '/confirmation?direct_success=true'

const contact = {
  packageName: 'Beginner Bootcamp',
  email: 'guest@example.test',
  fullName: 'Gus Guest',
  until: '2099-10-08T22:00:00Z',
  refusal: '',
}
const corrected = {
  message: "Corrected. We've sent your confirmation to right@example.test.",
  email: 'right@example.test',
  fullName: 'Gus Guest',
  invitationToken: 'new-token',
}

const remember = () =>
  sessionStorage.setItem('recent_purchase_data', JSON.stringify(makePurchaseAnswer()))

beforeEach(() => {
  answerGet('/api/auth/methods', { openid: false, openidName: '', google: false })
  answerGet('/api/check-user-exists/guest%40example.test', { exists: false })
  answerGet('/api/check-user-exists/right%40example.test', { exists: false })
})

async function correctTo(email: string) {
  const field = await screen.findByLabelText('Email')
  await userEvent.clear(field)
  await userEvent.type(field, email)
  await userEvent.click(screen.getByRole('button', { name: 'Correct and send again' }))
}

describe('on the confirmation', () => {
  test('a guest is led to correct the address', async () => {
    remember()
    openApp(PAID_HERE)
    expect(await screen.findByRole('link', { name: 'Not you? Wrong address?' })).toHaveAttribute(
      'href',
      PAGE,
    )
  })

  test('a member is not', async () => {
    remember()
    signIn(makeUser())
    openApp(PAID_HERE)
    await screen.findByRole('link', { name: 'Access Your Portal' })
    expect(screen.queryByText('Not you? Wrong address?')).not.toBeInTheDocument()
  })
})

describe('correcting', () => {
  test('starts from what is known, and the confirmation shows the new address', async () => {
    remember()
    answerCall('post', LOOK, contact)
    const { bodies } = answerCall('post', CORRECT, corrected)
    openApp(PAGE)
    expect(await screen.findByLabelText('Full name')).toHaveValue('Gus Guest')
    expect(screen.getByLabelText('Email')).toHaveValue('guest@example.test')
    await correctTo('right@example.test')
    expect(await screen.findByRole('heading', { level: 1, name: 'Corrected' })).toHaveFocus()
    expect(bodies).toEqual([
      { purchaseId: 41, clientSecret: '', fullName: 'Gus Guest', email: 'right@example.test' },
    ])
    // The invitation of before is dead: what is kept is the new one.
    expect(sessionStorage.getItem('account_invitation_token')).toBe('new-token')
    expect(sessionStorage.getItem('guest_email')).toBe('right@example.test')
    await userEvent.click(screen.getByRole('link', { name: 'See your confirmation' }))
    expect(await screen.findByText('right@example.test')).toBeVisible()
    expect(screen.queryByText('guest@example.test')).not.toBeInTheDocument()
  })

  test('proves itself with the secret of the payment this tab came back from', async () => {
    sessionStorage.setItem('payment_client_secret', 'pi_1_secret_2')
    const { bodies } = answerCall('post', LOOK, contact)
    openApp(PAGE)
    await screen.findByLabelText('Email')
    expect(bodies).toEqual([{ purchaseId: 41, clientSecret: 'pi_1_secret_2' }])
  })

  test('says beside the field what is wrong, and sends nothing', async () => {
    answerCall('post', LOOK, contact)
    const { bodies } = answerCall('post', CORRECT, corrected)
    openApp(PAGE)
    await correctTo('nobody')
    await waitFor(() =>
      expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/Invalid email/),
    )
    expect(bodies).toEqual([])
  })

  test('a refusal stays on the page in words, with everything typed', async () => {
    answerCall('post', LOOK, contact)
    refuseCall('post', CORRECT, 409, 'This purchase is in an account now. Sign in.')
    openApp(PAGE)
    await correctTo('right@example.test')
    expect(await screen.findByRole('alert')).toHaveTextContent('This purchase is in an account now')
    expect(screen.getByLabelText('Email')).toHaveValue('right@example.test')
  })

  test('leaves what the tab remembers of another purchase alone', async () => {
    remember()
    answerCall('post', LOOK, contact)
    answerCall('post', CORRECT, corrected)
    openApp('/wrong-address?purchase=40')
    await correctTo('right@example.test')
    await screen.findByRole('heading', { level: 1, name: 'Corrected' })
    expect(sessionStorage.getItem('recent_purchase_data')).toContain('guest@example.test')
  })
})

describe('where it cannot be corrected', () => {
  test('too late or claimed is said with what to do', async () => {
    const refusal = 'You could correct this for 24 hours after paying. Write to us.'
    answerCall('post', LOOK, { ...contact, refusal })
    openApp(PAGE)
    expect(await screen.findByText(refusal)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Contact Support' })).toBeVisible()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })

  test('somebody in another browser learns nothing of the purchase', async () => {
    refuseCall('post', LOOK, 404, "We can't tell that this purchase is yours.")
    openApp(PAGE)
    await screen.findByRole('heading', { name: "We can't tell that this purchase is yours" })
    expect(screen.getByText(/the browser you paid with/)).toBeVisible()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })

  test.each(['/wrong-address', '/wrong-address?purchase=x', '/wrong-address?purchase=-1'])(
    'half a link (%s) asks for nothing',
    async (address) => {
      const { bodies } = answerCall('post', LOOK, contact)
      openApp(address)
      await screen.findByRole('heading', { name: "We can't tell that this purchase is yours" })
      expect(bodies).toEqual([])
    },
  )

  test('a server that is away can be asked again', async () => {
    breakCall('post', LOOK)
    openApp(PAGE)
    const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5000 })
    answerCall('post', LOOK, contact)
    await userEvent.click(again)
    expect(await screen.findByLabelText('Email')).toHaveValue('guest@example.test')
  })
})
