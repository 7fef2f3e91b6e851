import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { renderWithApp } from '@/test/render'
import { answerGet, server } from '@/test/server'
import type { AuditEntry } from './audit-entries'
import { AuditSection } from './audit-section'

const AUDIT = `${window.location.origin}/api/admin/audit`

function makeEntry(given: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 1,
    createdAt: '2026-03-01T18:30:05.250Z',
    actorId: 7,
    actor: 'Ada Lovelace',
    actingAsId: null,
    actingAs: '',
    action: 'signed in',
    subjectType: 'user',
    subjectId: '7',
    subject: 'Ada Lovelace',
    details: {},
    requestId: 'req-1',
    ...given,
  }
}

/** Answers with these rows and keeps the questions. */
function answerAudit(rows: AuditEntry[], total = rows.length) {
  const asked: string[] = []
  server.use(
    http.get(AUDIT, ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ rows, total })
    }),
  )
  return asked
}

const open = (at = '/admin/audit') => renderWithApp(<AuditSection />, { at })
const searchField = () => screen.getByRole('searchbox', { name: 'Search the audit log' })
const cellsOfFirstRow = async () => {
  const table = await screen.findByRole('table', { name: 'Audit log' })
  const [, first] = within(table).getAllByRole('row')
  if (!first) throw new Error('There is no row')
  return within(first).getAllByRole('cell')
}

describe('the audit log', () => {
  test('says that it is for reading only', () => {
    answerAudit([])
    open()
    expect(
      screen.getByText("Entries are recorded automatically and can't be changed or removed."),
    ).toBeVisible()
  })

  test('lists when, who as whom, what, to whom and the details', async () => {
    answerAudit([
      makeEntry({
        actingAsId: 9,
        actingAs: 'Grace Hopper',
        action: 'Granted role',
        subject: 'Alan Turing',
        subjectId: '12',
        details: { Role: 'Admin', Before: 'Student' },
      }),
    ])
    open()
    const table = await screen.findByRole('table', { name: 'Audit log' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['When', 'Who', 'Action', 'Subject', 'Details'])
    const [when, who, action, subject, details] = await cellsOfFirstRow()
    const time = when?.querySelector('time')
    expect(time).toHaveAttribute('title', '2026-03-01 18:30:05 UTC')
    expect(time).toHaveTextContent('Mar 1, 2026, 1:30 PM EST')
    expect(who).toHaveTextContent('Ada Lovelaceas Grace Hopper')
    expect(action).toHaveTextContent('Granted role')
    expect(subject).toHaveTextContent('Alan TuringUser 12')
    expect(within(subject as HTMLElement).getByRole('link')).toHaveAttribute(
      'href',
      '/admin/users/12',
    )
    expect(details).toHaveTextContent('Role: AdminBefore: Student')
    expect(screen.getByText('1–1 of 1 entry')).toBeVisible()
  })

  test('leads to the list of what has no page of its own, and shows no long id', async () => {
    const subjectId = '8c6f2b6e-1d0a-4f0e-9d36-2f8f5a0f7a11'
    answerAudit([makeEntry({ subjectType: 'bundle', subjectId, subject: 'Complete Bundle' })])
    open()
    const subject = (await cellsOfFirstRow())[3] as HTMLElement
    expect(subject).toHaveTextContent(/^Complete BundleBundle$/)
    expect(within(subject).getByRole('link')).toHaveAttribute('href', '/admin/bundles')
  })

  test.each([
    ['Not signed in', makeEntry({ actorId: null, actor: '' })],
    ['Former user 7', makeEntry({ actor: '' })],
  ])('calls a person without a name "%s"', async (name, entry) => {
    answerAudit([entry])
    open()
    const [, who] = await cellsOfFirstRow()
    expect(who).toHaveTextContent(name)
  })

  test('shows cards instead of a table on a phone', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          ...new EventTarget(),
          matches: query.includes('width <'),
          media: query,
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    )
    answerAudit([makeEntry({ action: 'signed out' })])
    open()
    const list = await screen.findByRole('list', { name: 'Audit log' })
    expect(within(list).getByText('signed out')).toBeVisible()
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })
})

describe('its states', () => {
  test('holds the place while loading', () => {
    server.use(http.get(AUDIT, () => delay('infinite')))
    open()
    expect(screen.getByText('Loading entries')).toBeInTheDocument()
  })

  test('says when nothing has been written down', async () => {
    answerAudit([])
    open()
    expect(await screen.findByText('No entries yet')).toBeVisible()
  })

  test('offers another try after a failure', async () => {
    server.use(
      http.get(AUDIT, () =>
        HttpResponse.json({ message: 'We are briefly away.', fields: {} }, { status: 503 }),
      ),
    )
    open()
    expect(await screen.findByText("The audit log couldn't be loaded")).toBeVisible()
    expect(screen.getByText('We are briefly away.')).toBeVisible()
    answerAudit([makeEntry()])
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('table')).toBeVisible()
  })

  test('leads back from a page that does not exist', async () => {
    const asked = answerAudit([], 30)
    const { router } = open('/admin/audit?page=9')
    expect(await screen.findByText("This page doesn't exist")).toBeVisible()
    answerAudit([makeEntry()], 30)
    await userEvent.click(screen.getByRole('button', { name: 'First page' }))
    expect(await screen.findByRole('table')).toBeVisible()
    expect(router.state.location.search).toBe('')
    expect(asked).toEqual(['?search=&page=9'])
  })
})

