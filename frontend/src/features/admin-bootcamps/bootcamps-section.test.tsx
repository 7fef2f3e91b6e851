import { useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { getQuery } from '@/api/get-query'
import { answerBootcamps, makeAdminBootcamp } from '@/test/admin-catalogue'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { answerCatalogue } from '@/test/catalogue'
import { refresh, renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { BootcampsSection } from './bootcamps-section'

const LIST = `${window.location.origin}/api/admin/bootcamps`
/** Nobody has bought a seat yet. */
const beginner = makeAdminBootcamp({ enrolled: 0 })
const over = makeAdminBootcamp({
  id: 2,
  name: 'Old Bootcamp',
  status: 'archived',
  startDate: '2025-12-05T14:00:00Z',
  endDate: '2025-12-05T17:00:00Z',
  price: '1495.50',
  availableSeats: 0,
})

const open = (at = '/admin/bootcamps') => renderWithApp(<BootcampsSection />, { at })
const findTable = () => screen.findByRole('table', { name: 'Bootcamp list' })
const shownNames = async () =>
  within(await findTable())
    .getAllByRole('link')
    .map((link) => link.textContent)
const actionsOf = (name: string) => screen.findByRole('button', { name: `Actions for ${name}` })

async function choose(name: string, action: string) {
  await userEvent.click(await actionsOf(name))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

describe('loading the list', () => {
  test('archives what is over first, and only then reads', async () => {
    const order: string[] = []
    server.use(
      http.post(`${LIST}/archive-expired`, async () => {
        await delay(20)
        order.push('archived')
        return HttpResponse.json({ archived: 1 })
      }),
      http.get(`${LIST}/page`, () => {
        order.push('read')
        const counts = { active: 1, archived: 0, all: 1 }
        return HttpResponse.json({ rows: [beginner], total: 1, counts })
      }),
    )
    open()
    await findTable()
    expect(order).toEqual(['archived', 'read'])
    // Once when the section opens, not again for each page or search.
    await refresh()
    expect(order).toEqual(['archived', 'read', 'read'])
  })

  test('comes also when that fails, which is only logged', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    answerBootcamps([beginner])
    breakCall('post', '/api/admin/bootcamps/archive-expired')
    open()
    expect(await shownNames()).toEqual(['Beginner Bootcamp'])
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      "Expired bootcamps couldn't be archived",
      expect.any(Error),
    )
    expect(screen.queryByText('Error')).not.toBeInTheDocument()
  })

  test('holds the place meanwhile', () => {
    server.use(http.post(`${LIST}/archive-expired`, () => delay('infinite')))
    open()
    expect(screen.getByText('Loading bootcamps')).toBeInTheDocument()
  })

  test('says when there are none', async () => {
    answerBootcamps([])
    open()
    expect(await screen.findByText('No bootcamps available')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Create Bootcamp' })).toBeVisible()
  })

  test('offers another try after a failure', async () => {
    answerBootcamps([])
    refuseGet('/api/admin/bootcamps/page', 503, 'We are briefly away.')
    open()
    expect(await screen.findByText('Failed to fetch bootcamps')).toBeVisible()
    expect(screen.getByText('We are briefly away.')).toBeVisible()
    answerBootcamps([beginner])
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await shownNames()).toEqual(['Beginner Bootcamp'])
  })
})

describe('the list', () => {
  test('shows name, status, schedule, seats and price', async () => {
    answerBootcamps([beginner])
    open()
    const [, row] = within(await findTable()).getAllByRole('row')
    const [, name, status, schedule, seats, price] = within(row as HTMLElement).getAllByRole('cell')
    expect(within(name as HTMLElement).getByRole('link')).toHaveAttribute(
      'href',
      '/admin/bootcamps/1',
    )
    expect(name).toHaveTextContent('Beginner Bootcamp')
    expect(status).toHaveTextContent('Active')
    expect(schedule).toHaveTextContent('Oct 8 at 6:00 PM – 9:00 PM EDT')
    expect(schedule).toHaveTextContent('2099')
    expect(seats).toHaveTextContent('17/20')
    expect(price).toHaveTextContent('$995')
  })

  test('says what an early price charges now and what comes after it', async () => {
    answerBootcamps([makeAdminBootcamp({ price: '480.00', priceNow: '380.00' })])
    open()
    const [, row] = within(await findTable()).getAllByRole('row')
    expect(row).toHaveTextContent('$380Early price, then $480')
  })

  test('calls a canceled class canceled, with nothing available and no way back', async () => {
    answerBootcamps([
      makeAdminBootcamp({ status: 'active', canceledAt: '2026-11-01T12:00:00Z', enrolled: 4 }),
    ])
    open('/admin/bootcamps?show=all')
    const [, row] = within(await findTable()).getAllByRole('row')
    expect(row).toHaveTextContent('Canceled')
    expect(row).not.toHaveTextContent('Active')
    expect(row).toHaveTextContent('4/20 enrolled')
    await userEvent.click(within(row as HTMLElement).getByRole('button', { name: /^Actions/ }))
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: /rchive/ })).not.toBeInTheDocument()
  })

  test('canceled classes are looked for among all of them', async () => {
    answerBootcamps([beginner])
    const { router } = open()
    await shownNames()
    await userEvent.click(screen.getByRole('combobox', { name: 'Filter by state' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Canceled' }))
    await waitFor(() => expect(router.state.location.search).toContain('state=canceled'))
    expect(router.state.location.search).toContain('show=all')
  })

  test('has three tabs with their counts, kept in the address', async () => {
    answerBootcamps([beginner, over])
    const { router } = open()
    expect(await shownNames()).toEqual(['Beginner Bootcamp'])
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Active (1)',
      'Archived (1)',
      'All (2)',
    ])
    await userEvent.click(screen.getByRole('tab', { name: 'Archived (1)' }))
    expect(await shownNames()).toEqual(['Old Bootcamp'])
    expect(screen.getByText('Archived')).toBeVisible()
    expect(screen.getByText('$1,495.50')).toBeVisible()
    expect(router.state.location.search).toBe('?show=archived')
    await userEvent.click(screen.getByRole('tab', { name: 'All (2)' }))
    expect(await shownNames()).toEqual(['Beginner Bootcamp', 'Old Bootcamp'])
  })

  test('is searched by name and date, and keeps that in the address', async () => {
    const later = makeAdminBootcamp({ id: 3, startDate: '2099-12-08T22:00:00Z' })
    answerBootcamps([beginner, later, makeAdminBootcamp({ id: 4, name: 'Advanced Bootcamp' })])
    const { router } = open()
    expect(await shownNames()).toHaveLength(3)
    const search = screen.getByRole('searchbox', { name: 'Search bootcamps' })
    await userEvent.type(search, 'dec beginner')
    await waitFor(() => expect(router.state.location.search).toBe('?search=dec+beginner'))
    await waitFor(async () => expect(await shownNames()).toEqual(['Beginner Bootcamp']))
    expect(screen.getByRole('tab', { name: 'Active (3)' })).toBeVisible()
    await userEvent.type(search, ' nothing')
    expect(await screen.findByText('No bootcamps found')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(await shownNames()).toHaveLength(3)
    expect(router.state.location.search).toBe('')
  })

  test('shows 20 at a time', async () => {
    const many = Array.from({ length: 41 }, (_, index) =>
      makeAdminBootcamp({ id: index + 1, name: `Bootcamp ${index + 1}` }),
    )
    answerBootcamps(many)
    const { router } = open()
    expect(await shownNames()).toHaveLength(20)
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }))
    await waitFor(async () => expect(await shownNames()).toEqual(['Bootcamp 41']))
    expect(router.state.location.search).toBe('?page=3')
  })

  test('is narrowed by type and state and sorted by its heads, all of it kept in the address', async () => {
    const launch = makeAdminBootcamp({ id: 3, name: 'Launch Weekend', bootcampType: 'Launch' })
    const { asked } = answerBootcamps([beginner, launch])
    const { router } = open('/admin/bootcamps?type=Launch&state=ahead')
    expect(await shownNames()).toEqual(['Launch Weekend'])
    expect(new URLSearchParams(asked.queries[0]).toString()).toBe(
      'search=&status=active&type=Launch&state=ahead&page=1&size=20',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(router.state.location.search).toContain('sort=name'))
    await waitFor(() => expect(asked.queries.at(-1)).toContain('sort=name&descending=false'))
    expect(screen.getByRole('combobox', { name: 'Filter by type' })).toHaveTextContent('Launch')
    expect(screen.getByRole('combobox', { name: 'Filter by state' })).toHaveTextContent('Upcoming')
  })

  test('offers to clear filters that leave nothing', async () => {
    answerBootcamps([beginner])
    const { router } = open('/admin/bootcamps?state=draft')
    expect(await screen.findByText('No bootcamps match these filters.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await shownNames()).toEqual(['Beginner Bootcamp'])
    expect(router.state.location.search).toBe('')
  })

  test('goes back to the last page there is', async () => {
    answerBootcamps([beginner])
    const { router } = open('/admin/bootcamps?page=7')
    expect(await shownNames()).toEqual(['Beginner Bootcamp'])
    expect(router.state.location.search).toBe('')
  })

  test.each(['0', '1.5', 'two'])('takes page %s for the first', async (page) => {
    answerBootcamps([beginner])
    open(`/admin/bootcamps?page=${page}`)
    expect(await shownNames()).toEqual(['Beginner Bootcamp'])
  })

  test('is a list of cards on a phone', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          ...new EventTarget(),
          matches: query === '(width < 48rem)',
          addEventListener: () => {},
          removeEventListener: () => {},
        }) as unknown as MediaQueryList,
    )
    answerBootcamps([beginner])
    open()
    const list = await screen.findByRole('list', { name: 'Bootcamp list' })
    const [card] = within(list).getAllByRole('listitem')
    expect(card).toHaveTextContent('Beginner Bootcamp')
    expect(card).toHaveTextContent('Active')
    expect(card).toHaveTextContent('Oct 8 at 6:00 PM – 9:00 PM EDT')
    expect(card).toHaveTextContent('17/20 seats available')
    expect(card).toHaveTextContent('$995')
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })
})

