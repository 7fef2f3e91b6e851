import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { field, fill, pick } from '@/test/forms'
import { makeUser } from '@/test/makers'
import { answerPeople, makePerson } from '@/test/people'
import { renderWithApp } from '@/test/render'
import { refuseGet, server, signIn } from '@/test/server'
import { passTime, stopTime, untilTrue } from '@/test/timing'
import { UsersSection } from './users-section'

const me = makeUser({ id: 1, role: 'ADMIN', email: 'admin@example.test' })
const myself = makePerson({
  id: 1,
  email: 'admin@example.test',
  fullName: 'Ada Lovelace',
  role: 'ADMIN',
})
const grace = makePerson()

beforeEach(() => {
  signIn(me)
})

const open = (at = '/admin/users') => renderWithApp(<UsersSection />, { at })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function openMenu(name = 'Grace Hopper') {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
}
async function choose(item: string, name?: string) {
  await openMenu(name)
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}
const menuItems = () => screen.getAllByRole('menuitem').map((item) => item.textContent)

describe('the list', () => {
  test('shows name, e-mail, status and role', async () => {
    answerPeople([
      grace,
      makePerson({ id: 8, fullName: 'Alan Turing', status: 'inactive', role: 'ADMIN' }),
      makePerson({ id: 9, fullName: '', username: 'test.student', isDemo: true }),
    ])
    open()
    const table = await screen.findByRole('table', { name: 'User list' })
    const [head, ...rows] = within(table).getAllByRole('row')
    const cells = (row: HTMLElement | undefined, role: string) =>
      within(row as HTMLElement)
        .getAllByRole(role)
        .map((cell) => cell.textContent)
    expect(cells(head, 'columnheader')).toEqual([
      'Name',
      'Email',
      'Status',
      'Role',
      'Purchases',
      'Joined',
      'Actions',
    ])
    expect(cells(rows[0], 'cell').slice(1, 7)).toEqual([
      'Grace Hopper',
      'grace@example.test',
      'Active',
      'Student',
      '–',
      'Mar 2, 2026',
    ])
    expect(cells(rows[1], 'cell').slice(3, 5)).toEqual(['Inactive', 'Admin'])
    expect(cells(rows[2], 'cell')[1]).toBe('test.student')
    expect(cells(rows[2], 'cell')[4]).toBe('StudentDemo')
    expect(screen.getByText('1–3 of 3 users')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Grace Hopper' })).toHaveAttribute(
      'href',
      '/admin/users/7',
    )
  })

  test('is a list of cards on a phone', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('width <'),
          media: query,
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    )
    answerPeople([grace])
    open()
    const list = await screen.findByRole('list', { name: 'User list' })
    expect(within(list).getByText('grace@example.test')).toBeVisible()
    expect(within(list).getByText('Active')).toBeVisible()
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
    vi.mocked(window.matchMedia).mockRestore()
  })

  test('asks for no more of a search than the server takes', async () => {
    const searches: (string | null)[] = []
    server.use(
      http.get(`${window.location.origin}/api/admin/users`, ({ request }) => {
        searches.push(new URL(request.url).searchParams.get('search'))
        return HttpResponse.json({ rows: [], total: 0, hasDemoTools: true })
      }),
    )
    renderWithApp(<UsersSection />, { at: `/admin/users?search=${'x'.repeat(130)}` })
    await waitFor(() => expect(searches).toEqual(['x'.repeat(100)]))
  })

  test('holds the place while loading', () => {
    server.use(http.get(`${window.location.origin}/api/admin/users`, () => delay('infinite')))
    open()
    expect(screen.getByText('Loading users')).toBeInTheDocument()
  })

  test('says when there is nobody', async () => {
    answerPeople([])
    open()
    await waitFor(() => expect(screen.getByText('No users found')).toBeVisible())
    expect(screen.queryByRole('button', { name: 'Clear search' })).not.toBeInTheDocument()
  })

  test('offers another try after a failure', async () => {
    refuseGet('/api/admin/users', 503, 'We are briefly away.')
    open()
    await waitFor(() => expect(screen.getByText("Users couldn't be loaded")).toBeVisible())
    expect(screen.getByText('We are briefly away.')).toBeVisible()
    answerPeople([grace])
    await press('Retry')
    await waitFor(() => expect(screen.getByRole('table')).toBeVisible())
  })

  test('searches after a pause in typing, and keeps the words in the address', async () => {
    const asked = answerPeople([grace])
    const { router } = open()
    await screen.findByRole('table')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search users' }), 'grace')
    await waitFor(() => expect(router.state.location.search).toBe('?search=grace'))
    await waitFor(() => expect(asked).toEqual(['?search=&page=1', '?search=grace&page=1']))
  })

  test('narrows by role and status, and goes back to the first page', async () => {
    const asked = answerPeople([grace], 100)
    const { router } = open('/admin/users?search=g&page=3')
    await screen.findByRole('table')
    await pick('Filter by role', 'Admins')
    await pick('Filter by status', 'Inactive')
    await waitFor(() =>
      expect(router.state.location.search).toBe('?search=g&role=ADMIN&status=inactive'),
    )
    await waitFor(() => expect(asked.at(-1)).toBe('?search=g&page=1&role=ADMIN&status=inactive'))
    expect(asked[0]).toBe('?search=g&page=3')
  })

  test('turns pages of 20 within the search', async () => {
    answerPeople([grace], 1234)
    const { router } = open('/admin/users?role=STUDENT')
    await waitFor(() => expect(screen.getByText('1–1 of 1,234 users')).toBeVisible())
    await press('Page 2')
    expect(router.state.location.search).toBe('?role=STUDENT&page=2')
  })

  test('says who was looked for in vain, and clears that', async () => {
    answerPeople([])
    const { router } = open('/admin/users?search=nobody&role=ADMIN')
    await waitFor(() => expect(screen.getByText('No users found')).toBeVisible())
    expect(screen.getByText('No users match “nobody”.')).toBeVisible()
    await press('Clear search')
    await waitFor(() => expect(router.state.location.search).toBe(''))
  })

  test('leads back from a page that does not exist', async () => {
    answerPeople([], 30)
    const { router } = open('/admin/users?page=9')
    await waitFor(() => expect(screen.getByText("This page doesn't exist")).toBeVisible())
    await press('First page')
    expect(router.state.location.search).toBe('')
  })
})

