import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { PasswordNotConfirmed } from '@/api/password-asked'
import { clearToasts, toastStore } from '@/lib/toast'
import { answerCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { renderWithApp } from '@/test/render'
import { answerGet, server, signIn } from '@/test/server'
import { ConfirmPasswordProvider } from './confirm-password'

const at = (path: string) => `${window.location.origin}${path}`
const WANTED = 'Please confirm your password to continue.'

/** Something sensitive, done as screens do it. */
function Sensitive() {
  const [outcome, setOutcome] = useState('nothing yet')
  const act = async () => {
    try {
      const { data } = await api.POST('/api/admin/impersonate/start', {
        body: { role: 'STUDENT' },
      })
      setOutcome(data?.message ?? 'no answer')
    } catch (error) {
      if (error instanceof PasswordNotConfirmed) setOutcome('canceled')
      else setOutcome(errorMessage(error, 'failed'))
    }
  }
  return (
    <>
      <button type="button" onClick={() => void act()}>
        Act
      </button>
      <p>Outcome: {outcome}</p>
    </>
  )
}

const open = () =>
  renderWithApp(
    <ConfirmPasswordProvider>
      <Sensitive />
    </ConfirmPasswordProvider>,
  )

/** A server that wants the password before it acts, and knows one. */
function wantPassword({ right = 'the right one' } = {}) {
  const seen = { calls: 0, tried: [] as string[] }
  let confirmed = false
  server.use(
    http.post(at('/api/admin/impersonate/start'), () => {
      seen.calls += 1
      if (confirmed) return HttpResponse.json({ message: 'Done.' })
      return HttpResponse.json(
        { code: 'password_required', message: WANTED, fields: { password: WANTED } },
        { status: 403 },
      )
    }),
    http.post(at('/api/auth/confirm-password'), async ({ request }) => {
      const { password } = (await request.json()) as { password: string }
      seen.tried.push(password)
      confirmed = password === right
      if (confirmed) return HttpResponse.json({ message: 'Thank you.' })
      const fields = { password: 'That password is not right.' }
      return HttpResponse.json({ message: 'Please check the form.', fields }, { status: 422 })
    }),
  )
  return seen
}

const act = () => userEvent.click(screen.getByRole('button', { name: 'Act' }))
const findDialog = () => screen.findByRole('dialog', { name: 'Confirm your password' })
const passwordField = () => screen.getByLabelText('Password')
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirm' }))

beforeEach(() => {
  signIn(makeUser({ role: 'ADMIN' }))
})

describe('A call that is refused until the password is confirmed', () => {
  test('answers as the call does when no password is wanted', async () => {
    server.use(
      http.post(at('/api/admin/impersonate/start'), () => HttpResponse.json({ message: 'Done.' })),
    )
    open()
    await act()
    expect(await screen.findByText('Outcome: Done.')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('asks for the password, then repeats the call and gives the focus back', async () => {
    const seen = wantPassword()
    open()
    await act()
    await findDialog()
    await waitFor(() => expect(passwordField()).toHaveFocus())
    await userEvent.type(passwordField(), 'the right one{Enter}')
    expect(await screen.findByText('Outcome: Done.')).toBeVisible()
    expect(seen).toEqual({ calls: 2, tried: ['the right one'] })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Act' })).toHaveFocus())
  })

  test('says when the password is not right, and takes another', async () => {
    const seen = wantPassword()
    open()
    await act()
    await findDialog()
    await userEvent.type(passwordField(), 'a guess')
    await confirm()
    await waitFor(() =>
      expect(passwordField()).toHaveAccessibleDescription('That password is not right.'),
    )
    expect(passwordField()).toHaveAttribute('aria-invalid', 'true')
    expect(seen.calls).toBe(1)

    await userEvent.clear(passwordField())
    await userEvent.type(passwordField(), 'the right one')
    await confirm()
    expect(await screen.findByText('Outcome: Done.')).toBeVisible()
    expect(seen).toEqual({ calls: 2, tried: ['a guess', 'the right one'] })
  })

  test('sends nothing while the field is empty', async () => {
    const seen = wantPassword()
    open()
    await act()
    await findDialog()
    await confirm()
    expect(passwordField()).toHaveAccessibleDescription('Password is required')
    expect(seen.tried).toEqual([])
  })

  test.each([
    ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['Close', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['the Escape key', () => userEvent.keyboard('{Escape}')],
  ])('tells the caller that %s means no', async (_, leave) => {
    const seen = wantPassword()
    open()
    await act()
    await findDialog()
    await leave()
    expect(await screen.findByText('Outcome: canceled')).toBeVisible()
    expect(seen).toEqual({ calls: 1, tried: [] })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Act' })).toHaveFocus())
  })

  test('can be asked again after a cancel', async () => {
    wantPassword()
    open()
    await act()
    await findDialog()
    await userEvent.keyboard('{Escape}')
    await screen.findByText('Outcome: canceled')
    await act()
    await findDialog()
    expect(passwordField()).toHaveValue('')
  })

  test('lets two calls refused at once wait for one answer', async () => {
    const seen = wantPassword()
    renderWithApp(
      <ConfirmPasswordProvider>
        <Sensitive />
        <Sensitive />
      </ConfirmPasswordProvider>,
    )
    for (const button of screen.getAllByRole('button', { name: 'Act' })) button.click()
    await findDialog()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    await userEvent.type(passwordField(), 'the right one{Enter}')
    await waitFor(() => expect(screen.getAllByText('Outcome: Done.')).toHaveLength(2))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(seen).toEqual({ calls: 4, tried: ['the right one'] })
  })

  test('goes out again as it was, under the same idempotency key', async () => {
    wantPassword()
    const sent: unknown[] = []
    server.use(
      http.post(at('/api/admin/bulk-acts'), async ({ request }) => {
        sent.push(await request.json())
        if (sent.length > 1) return HttpResponse.json({ id: 7 })
        return HttpResponse.json(
          { code: 'password_required', message: WANTED, fields: { password: WANTED } },
          { status: 403 },
        )
      }),
    )
    open()
    const body = { kind: 'members', act: 'message', idempotencyKey: 'e0f1c2d3-0000' }
    const answer = api.POST('/api/admin/bulk-acts', { body: body as never })
    await findDialog()
    await userEvent.type(passwordField(), 'the right one{Enter}')
    expect((await answer).data).toEqual({ id: 7 })
    expect(sent).toEqual([body, body])
  })

  test('a cancel shows no error, and an ordinary failure does', () => {
    clearToasts()
    showError(new PasswordNotConfirmed('no'), 'Not done')
    expect(toastStore.read()).toHaveLength(0)
    showError(new Error('other'), 'Not done')
    expect(toastStore.read()).toHaveLength(1)
  })

  test('says why the password could not be checked at all', async () => {
    wantPassword()
    server.use(
      http.post(at('/api/auth/confirm-password'), () =>
        HttpResponse.json(
          { message: 'Too many attempts. Please wait.', fields: {} },
          { status: 429 },
        ),
      ),
    )
    open()
    await act()
    await findDialog()
    await userEvent.type(passwordField(), 'the right one{Enter}')
    await waitFor(() =>
      expect(passwordField()).toHaveAccessibleDescription('Too many attempts. Please wait.'),
    )
  })

  test('leaves every other refusal to the caller', async () => {
    server.use(
      http.post(at('/api/admin/impersonate/start'), () =>
        HttpResponse.json({ message: 'Admin access required.', fields: {} }, { status: 403 }),
      ),
    )
    open()
    await act()
    expect(await screen.findByText('Outcome: Admin access required.')).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('someone without a password confirms by an emailed code, or at their provider', async () => {
    signIn(makeUser({ role: 'ADMIN', hasPassword: false, confirmsAt: ['google'] }))
    answerGet('/api/auth/methods', { openid: true, openidName: '', google: true })
    const asked = answerCall('post', '/api/auth/sign-in-code', { message: '' })
    let isProven = false
    const codes: unknown[] = []
    server.use(
      http.post(at('/api/admin/impersonate/start'), () => {
        if (isProven) return HttpResponse.json({ message: 'Done.' })
        return HttpResponse.json(
          { code: 'password_required', message: WANTED, fields: { password: WANTED } },
          { status: 403 },
        )
      }),
      http.post(at('/api/auth/confirm-code'), async ({ request }) => {
        codes.push(await request.json())
        isProven = codes.length > 1
        if (isProven) return HttpResponse.json({ message: 'Thank you.' })
        const fields = { code: 'That code is wrong.' }
        return HttpResponse.json({ message: 'No.', fields }, { status: 422 })
      }),
    )
    open()
    await act()
    await screen.findByRole('dialog', { name: "Confirm it's you" })
    const provider = screen.getByRole('link', { name: 'Confirm with Google' })
    expect(provider).toHaveAttribute('href', '/api/auth/google?returnTo=%2F')
    expect(screen.queryByRole('link', { name: /single sign-on/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Email me a code' }))
    const field = await screen.findByLabelText('Six-digit code')
    expect(asked.bodies).toEqual([{ email: 'ada@example.test' }])
    await userEvent.type(field, '111111{Enter}')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/That code is wrong/))
    await userEvent.clear(field)
    await userEvent.type(field, '123456{Enter}')
    expect(await screen.findByText('Outcome: Done.')).toBeVisible()
    expect(codes).toEqual([{ code: '111111' }, { code: '123456' }])
  })
})