describe('the actions of a row', () => {
  test('are these for an active one', async () => {
    answerBootcamps([beginner])
    open()
    await userEvent.click(await actionsOf('Beginner Bootcamp'))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual([
      'View Details',
      'Edit',
      'Clone',
      'Copy to dates…',
      'Archive',
      'Delete',
    ])
    expect(items[0]).toHaveAttribute('href', '/admin/bootcamps/1')
  })

  test('offer to unarchive an archived one', async () => {
    answerBootcamps([over])
    const sent = answerCall('patch', '/api/admin/bootcamps/2/unarchive', {
      ...over,
      status: 'active',
    })
    open('/admin/bootcamps?show=archived')
    await userEvent.click(await actionsOf('Old Bootcamp'))
    expect(screen.queryByRole('menuitem', { name: 'Archive' })).not.toBeInTheDocument()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Unarchive' }))
    expect(await screen.findByText('Bootcamp unarchived')).toBeVisible()
    expect(sent.bodies).toEqual([null])
  })

  test('archive at once, and the list is read again', async () => {
    const { asked } = answerBootcamps([beginner])
    answerCall('patch', '/api/admin/bootcamps/1/archive', { ...beginner, status: 'archived' })
    open()
    await findTable()
    expect(asked.times).toBe(1)
    answerBootcamps([{ ...beginner, status: 'archived' }])
    await choose('Beginner Bootcamp', 'Archive')
    expect(await screen.findByText('Bootcamp archived')).toBeVisible()
    expect(await screen.findByText('No bootcamps available')).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Archived (1)' })).toBeVisible()
    // The button that had the focus went with its row.
    await waitFor(() => expect(screen.getByRole('tabpanel')).toHaveFocus())
  })

  test('clone, and open the window to edit the copy', async () => {
    answerBootcamps([beginner])
    const copy = makeAdminBootcamp({ id: 9, name: 'Copy of Beginner Bootcamp' })
    const sent = answerCall('post', '/api/admin/bootcamps/1/clone', copy)
    answerGet('/api/admin/bootcamps/9/change-preview', {
      attendees: 0,
      heldSeats: 0,
      takenSeats: 0,
    })
    open()
    await choose('Beginner Bootcamp', 'Clone')
    // It goes by itself, and the window's code may take longer to come.
    await screen.findByText('Bootcamp cloned')
    const dialog = await screen.findByRole('dialog', { name: 'Edit Bootcamp' })
    expect(within(dialog).getByLabelText('Name')).toHaveValue('Copy of Beginner Bootcamp')
    expect(sent.bodies).toEqual([null])
  })
})