describe('what can be done to whom', () => {
  test.each([
    [
      'an active student',
      grace,
      ['View Details', 'Impersonate', 'Make Admin', 'Change role', 'Deactivate', 'Delete'],
    ],
    [
      'an inactive student',
      makePerson({ status: 'inactive' }),
      ['View Details', 'Make Admin', 'Change role', 'Activate', 'Delete'],
    ],
    [
      'an active admin',
      makePerson({ role: 'ADMIN' }),
      ['View Details', 'Make Student', 'Change role', 'Deactivate', 'Delete'],
    ],
  ])('%s', async (_, person, items) => {
    answerPeople([person])
    open()
    await openMenu()
    expect(menuItems()).toEqual(items)
  })

  test('oneself: neither deactivated nor deleted', async () => {
    answerPeople([myself])
    open()
    await openMenu('Ada Lovelace')
    expect(menuItems()).toEqual(['View Details', 'Make Student'])
    expect(screen.getByText('This is you')).toBeVisible()
    expect(screen.getByText('(you)')).toBeVisible()
  })
})

describe('deactivating and activating', () => {
  test('asks, deactivates, says so and reads the list again', async () => {
    answerPeople([grace])
    const call = answerCall('patch', '/api/admin/users/7/deactivate', {
      email: 'grace@example.test',
    })
    open()
    await choose('Deactivate')
    const dialog = await screen.findByRole('alertdialog', { name: 'Deactivate this user?' })
    expect(dialog).toHaveTextContent(
      "Grace Hopper will be signed out everywhere and can't sign in until reactivated. Their purchases aren't affected.",
    )
    expect(call.bodies).toEqual([])
    answerPeople([makePerson({ status: 'inactive' })])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Deactivate' }))
    await waitFor(() => expect(screen.getByText('User deactivated')).toBeVisible())
    await waitFor(() => expect(screen.getByText('Inactive')).toBeVisible())
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(call.bodies).toHaveLength(1)
  })

  test('deactivating is undone from its notice', async () => {
    answerPeople([grace])
    answerCall('patch', '/api/admin/users/7/deactivate', { email: 'grace@example.test' })
    const back = answerCall('patch', '/api/admin/users/7/activate', { email: 'grace@example.test' })
    open()
    await choose('Deactivate')
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Deactivate' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('User activated')).toBeVisible()
    expect(back.bodies).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  test('does nothing on Cancel', async () => {
    answerPeople([grace])
    open()
    await choose('Deactivate')
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  })

  test('activates at once', async () => {
    answerPeople([makePerson({ status: 'inactive' })])
    answerCall('patch', '/api/admin/users/7/activate', { email: 'grace@example.test' })
    open()
    await choose('Activate')
    await waitFor(() => expect(screen.getByText('User activated')).toBeVisible())
  })
})

describe('deleting and roles', () => {
  test('asks, deletes and names whom', async () => {
    answerPeople([grace])
    answerCall('delete', '/api/admin/users/7', {
      deletedUser: { id: 7, email: 'grace@example.test' },
    })
    open()
    await choose('Delete')
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this user?' })
    expect(dialog).toHaveTextContent(
      "The account of Grace Hopper (grace@example.test) will be permanently deleted, with its coaching sessions and pending invitations. Purchases are kept as a guest's. This can't be undone.",
    )
    answerPeople([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.getByText('User deleted')).toBeVisible())
    await waitFor(() => expect(screen.getByText('No users found')).toBeVisible())
  })

  test.each([
    ['Make Admin', grace, 'Make this user an admin?', 'ADMIN', /everything you can/],
    [
      'Make Student',
      makePerson({ role: 'ADMIN' }),
      'Make this user a student?',
      'STUDENT',
      /will lose access to the dashboard immediately/,
    ],
  ] as const)('%s asks first', async (item, person, title, role, words) => {
    answerPeople([person])
    const call = answerCall('patch', '/api/admin/users/7/role', { email: person.email })
    open()
    await choose(item)
    const dialog = await screen.findByRole('alertdialog', { name: title })
    expect(dialog).toHaveTextContent(words)
    await userEvent.click(within(dialog).getByRole('button', { name: item }))
    await waitFor(() => expect(screen.getByText('Role changed')).toBeVisible())
    expect(call.bodies).toEqual([{ role }])
  })

  test('giving up being an admin oneself says what it means', async () => {
    answerPeople([myself])
    open()
    await choose('Make Student', 'Ada Lovelace')
    await waitFor(() =>
      expect(screen.getByRole('alertdialog')).toHaveTextContent(
        "You'll lose access to this dashboard immediately. Another admin can restore it.",
      ),
    )
  })
})

describe('failures', () => {
  test.each([
    [
      'Activate',
      makePerson({ status: 'inactive' }),
      'patch',
      'activate',
      'Failed to activate user',
    ],
    ['Deactivate', grace, 'patch', 'deactivate', 'Failed to deactivate user'],
    ['Delete', grace, 'delete', '', 'Failed to delete user'],
    ['Make Admin', grace, 'patch', 'role', 'Failed to change the role'],
  ] as const)('%s falls back to words of its own', async (item, person, method, path, words) => {
    answerPeople([person])
    breakCall(method, `/api/admin/users/7${path && `/${path}`}`)
    open()
    await choose(item)
    if (item !== 'Activate') {
      const dialog = await screen.findByRole('alertdialog')
      await userEvent.click(within(dialog).getByRole('button', { name: item }))
    }
    await waitFor(() => expect(screen.getByText(words)).toBeVisible())
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  })

  test('the server’s own words come first', async () => {
    answerPeople([grace])
    refuseCall('delete', '/api/admin/users/7', 409, 'The last active admin cannot be deleted.')
    open()
    await choose('Delete')
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() =>
      expect(screen.getByText('The last active admin cannot be deleted.')).toBeVisible(),
    )
  })
})

describe('impersonating somebody', () => {
  test('starts with their number and reloads after 1.5 s', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    answerPeople([grace])
    const call = answerCall('post', '/api/admin/impersonate/start', {
      message: 'You are now viewing the site as Grace Hopper.',
    })
    open()
    await openMenu()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Impersonate' }))
    const dialog = await screen.findByRole('dialog', { name: 'View the site as Grace Hopper' })
    const button = within(dialog).getByRole('button', { name: 'Impersonate' })
    expect(button).toBeDisabled()
    fill('Reason', ' Asked why the recording is missing ')
    stopTime()
    button.click()
    await untilTrue(() => screen.queryByText('Impersonation Started') !== null)
    expect(call.bodies).toEqual([{ targetUserId: 7, reason: 'Asked why the recording is missing' }])
    passTime(1499)
    expect(reload).not.toHaveBeenCalled()
    passTime(1)
    expect(reload).toHaveBeenCalledOnce()
    reload.mockRestore()
  })

  test('reports a failure', async () => {
    answerPeople([grace])
    breakCall('post', '/api/admin/impersonate/start')
    open()
    await choose('Impersonate')
    const dialog = await screen.findByRole('dialog', { name: 'View the site as Grace Hopper' })
    fill('Reason', 'Asked for help')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Impersonate' }))
    await waitFor(() => expect(screen.getByText('Failed to start impersonation')).toBeVisible())
  })
})

