import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answerDashboard,
  makeAdminBootcamp,
  makeCohortMoney,
  makeSummary,
} from '@/test/admin-catalogue'
import {
  makePurchasePage,
  makePurchaseRow,
  makePurchaseSum,
  makeStory,
} from '@/test/desk-purchases'
import { makeUser } from '@/test/makers'
import { answerCommunications } from '@/test/messages'
import { answerPeople, answerPerson, makePersonDetail } from '@/test/people'
import { openApp, renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server, signIn } from '@/test/server'
import { passTime, stopTime, untilTrue } from '@/test/timing'
import { AdminBar } from './admin-bar'

const START = `${window.location.origin}/api/admin/impersonate/start`
const admin = makeUser({ role: 'ADMIN', email: 'admin@example.test' })
const findTabs = () => screen.findByRole('navigation', { name: 'Dashboard sections' })
const findSection = (name: string) => screen.findByRole('heading', { level: 2, name })

describe('the admin bar', () => {
  test('names the desk, the person and the role in effect, and leads out', () => {
    renderWithApp(<AdminBar user={admin} onShowKeys={vi.fn()} />)
    expect(screen.getByRole('link', { name: 'Admin Panel' })).toHaveAttribute('href', '/admin')
    expect(screen.getByText('admin@example.test')).toBeVisible()
    expect(screen.getByText('ADMIN')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Logout' })).toHaveAttribute('href', '/api/logout')
    expect(screen.getByRole('button', { name: 'Dark theme' })).toBeVisible()
    expect(screen.queryByText('Impersonating')).not.toBeInTheDocument()
  })

  test('shows a badge and the other role while impersonating', () => {
    const user = { ...admin, isImpersonating: true, effectiveRole: 'STUDENT' as const }
    renderWithApp(<AdminBar user={user} onShowKeys={vi.fn()} />)
    expect(screen.getByText('Impersonating')).toBeVisible()
    expect(screen.getByText('STUDENT')).toBeVisible()
  })
})

describe('the dashboard', () => {
  beforeEach(() => {
    signIn(admin)
    answerDashboard()
    answerPeople([])
  })

  test('opens with the overview', async () => {
    openApp('/admin')
    expect(await findSection('Overview')).toBeVisible()
    expect(screen.getByText(/^Manage the bootcamps platform/)).toBeVisible()
    const links = within(await findTabs()).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Overview', '/admin'],
      ['Bootcamps', '/admin/bootcamps'],
      ['Bundles', '/admin/bundles'],
      ['Users', '/admin/users'],
      ['Purchases', '/admin/purchases'],
      ['Communications', '/admin/communications'],
      ['Codes', '/admin/codes'],
      ['Coaching', '/admin/coaching'],
      ['Feedback', '/admin/feedback'],
      ['Statistics', '/admin/statistics'],
      ['Reconciliation', '/admin/reconciliation'],
      ['Audit', '/admin/audit'],
    ])
    expect(links[0]).toHaveAttribute('aria-current', 'page')
  })

  test.each([
    ['/admin/bootcamps', 'Bootcamps'],
    ['/admin/bundles', 'Bundles'],
    ['/admin/users', 'Users'],
    ['/admin/purchases', 'Purchases'],
    ['/admin/communications', 'Communications'],
  ])('%s opens %s', async (path, label) => {
    answerGet('/api/admin/bundles', [])
    answerCommunications()
    openApp(path)
    expect(await findSection(label)).toBeVisible()
    const open = within(await findTabs()).getByRole('link', { name: label })
    expect(open).toHaveAttribute('aria-current', 'page')
    expect(open.closest('nav')?.querySelectorAll('[aria-current]')).toHaveLength(1)
  })

  test('counts in the strip what waits for reconciliation, and is silent when nothing does', async () => {
    const first = openApp('/admin/users')
    const link = within(await findTabs()).getByRole('link', { name: 'Reconciliation' })
    expect(link).toHaveAttribute('href', '/admin/reconciliation')
    first.unmount()
    answerGet('/api/admin/summary', makeSummary({ issues: 3 }))
    openApp('/admin/users')
    expect(
      await screen.findByRole('link', { name: 'Reconciliation 3 issues need attention' }),
    ).toBeVisible()
  })

  test('opens the views of Communications at addresses of their own', async () => {
    answerCommunications()
    openApp('/admin/communications/inbox')
    expect(await findSection('Communications')).toBeVisible()
    expect(await screen.findByText('No messages yet')).toBeVisible()
    await waitFor(() => expect(document.title).toBe('Inbox · Communications · Admin · Build Lab'))
    const tab = screen.getByRole('tab', { name: 'SMS Templates (0)' })
    await userEvent.click(tab)
    await waitFor(() =>
      expect(document.title).toBe('SMS Templates · Communications · Admin · Build Lab'),
    )
    // Within one section the keyboard stays where it is.
    expect(screen.getByRole('tab', { name: /^SMS Templates/ })).toHaveFocus()
  })

  test('says of a purchase whose address makes no sense that there is none', async () => {
    const { router } = openApp('/admin/purchases/seventy')
    expect(await screen.findByRole('dialog', { name: 'Purchase not found' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/admin/purchases/seventy')
    await waitFor(() =>
      expect(document.title).toBe('Purchase not found · Purchases · Admin · Build Lab'),
    )
  })

  test('shows one bootcamp at an address of its own, under the Bootcamps tab', async () => {
    refuseGet('/api/admin/bootcamps/7', 404, 'Bootcamp not found')
    openApp('/admin/bootcamps/7')
    expect(await screen.findByText('Bootcamp not found')).toBeVisible()
    expect(screen.queryByRole('heading', { level: 2, name: 'Bootcamps' })).not.toBeInTheDocument()
    const open = within(await findTabs()).getByRole('link', { name: 'Bootcamps' })
    expect(open).toHaveAttribute('aria-current', 'page')
  })

  test('moves between sections, telling the heading which one is open', async () => {
    answerGet('/api/admin/bundles', [])
    const { router } = openApp('/admin')
    await findSection('Overview')
    await userEvent.click(within(await findTabs()).getByRole('link', { name: 'Bundles' }))
    expect(await findSection('Bundles')).toBeVisible()
    expect(router.state.location.pathname).toBe('/admin/bundles')
    const heading = screen.getByRole('heading', { level: 1, name: 'Admin Dashboard' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(heading).toHaveAccessibleDescription('Bundles')
  })

  test.each([
    '/admin/no-such-section',
    '/admin/bundels',
    '/admin/users/7/purchases',
    '/admin/purchases/7/refunds',
    '/admin/communications/letters',
  ])('says at %s that there is no such page, and what there is', async (path) => {
    const { router } = openApp(path)
    const section = (await findSection("This page doesn't exist")).closest('section')
    expect(router.state.location.pathname).toBe(path)
    await waitFor(() => expect(document.title).toBe('Page Not Found · Admin · Build Lab'))
    const links = within(section ?? document.body).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/admin',
      '/admin/bootcamps',
      '/admin/bundles',
      '/admin/users',
      '/admin/purchases',
      '/admin/communications',
    ])
  })

  test('tells its sections apart in the title, and says aloud which one was opened', async () => {
    answerGet('/api/admin/bundles', [])
    openApp('/admin')
    await findSection('Overview')
    expect(document.title).toBe('Admin Dashboard · Build Lab')
    for (const [tab, title] of [
      ['Bundles', 'Bundles · Admin'],
      ['Users', 'Users · Admin'],
    ] as const) {
      await userEvent.click(within(await findTabs()).getByRole('link', { name: tab }))
      await waitFor(() => expect(document.title).toBe(`${title} · Build Lab`))
      expect(screen.getByText(title, { selector: '[aria-live="polite"]' })).toBeInTheDocument()
    }
  })

  test('calls the page of one person by their name, and forgets it on leaving', async () => {
    answerPerson(makePersonDetail({ id: 7, fullName: 'Grace Hopper' }))
    openApp('/admin/users/7')
    await waitFor(() => expect(document.title).toBe('Grace Hopper · Users · Admin · Build Lab'))
    await userEvent.click(screen.getByRole('link', { name: 'Back to Users' }))
    await waitFor(() => expect(document.title).toBe('Users · Admin · Build Lab'))
    expect(
      screen.getByText('Users · Admin', { selector: '[aria-live="polite"]' }),
    ).toBeInTheDocument()
  })

  test('calls the page of one bootcamp by its name', async () => {
    answerDashboard([makeAdminBootcamp({ id: 7, name: 'Advanced Bootcamp' })])
    answerGet('/api/admin/bootcamps/7', makeAdminBootcamp({ id: 7, name: 'Advanced Bootcamp' }))
    answerGet('/api/admin/bootcamps/7/attendees', [])
    answerGet('/api/admin/bootcamps/7/money', makeCohortMoney())
    openApp('/admin/bootcamps/7')
    await waitFor(() =>
      expect(document.title).toBe(
        'Advanced Bootcamp · Thu, Oct 8, 2099 · Bootcamps · Admin · Build Lab',
      ),
    )
  })

  test('gives the keyboard back to the row whose purchase was looked at', async () => {
    answerGet('/api/admin/purchases', makePurchasePage([makePurchaseRow()]))
    answerGet('/api/admin/purchases/sum', makePurchaseSum())
    answerGet('/api/admin/purchases/70', makeStory())
    openApp('/admin/purchases?status=completed')
    const row = await screen.findByRole('link', { name: 'Grace Hopper' })
    row.focus()
    await userEvent.keyboard('{Enter}')
    const drawer = await screen.findByRole('dialog', { name: 'Grace Hopper' })
    await waitFor(() => expect(document.title).toBe('FR-000070 · Purchases · Admin · Build Lab'))
    expect(drawer.contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(drawer).not.toBeInTheDocument())
    await waitFor(() => expect(document.title).toBe('Purchases · Admin · Build Lab'))
    await waitFor(() => expect(row).toHaveFocus())
  })
})

describe('Quick Role Impersonation', () => {
  const reload = vi.fn()
  const pressStart = () =>
    fireEvent.click(screen.getByRole('button', { name: 'Impersonate as Student' }))

  beforeEach(() => {
    vi.spyOn(window.location, 'reload').mockImplementation(reload)
    reload.mockClear()
    signIn(admin)
    answerDashboard()
    answerPeople([])
  })

  async function openUsers() {
    openApp('/admin/users')
    expect(await screen.findByRole('heading', { name: 'Quick Role Impersonation' })).toBeVisible()
  }

  test('starts as a student and reloads the page after 1.5 s', async () => {
    const sent: unknown[] = []
    server.use(
      http.post(START, async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ message: 'You are now viewing the site as Test Student.' })
      }),
    )
    await openUsers()
    stopTime()
    pressStart()
    await untilTrue(() => screen.queryByText('Impersonation Started') !== null)
    expect(screen.getByText('You are now viewing the site as Test Student.')).toBeInTheDocument()
    expect(sent).toEqual([{ role: 'STUDENT' }])
    passTime(1499)
    expect(reload).not.toHaveBeenCalled()
    passTime(1)
    expect(reload).toHaveBeenCalledOnce()
    expect(screen.getByRole('button', { name: 'Starting...' })).toBeVisible()
  })

  test.each([
    ['the words of the server', { message: 'Stop it first.', fields: {} }, 'Stop it first.'],
    ['words of its own', {}, 'Failed to start impersonation'],
  ])('reports a failure with %s', async (_, body, description) => {
    server.use(http.post(START, () => HttpResponse.json(body, { status: 409 })))
    await openUsers()
    pressStart()
    expect(await screen.findByText('Error')).toBeVisible()
    expect(screen.getByText(description)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Impersonate as Student' })).toBeVisible()
    expect(reload).not.toHaveBeenCalled()
  })

  test('asks for the password when the server wants it, and stays silent on Cancel', async () => {
    const fields = { password: 'Please confirm your password to continue.' }
    server.use(
      http.post(START, () =>
        HttpResponse.json(
          { code: 'password_required', message: fields.password, fields },
          { status: 403 },
        ),
      ),
    )
    await openUsers()
    pressStart()
    await screen.findByRole('dialog', { name: 'Confirm your password' })
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Impersonate as Student' })).toBeVisible(),
    )
    expect(screen.queryByText('Error')).not.toBeInTheDocument()
  })
})