/** Somebody looking at what is for sale. */
function Visitor() {
  useQuery(getQuery('/api/bootcamps'))
  useQuery(getQuery('/api/bundles'))
  return null
}

test('the soonest comes first, and a draft, a running and an ended one are called so', async () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const dated = (id: number, name: string, from: number, given = {}) =>
    makeAdminBootcamp({ id, name, startDate: inHours(from), endDate: inHours(from + 3), ...given })
  answerBootcamps([
    dated(1, 'Far', 900),
    dated(2, 'Copy', 50, { publishedAt: null }),
    dated(3, 'Running', -1),
    dated(4, 'Kept', -9),
  ])
  open()
  expect(await shownNames()).toEqual(['Running', 'Copy', 'Far', 'Kept'])
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^Select ${name}`) })
  expect(row('Copy')).toHaveTextContent('Draft')
  expect(row('Copy')).not.toHaveTextContent('Active')
  expect(row('Running')).toHaveTextContent('Live now')
  expect(row('Kept')).toHaveTextContent('Ended')
  expect(row('Kept')).toHaveTextContent('2/20 enrolled')
  expect(row('Far')).toHaveTextContent('17/20')
  expect(row('Far')).not.toHaveTextContent('Live now')
})

describe('archiving', () => {
  test('says what becomes of those enrolled instead of asking', async () => {
    answerBootcamps([makeAdminBootcamp({ enrolled: 2 })])
    const sent = answerCall('patch', '/api/admin/bootcamps/1/archive', beginner)
    open()
    await choose('Beginner Bootcamp', 'Archive')
    expect(await screen.findByText('Bootcamp archived')).toBeVisible()
    expect(screen.getByText(/is off sale\. Everyone enrolled keeps their seat\.$/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
    expect(sent.bodies).toHaveLength(1)
  })

  test('can be undone', async () => {
    answerBootcamps([beginner])
    answerCall('patch', '/api/admin/bootcamps/1/archive', beginner)
    const undone = answerCall('patch', '/api/admin/bootcamps/1/unarchive', beginner)
    open()
    await choose('Beginner Bootcamp', 'Archive')
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Bootcamp unarchived')).toBeVisible()
    expect(undone.bodies).toHaveLength(1)
  })
})

test('a change reaches the public lists too', async () => {
  answerBootcamps([beginner])
  answerCall('patch', '/api/admin/bootcamps/1/archive', beginner)
  const { bootcamps, bundles } = answerCatalogue()
  renderWithApp(
    <>
      <Visitor />
      <BootcampsSection />
    </>,
  )
  await choose('Beginner Bootcamp', 'Archive')
  await waitFor(() => expect([bootcamps.times, bundles.times]).toEqual([2, 2]))
})

describe('deleting', () => {
  const confirm = async () => {
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this bootcamp?' })
    expect(dialog).toHaveAccessibleDescription(/Beginner Bootcamp will be permanently deleted/)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  }

  test('asks first, and does nothing on Cancel', async () => {
    answerBootcamps([beginner])
    const sent = answerCall('delete', '/api/admin/bootcamps/1', { message: 'Bootcamp deleted.' })
    open()
    await choose('Beginner Bootcamp', 'Delete')
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(sent.bodies).toEqual([])
    await waitFor(async () => expect(await actionsOf('Beginner Bootcamp')).toHaveFocus())
  })

  test('removes it after a yes', async () => {
    answerBootcamps([beginner])
    const sent = answerCall('delete', '/api/admin/bootcamps/1', { message: 'Bootcamp deleted.' })
    open()
    await choose('Beginner Bootcamp', 'Delete')
    answerBootcamps([])
    await confirm()
    expect(await screen.findByText('Bootcamp deleted')).toBeVisible()
    expect(await screen.findByText('No bootcamps available')).toBeVisible()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(sent.bodies).toHaveLength(1)
  })

  const SOLD = 'This bootcamp has purchases, so it cannot be deleted. Archive it instead.'

  test('offers to archive what was bought, in one click', async () => {
    answerBootcamps([beginner])
    refuseCall('delete', '/api/admin/bootcamps/1', 409, SOLD)
    const archived = answerCall('patch', '/api/admin/bootcamps/1/archive', beginner)
    open()
    await choose('Beginner Bootcamp', 'Delete')
    await confirm()
    const offer = await screen.findByRole('alertdialog', {
      name: "This bootcamp can't be deleted",
    })
    expect(offer).toHaveAccessibleDescription(SOLD)
    expect(archived.bodies).toEqual([])
    await userEvent.click(within(offer).getByRole('button', { name: 'Archive instead' }))
    expect(await screen.findByText('Bootcamp archived')).toBeVisible()
    expect(archived.bodies).toEqual([null])
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  })

  test('only says so when it is archived already', async () => {
    answerBootcamps([over])
    refuseCall('delete', '/api/admin/bootcamps/2', 409, SOLD)
    open('/admin/bootcamps?show=archived')
    await choose('Old Bootcamp', 'Delete')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText(SOLD)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  })
})

describe('a failure', () => {
  const failures = [
    ['Clone', 'post', '/api/admin/bootcamps/1/clone', 'Failed to clone bootcamp'],
    ['Archive', 'patch', '/api/admin/bootcamps/1/archive', 'Failed to archive bootcamp'],
    ['Delete', 'delete', '/api/admin/bootcamps/1', 'Failed to delete bootcamp'],
  ] as const

  async function fail(action: string) {
    open()
    await choose('Beginner Bootcamp', action)
    if (action === 'Delete') {
      await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    }
    expect(await screen.findByText('Error')).toBeVisible()
  }

  test.each(failures)('to %s has words of its own', async (action, method, path, words) => {
    const { asked } = answerBootcamps([beginner])
    breakCall(method, path)
    await fail(action)
    expect(screen.getByText(words)).toBeVisible()
    expect(asked.times).toBe(1)
  })

  test.each(failures)('to %s is told in the words of the server', async (action, method, path) => {
    answerBootcamps([beginner])
    refuseCall(method, path, 403, 'Not today.')
    await fail(action)
    expect(screen.getByText('Not today.')).toBeVisible()
  })

  test.each([
    [500, '', 'Failed to unarchive bootcamp'],
    [403, 'Not today.', 'Not today.'],
  ])('to unarchive (%i) says so', async (status, message, words) => {
    answerBootcamps([over])
    refuseCall('patch', '/api/admin/bootcamps/2/unarchive', status, message)
    open('/admin/bootcamps?show=archived')
    await choose('Old Bootcamp', 'Unarchive')
    expect(await screen.findByText(words)).toBeVisible()
  })
})
