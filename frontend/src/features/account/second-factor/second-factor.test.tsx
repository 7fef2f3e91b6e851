import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { openApp } from '@/test/render'
import { answerGet, server, signIn } from '@/test/server'

const START = '/api/user/second-factor/start'
const FINISH = '/api/user/second-factor/finish'
const FACTOR = '/api/user/second-factor'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const uri = `otpauth://totp/Build%20Lab:ada?secret=${secret}&issuer=Build%20Lab`
const codes = ['aaaa1111', 'bbbb2222', 'cccc3333']

async function openSection(
  user: Parameters<typeof makeUser>[0] = {},
  { emailVerified = true } = {},
) {
  const session = signIn(makeUser({ emailVerified, ...user }))
  answerGet('/api/user/profile', {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.test',
    username: 'ada',
    phone: '',
    timezone: '',
    emailVerified,
  })
  openApp('/profile')
  await screen.findByRole('heading', { name: 'Two-step verification' })
  return session
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function startSetup() {
  answerCall('post', START, { secret, uri })
  await press('Set Up')
  return screen.findByLabelText('2. Enter the code it shows')
}

async function reachCodes() {
  const code = await startSetup()
  const finish = answerCall('post', FINISH, { codes })
  signIn(makeUser({ emailVerified: true, hasSecondFactor: true }))
  await userEvent.type(code, '123 456')
  await press('Turn On')
  await screen.findByRole('list', { name: 'Recovery codes' })
  return finish
}

/** Refuses until the password was confirmed, as the server does when the sign-in is old. */
function wantPasswordFirst(method: 'post' | 'delete', path: string, answer: object) {
  let confirmed = false
  const at = (given: string) => new URL(given, window.location.origin).href
  server.use(
    http[method](at(path), () =>
      confirmed
        ? HttpResponse.json(answer)
        : HttpResponse.json(
            { code: 'password_required', message: 'Please confirm.', fields: {} },
            { status: 403 },
          ),
    ),
    http.post(at('/api/auth/confirm-password'), () => {
      confirmed = true
      return HttpResponse.json({ message: 'Thank you.' })
    }),
  )
}

describe('setting up', () => {
  test('waits for a verified address', async () => {
    await openSection({}, { emailVerified: false })
    expect(screen.getByRole('button', { name: 'Set Up' })).toBeDisabled()
    expect(screen.getByText(/Verify your email address first/)).toBeVisible()
  })

  test('goes by the profile when the address was verified in another tab', async () => {
    await openSection({ emailVerified: false }, { emailVerified: true })
    expect(screen.getByRole('button', { name: 'Set Up' })).toBeEnabled()
  })

  test('shows the secret as a picture and in groups to type, with the keyboard at the code', async () => {
    await openSection()
    const code = await startSetup()
    expect(code).toHaveFocus()
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
  })

  test('says beside the field that a code is wrong', async () => {
    await openSection()
    const code = await startSetup()
    refuseCall('post', FINISH, 422, 'Please check the highlighted fields.', {
      code: 'Incorrect code.',
    })
    await userEvent.type(code, '000000{Enter}')
    await waitFor(() => expect(code).toHaveAccessibleDescription('Incorrect code.'))
  })

  test('can be left half-way', async () => {
    await openSection()
    await startSetup()
    await press('Cancel')
    expect(screen.getByRole('button', { name: 'Set Up' })).toBeVisible()
    expect(screen.queryByText(/JBSW/)).not.toBeInTheDocument()
  })

  test('asks for the password first when the sign-in is old', async () => {
    await openSection()
    wantPasswordFirst('post', START, { secret, uri })
    await press('Set Up')
    const dialog = await screen.findByRole('dialog')
    const password = dialog.querySelector('input[type=password]') as HTMLInputElement
    await userEvent.type(password, 'correct horse{Enter}')
    expect(await screen.findByLabelText('2. Enter the code it shows')).toBeVisible()
  })

  test('says nothing when the password is not given', async () => {
    await openSection()
    wantPasswordFirst('post', START, { secret, uri })
    await press('Set Up')
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.queryByText('Error')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Set Up' })).not.toHaveAttribute('aria-busy')
  })

  test.each(['ADMIN', 'SUPPORT', 'FINANCE', 'COACH'] as const)(
    'is asked of %s where the site demands it',
    async (role) => {
      await openSection({ role, secondFactorRequired: true })
      expect(screen.getByText(/Your role needs two-step verification/)).toBeVisible()
    },
  )

  test('is asked of no one else', async () => {
    await openSection({ secondFactorRequired: true })
    expect(screen.queryByText(/Your role needs two-step verification/)).not.toBeInTheDocument()
  })
})

describe('the recovery codes', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('are shown once, then never again', async () => {
    await openSection()
    const { bodies } = await reachCodes()
    expect(bodies).toEqual([{ code: '123456' }])
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
      expect.arrayContaining(codes),
    )
    await press("I've saved them")
    expect(await screen.findByText("You'll need a code from your app to sign in.")).toBeVisible()
    expect(screen.queryByText('aaaa1111')).not.toBeInTheDocument()
  })

  test('can be copied, one per line', async () => {
    const user = userEvent.setup()
    await openSection()
    await reachCodes()
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    await screen.findByText('Copied')
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'))
  })

  test('can be downloaded as a file that says what they are for', async () => {
    await openSection()
    await reachCodes()
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:codes'
    })
    const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await press('Download')
    expect(click).toHaveBeenCalledOnce()
    // The browser has not read the file yet.
    expect(revoke).not.toHaveBeenCalled()
    expect(await saved[0]?.text()).toBe(
      'Recovery codes for ada@example.test · Build Lab\n\naaaa1111\nbbbb2222\ncccc3333\n',
    )
  })

  test('can be printed', async () => {
    await openSection()
    await reachCodes()
    const print = vi.fn()
    vi.stubGlobal('print', print)
    await press('Print')
    expect(print).toHaveBeenCalledOnce()
  })
})

describe('removing', () => {
  const on = { hasSecondFactor: true }

  test('asks first, then for the password, then does it', async () => {
    await openSection(on)
    wantPasswordFirst('delete', FACTOR, { message: 'Two-step verification is off.' })
    await press('Turn Off')
    await screen.findByRole('alertdialog')
    signIn(makeUser({ emailVerified: true, hasSecondFactor: false }))
    await press('Turn Off')
    const dialog = await screen.findByRole('dialog')
    const password = dialog.querySelector('input[type=password]') as HTMLInputElement
    await userEvent.type(password, 'correct horse{Enter}')
    expect(await screen.findByText('Two-step verification is off.')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Set Up' })).toBeVisible()
  })

  test('does nothing when the answer is no', async () => {
    await openSection(on)
    const { bodies } = answerCall('delete', FACTOR, { message: '' })
    await press('Turn Off')
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(bodies).toEqual([])
    expect(screen.getByText("You'll need a code from your app to sign in.")).toBeVisible()
  })
})