describe('searching and turning pages', () => {
  test('asks once after a pause in typing, and keeps the words in the address', async () => {
    const asked = answerAudit([makeEntry()])
    const { router } = open()
    await screen.findByRole('table')
    await userEvent.type(searchField(), 'grace hopper')
    await waitFor(() => expect(router.state.location.search).toBe('?search=grace+hopper'))
    await waitFor(() => expect(asked).toEqual(['?search=&page=1', '?search=grace%20hopper&page=1']))
    expect(router.state.historyAction).toBe('REPLACE')
  })

  test('starts from the address', async () => {
    const asked = answerAudit([makeEntry()], 45)
    open('/admin/audit?search=ada&page=3')
    expect(searchField()).toHaveValue('ada')
    await screen.findByRole('table')
    expect(asked).toEqual(['?search=ada&page=3'])
    expect(screen.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page')
  })

  test.each(['0', '-1', '1.5', 'two', '100001'])('takes page %s for the first', async (page) => {
    const asked = answerAudit([makeEntry()], 45)
    open(`/admin/audit?page=${page}`)
    await screen.findByRole('table')
    expect(asked).toEqual(['?search=&page=1'])
  })

  test('offers pages of 20, five buttons at a time, and goes back with the browser', async () => {
    const rows = Array.from({ length: 20 }, (_, id) => makeEntry({ id }))
    const asked = answerAudit(rows, 121)
    const { router } = open('/admin/audit?search=ada')
    await screen.findByRole('table')
    expect(screen.getByText('1–20 of 121 entries')).toBeVisible()
    const numbers = () =>
      screen.getAllByRole('button', { name: /^Page \d/ }).map((button) => button.textContent)
    expect(numbers()).toEqual(['1', '2', '3', '4', '5'])
    await userEvent.click(screen.getByRole('button', { name: 'Page 5' }))
    await waitFor(() => expect(numbers()).toEqual(['3', '4', '5', '6', '7']))
    expect(router.state.location.search).toBe('?search=ada&page=5')
    await waitFor(() => expect(asked.at(-1)).toBe('?search=ada&page=5'))
    await router.navigate(-1)
    await waitFor(() => expect(numbers()).toEqual(['1', '2', '3', '4', '5']))
  })

  test('returns to the first page when the words change', async () => {
    answerAudit([makeEntry()], 45)
    const { router } = open('/admin/audit?page=2')
    await screen.findByRole('table')
    await userEvent.type(searchField(), 'x')
    await waitFor(() => expect(router.state.location.search).toBe('?search=x'))
  })

  test('says what was searched in vain and clears it', async () => {
    answerAudit([])
    const { router } = open('/admin/audit?search=nobody')
    expect(await screen.findByText('No entries found')).toBeVisible()
    expect(screen.getByText('No entries match “nobody”.')).toBeVisible()
    answerAudit([makeEntry()])
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(await screen.findByRole('table')).toBeVisible()
    expect(searchField()).toHaveValue('')
    expect(router.state.location.search).toBe('')
  })

  test('lets the field follow when one goes back to other words', async () => {
    answerAudit([makeEntry()])
    const { router } = open('/admin/audit?search=ada')
    await screen.findByRole('table')
    await router.navigate('/admin/audit?search=grace')
    await waitFor(() => expect(searchField()).toHaveValue('grace'))
    await router.navigate(-1)
    await waitFor(() => expect(searchField()).toHaveValue('ada'))
  })
})

describe('narrowing', () => {
  test('by who, what and when, chosen in one window and kept in the address', async () => {
    const asked = answerAudit([makeEntry()])
    answerGet('/api/admin/audit/acts', [
      { act: 'added note', words: 'Added a note' },
      { act: 'signed in', words: 'Signed in' },
    ])
    const { router } = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Filter' }))
    const form = screen.getByRole('form', { name: 'Filter the audit log' })
    await userEvent.type(within(form).getByLabelText('Who'), 'ada')
    await userEvent.click(within(form).getByLabelText('Action'))
    await userEvent.type(await screen.findByPlaceholderText('Search actions'), 'note')
    await userEvent.click(await screen.findByRole('option', { name: 'Added a note' }))
    await userEvent.type(within(form).getByLabelText('From'), '2026-11-01')
    await userEvent.click(within(form).getByRole('button', { name: 'Apply' }))
    const narrowed = '?who=ada&act=added+note&since=2026-11-01'
    await waitFor(() => expect(router.state.location.search).toBe(narrowed))
    await waitFor(() =>
      expect(asked.at(-1)).toBe('?search=&who=ada&act=added%20note&since=2026-11-01&page=1'),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Added a note' }))
    await waitFor(() => expect(asked.at(-1)).toBe('?search=&who=ada&since=2026-11-01&page=1'))
  })

  test('to one record, by its address, and takes just that along', async () => {
    answerAudit([])
    const exported: string[] = []
    server.use(
      http.get(`${AUDIT}/export`, ({ request }) => {
        exported.push(new URL(request.url).search)
        return HttpResponse.text('Date,Who')
      }),
    )
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    open('/admin/audit?subjectType=purchase&subjectId=159')
    expect(await screen.findByText('No entries match these filters.')).toBeVisible()
    expect(screen.getByText('FR-000159')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(exported).toEqual(['?search=&subjectType=purchase&subjectId=159']))
  })

  test('leads from whoever did it to their record', async () => {
    answerAudit([makeEntry({ actor: 'Alan Turing', actorId: 12 })])
    open()
    const link = await screen.findByRole('link', { name: 'Alan Turing' })
    expect(link).toHaveAttribute('href', '/admin/users/12')
  })
})
