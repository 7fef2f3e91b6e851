import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerDashboard } from '@/test/admin-catalogue'
import { makeUser } from '@/test/makers'
import { openApp } from '@/test/render'
import { answerGet, refuseGet, server, signIn } from '@/test/server'
import { passTime, stopTime, untilTrue } from '@/test/timing'

const assign = vi.fn()
const reload = vi.fn()
const BOOTSTRAP = `${window.location.origin}/api/admin/bootstrap`

beforeEach(() => {
  vi.spyOn(window.location, 'assign').mockImplementation(assign)
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
  assign.mockClear()
  reload.mockClear()
})

const student = makeUser()
const admin = makeUser({ role: 'ADMIN', email: 'admin@example.test' })
const sayAdminsExist = (adminsExist: boolean) => answerGet('/api/admin/exists', { adminsExist })
const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('the admin gate, in the order of its states', () => {
  test('turns a visitor away to sign in after 500 ms, as the portal does', async () => {
    stopTime()
    openApp('/admin')
    await untilTrue(() => screen.queryByText('Unauthorized') !== null)
    expect(screen.getByText('You are logged out. Logging in again...')).toBeInTheDocument()
    passTime(499)
    expect(assign).not.toHaveBeenCalled()
    passTime(1)
    expect(assign).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2Fadmin&choose=true')
  })

  test('1: shows a spinner while it is not known who is here', async () => {
    signIn(admin)
    server.use(http.get(`${window.location.origin}/api/auth/user`, () => delay('infinite')))
    openApp('/admin')
    // The gate's spinner takes the place of the page's own: look again until it stays.
    await waitFor(() => expect(screen.getByText('Loading')).toBeVisible())
    expect(screen.queryByRole('heading')).not.toBeInTheDocument()
  })

  test('1: shows a spinner while it is not known whether there is an admin', async () => {
    signIn(student)
    server.use(http.get(`${window.location.origin}/api/admin/exists`, () => delay('infinite')))
    openApp('/admin')
    await waitFor(() => expect(screen.getByText('Loading')).toBeVisible())
    expect(screen.queryByRole('heading')).not.toBeInTheDocument()
  })

  test.each([
    ['whose real role is not ADMIN', { role: 'STUDENT' }],
    ['of a real admin', { role: 'ADMIN', effectiveRole: 'STUDENT' }],
  ] as const)(
    '2: an impersonation %s leads to the front door, whether or not there are admins',
    async (_, roles) => {
      signIn(
        makeUser({
          ...roles,
          isImpersonating: true,
          impersonatedUser: { firstName: 'Grace', lastName: 'Hopper', email: 'g@example.test' },
        }),
      )
      const asked = sayAdminsExist(false)
      const { router } = openApp('/admin/users')
      await waitFor(() => expect(router.state.location.pathname).toBe('/portal'))
      expect(asked.times).toBe(0)
    },
  )

  test('3: offers to become the first admin when there is none', async () => {
    signIn(student)
    sayAdminsExist(false)
    openApp('/admin')
    expect(await findHeading('Admin Access Setup')).toBeVisible()
    expect(
      screen.getByText('No admin users were found. You can become the first admin of this site.'),
    ).toBeVisible()
    expect(screen.getByRole('button', { name: 'Become Admin' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
    expect(screen.queryByLabelText('Setup code')).not.toBeInTheDocument()
  })

  test('4: denies everyone else', async () => {
    signIn(student)
    sayAdminsExist(true)
    openApp('/admin/bootcamps')
    expect(await findHeading('Access Denied')).toBeVisible()
    expect(
      screen.getByText('Admin access required. Contact an existing admin to grant you access.'),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  })

  test('5: shows an admin the dashboard without asking whether admins exist', async () => {
    signIn(admin)
    answerDashboard()
    const asked = sayAdminsExist(false)
    openApp('/admin')
    expect(await findHeading('Admin Dashboard')).toBeVisible()
    expect(asked.times).toBe(0)
  })

  test('offers another try when it cannot be told whether admins exist', async () => {
    signIn(student)
    refuseGet('/api/admin/exists', 503, 'We are briefly away.')
    openApp('/admin')
    expect(await findHeading("Your access couldn't be checked")).toBeVisible()
    expect(screen.getByText('We are briefly away.')).toBeVisible()
    sayAdminsExist(true)
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await findHeading('Access Denied')).toBeVisible()
  })
})

describe('a second factor', () => {
  test('comes before the dashboard where the operator demands it', async () => {
    signIn({ ...admin, secondFactorRequired: true })
    openApp('/admin')
    expect(await screen.findByText('Set up two-step verification to continue.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Set up two-step verification' })).toHaveAttribute(
      'href',
      '/profile',
    )
    expect(screen.queryByText('Admin Dashboard')).not.toBeInTheDocument()
  })

  test('set up meanwhile opens the dashboard', async () => {
    const user = { ...admin, secondFactorRequired: true }
    let asked = 0
    signIn(user)
    answerDashboard()
    server.use(
      http.get(`${window.location.origin}/api/auth/user`, () => {
        asked += 1
        return HttpResponse.json({ ...user, hasSecondFactor: asked > 1 })
      }),
    )
    openApp('/admin')
    expect(await findHeading('Admin Dashboard')).toBeVisible()
  })

  test('is nobody else’s business', async () => {
    signIn({ ...student, secondFactorRequired: true })
    sayAdminsExist(true)
    openApp('/admin')
    expect(await findHeading('Access Denied')).toBeVisible()
  })
})

describe('becoming the first admin', () => {
  /** Answers each attempt with the next answer, and keeps what was sent. */
  function answerBootstrap(...answers: [status: number, body: object][]) {
    const sent: unknown[] = []
    server.use(
      http.post(BOOTSTRAP, async ({ request }) => {
        sent.push(await request.json())
        const [status, body] = answers[sent.length - 1] ?? [500, {}]
        return HttpResponse.json(body, { status })
      }),
    )
    return sent
  }

  async function openSetup() {
    signIn(student)
    sayAdminsExist(false)
    openApp('/admin')
    await findHeading('Admin Access Setup')
  }
  const become = () => userEvent.click(screen.getByRole('button', { name: 'Become Admin' }))
  const refusal = { message: 'This account may not become the first admin.', fields: {} }

  test('sends an empty body, says so and reloads after 1 s', async () => {
    const sent = answerBootstrap([200, { message: 'You are now an admin!' }])
    await openSetup()
    stopTime()
    fireEvent.click(screen.getByRole('button', { name: 'Become Admin' }))
    await untilTrue(() => screen.queryByRole('button', { name: 'Setting up...' }) !== null)
    await untilTrue(() => screen.queryByText('Success!') !== null)
    expect(screen.getByText('You are now an admin! Refreshing page...')).toBeInTheDocument()
    expect(sent).toEqual([{}])
    passTime(999)
    expect(reload).not.toHaveBeenCalled()
    passTime(1)
    expect(reload).toHaveBeenCalledOnce()
    expect(screen.getByRole('button', { name: 'Setting up...' })).toBeVisible()
  })

  test.each([
    ['the words of the server', { message: 'Try later.', fields: {} }, 'Try later.'],
    ['words of its own', {}, 'Failed to bootstrap admin access'],
  ])('reports a failure with %s, asking for no code', async (_, body, description) => {
    answerBootstrap([500, body])
    await openSetup()
    await become()
    expect(await screen.findByText('Bootstrap Failed')).toBeVisible()
    expect(screen.getByText(description)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Become Admin' })).toBeVisible()
    expect(screen.queryByLabelText('Setup code')).not.toBeInTheDocument()
    expect(reload).not.toHaveBeenCalled()
  })

  test('asks for the setup code once refused, and sends it', async () => {
    const sent = answerBootstrap([403, refusal], [403, refusal], [200, { message: 'Done.' }])
    await openSetup()
    await become()
    expect(await screen.findByText('This account may not become the first admin.')).toBeVisible()
    const code = await screen.findByLabelText('Setup code')
    expect(code).not.toHaveAttribute('aria-invalid')

    await userEvent.type(code, 'a guess{Enter}')
    await waitFor(() => expect(code).toHaveAttribute('aria-invalid', 'true'))
    expect(code).toHaveAccessibleDescription(/This code wasn't accepted\./)

    await userEvent.clear(code)
    await userEvent.type(code, '  open sesame ')
    await become()
    expect(await screen.findByText('Success!')).toBeVisible()
    expect(sent).toEqual([{}, { code: 'a guess' }, { code: 'open sesame' }])
  })

  test('gives way to Access Denied when somebody was faster', async () => {
    answerBootstrap([409, { message: 'An admin already exists.', fields: {} }])
    await openSetup()
    sayAdminsExist(true)
    await become()
    expect(await screen.findByText('An admin already exists.')).toBeVisible()
    expect(await findHeading('Access Denied')).toBeVisible()
  })
})