describe('Create User', () => {
  async function openDialog() {
    answerPeople([])
    open()
    await press('Create User')
    return screen.findByRole('dialog', { name: 'Create User' })
  }
  const submit = (dialog: HTMLElement) =>
    userEvent.click(within(dialog).getByRole('button', { name: 'Create User' }))

  test('sends what was filled in and says that an email is on its way', async () => {
    const call = answerCall('post', '/api/admin/create-user', { email: 'new@example.test' })
    const dialog = await openDialog()
    fill('Email', ' new@example.test ')
    fill('First Name', 'New')
    fill('Last Name', 'Person')
    await pick('Role', 'Admin')
    await submit(dialog)
    await waitFor(() => expect(screen.getByText('User created')).toBeVisible())
    expect(
      screen.getByText("We'll email new@example.test a link to choose a password."),
    ).toBeVisible()
    expect(call.bodies).toEqual([
      { email: 'new@example.test', firstName: 'New', lastName: 'Person', role: 'ADMIN' },
    ])
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('asks for what is missing and sends nothing', async () => {
    const dialog = await openDialog()
    fill('Email', 'new@example.test')
    await submit(dialog)
    await waitFor(() =>
      expect(screen.getByText('Please fill in all required fields')).toBeVisible(),
    )
    expect(field('First Name')).toHaveAccessibleDescription('Required')
    expect(field('First Name')).toHaveFocus()
  })

  test('keeps what was typed when the address is taken, and marks it', async () => {
    const message = 'An account with this email address already exists.'
    refuseCall('post', '/api/admin/create-user', 409, message, { email: message })
    const dialog = await openDialog()
    fill('Email', 'ada@example.test')
    fill('First Name', 'Ada')
    fill('Last Name', 'Lovelace')
    await submit(dialog)
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription(message))
    expect(field('Email')).toHaveValue('ada@example.test')
  })

  test('falls back to words of its own', async () => {
    breakCall('post', '/api/admin/create-user')
    const dialog = await openDialog()
    fill('Email', 'ada@example.test')
    fill('First Name', 'Ada')
    fill('Last Name', 'Lovelace')
    await submit(dialog)
    await waitFor(() => expect(screen.getByText('Failed to create user')).toBeVisible())
  })
})

describe('Test Student', () => {
  test('is made, named and listed', async () => {
    answerPeople([])
    answerCall('post', '/api/admin/seed-test-student', { email: 'test.student@example.com' })
    open()
    await waitFor(() => expect(screen.getByText('No users found')).toBeVisible())
    answerPeople([makePerson({ fullName: 'Test Student', isDemo: true })])
    await press('Test Student')
    await waitFor(() => expect(screen.getByText('Test student ready')).toBeVisible())
    expect(screen.getByText('test.student@example.com')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('link', { name: 'Test Student' })).toBeVisible())
  })

  test('is not offered where there are no demo tools', async () => {
    answerPeople([makePerson()], 1, false)
    open()
    await screen.findByRole('link', { name: 'Grace Hopper' })
    expect(screen.queryByRole('button', { name: 'Test Student' })).not.toBeInTheDocument()
    expect(screen.queryByText('Quick Role Impersonation')).not.toBeInTheDocument()
  })

  test('reports a failure', async () => {
    answerPeople([])
    breakCall('post', '/api/admin/seed-test-student')
    open()
    await screen.findByText('No users found')
    await press('Test Student')
    await waitFor(() => expect(screen.getByText('Failed to create test student')).toBeVisible())
  })
})
