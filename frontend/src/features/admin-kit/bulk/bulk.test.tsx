import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { DeskRights, type Right } from '@/session/rights'
import { makeAdminBootcamp } from '@/test/admin-catalogue'
import { renderWithApp } from '@/test/render'
import { answerGet, server } from '@/test/server'
import { DataList } from '../data-list'
import { BulkBar } from './bulk-bar'
import { BulkProgress } from './bulk-progress'
import type { BulkKind } from './bulk-words'
import { follow } from './current-act'
import { useSelection } from './selection'

const ACTS = `${window.location.origin}/api/admin/bulk-acts`
const people = ['Ada', 'Bo', 'Cy'].map((name, index) => ({ id: index + 1, name }))
const words = { label: 'People', one: 'person', many: 'people', failed: 'Failed', pages: 'Pages' }

function List({ kinds, total = 3 }: { kinds: readonly BulkKind[]; total?: number }) {
  const selection = useSelection('all')
  const page = { rows: people, total }
  return (
    <>
      <BulkProgress />
      <BulkBar
        selection={selection}
        subject="purchases"
        kinds={kinds}
        words={words}
        page={page}
        filter={{ purchases: { search: 'a' } }}
        bootcampId={7}
      />
      <DataList
        words={words}
        query={{
          data: page,
          error: null,
          isFetching: false,
          isPlaceholderData: false,
          refetch: () => undefined,
        }}
        page={1}
        onPageChange={() => undefined}
        idOf={({ id }) => id}
        columns={[{ name: 'Name', cell: ({ name }) => name }]}
        card={({ name }) => name}
        choosing={{ selection, idOf: ({ id }) => id, nameOf: ({ name }) => name }}
        empty={null}
      />
    </>
  )
}

const open = (kinds: readonly BulkKind[], rights: readonly Right[] | null = null, total = 3) =>
  renderWithApp(
    <DeskRights value={rights}>
      <List kinds={kinds} total={total} />
    </DeskRights>,
    { at: '/admin/purchases' },
  )

const makeAct = (changes: object = {}) => ({
  id: 5,
  kind: 'note',
  subject: 'purchases',
  state: 'running',
  total: 3,
  done: 1,
  failed: 0,
  createdAt: '2026-11-16T10:00:00Z',
  beginsAt: '2026-11-16T10:00:00Z',
  finishedAt: null,
  stoppedBecause: '',
  failures: [],
  ...changes,
})

function answerStart() {
  const sent: Record<string, unknown>[] = []
  server.use(
    http.post(ACTS, async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>)
      return HttpResponse.json(makeAct())
    }),
    http.get(`${ACTS}/5`, () => HttpResponse.json(makeAct({ state: 'done', done: 3 }))),
  )
  return sent
}

const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })

describe('choosing rows', () => {
  test('takes no line of its own on a phone', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('width <'),
          media: query,
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    )
    open(['note'])
    const [card] = within(screen.getByRole('list', { name: 'People' })).getAllByRole('listitem')
    expect(card).toContainElement(box('Ada'))
    expect(screen.queryByText('Select')).toBeNull()
    await userEvent.click(box('Ada'))
    expect(screen.getByText('1 person selected')).toBeVisible()
    vi.mocked(window.matchMedia).mockRestore()
  })

  test('counts what is chosen and forgets it on demand', async () => {
    open(['note'])
    expect(screen.queryByRole('region', { name: 'Chosen rows' })).not.toBeInTheDocument()
    await userEvent.click(box('Ada'))
    expect(screen.getByText('1 person selected')).toBeVisible()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    expect(screen.getByText('3 people selected')).toBeVisible()
    await userEvent.click(box('Bo'))
    expect(screen.getByText('2 people selected')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(box('Ada')).not.toBeChecked()
  })

  test('keeps the place of the keyboard when what was pressed goes away', async () => {
    open(['note'], null, 1000)
    const page = () => screen.getByRole('checkbox', { name: 'Select all on this page' })
    await userEvent.click(box('Ada'))
    await userEvent.click(screen.getByRole('button', { name: 'Select all 1,000 that match' }))
    expect(screen.getByRole('region', { name: 'Chosen rows' })).toHaveFocus()
    screen.getByRole('button', { name: 'Clear selection' }).focus()
    await userEvent.keyboard('{Enter}')
    expect(page()).toHaveFocus()
    // Whoever takes the last one off stands on its box, and stays there.
    await userEvent.click(box('Bo'))
    await userEvent.keyboard(' ')
    expect(box('Bo')).toHaveFocus()
  })

  test('gives the focus back to the act that was dismissed by Escape', async () => {
    open(['note'])
    await userEvent.click(box('Ada'))
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
    await screen.findByRole('form', { name: 'Add note' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add note' })).toHaveFocus())
  })

  test('offers only what the role may do', async () => {
    open(['resend_confirmation', 'message', 'note'], ['desk', 'money'])
    await userEvent.click(box('Ada'))
    expect(screen.getByRole('button', { name: 'Add note' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Email' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Resend confirmation' })).not.toBeInTheDocument()
  })
})

describe('starting', () => {
  test('sends the chosen rows with the words, and follows the act to its end', async () => {
    const sent = answerStart()
    open(['note'])
    await userEvent.click(box('Cy'))
    await userEvent.click(box('Ada'))
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
    const form = await screen.findByRole('form', { name: 'Add note' })
    await userEvent.type(within(form).getByLabelText('Note'), 'Called.')
    await userEvent.click(within(form).getByRole('button', { name: 'Add to 2 people' }))
    expect(await screen.findByText('3 of 3 done.')).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({
      kind: 'note',
      subject: 'purchases',
      ids: [3, 1],
      text: 'Called.',
    })
    expect(box('Ada')).not.toBeChecked()
    const page = screen.getByRole('checkbox', { name: 'Select all on this page' })
    expect(page).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('region', { name: 'Bulk action' })).not.toBeInTheDocument()
    expect(page).toHaveFocus()
  })

  test('says how many all that match are before it is started', async () => {
    const sent = answerStart()
    server.use(http.post(`${ACTS}/count`, () => HttpResponse.json({ total: 5000, most: 10_000 })))
    open(['resend_confirmation'], null, 1000)
    await userEvent.click(box('Ada'))
    await userEvent.click(screen.getByRole('button', { name: 'Select all 1,000 that match' }))
    expect(box('Cy')).toBeChecked()
    await userEvent.click(screen.getByRole('button', { name: 'Resend confirmation' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Resend to 5,000 people' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ purchases: { search: 'a' } })
    expect(sent[0]).not.toHaveProperty('ids')
  })

  test('refuses more than one act can take', async () => {
    server.use(http.post(`${ACTS}/count`, () => HttpResponse.json({ total: 10_001, most: 10_000 })))
    open(['note'], null, 20_000)
    await userEvent.click(box('Ada'))
    await userEvent.click(screen.getByRole('button', { name: 'Select all 20,000 that match' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
    expect(await screen.findByRole('alert')).toHaveTextContent("That's more than 10,000.")
    expect(screen.getByRole('button', { name: /^Add to/ })).toBeDisabled()
  })

  test('an early price for several is checked here and sent with its end', async () => {
    const sent = answerStart()
    open(['early_price'])
    await userEvent.click(box('Ada'))
    await userEvent.click(screen.getByRole('button', { name: 'Early price' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Price'), '$380')
    await userEvent.click(dialog.getByRole('button', { name: 'Add to 1 person' }))
    expect(await dialog.findByText('Say until when it holds, or for how many seats')).toBeVisible()
    await userEvent.type(dialog.getByLabelText('First seats'), '6')
    await userEvent.click(dialog.getByRole('button', { name: 'Add to 1 person' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      kind: 'early_price',
      ids: [1],
      earlyPrice: { price: '380', until: null, firstSeats: 6 },
    })
  })

  test('moves to a date picked by typing, and puts a refusal beside its field', async () => {
    answerGet('/api/admin/bootcamps/options', [
      makeAdminBootcamp({ id: 7, name: 'Where they are' }),
      makeAdminBootcamp({ id: 8 }),
    ])
    const sent: unknown[] = []
    server.use(
      http.post(ACTS, async ({ request }) => {
        sent.push(await request.json())
        const fields = { text: 'At least 3 characters' }
        return HttpResponse.json(
          { code: 'invalid', message: 'Please check.', fields },
          { status: 422 },
        )
      }),
    )
    open(['move'])
    await userEvent.click(box('Ada'))
    await userEvent.click(screen.getByRole('button', { name: 'Move' }))
    const form = await screen.findByRole('form', { name: 'Move' })
    await userEvent.click(within(form).getByLabelText('To'))
    await userEvent.click(await screen.findByRole('option', { name: /^Beginner Bootcamp/ }))
    expect(screen.queryByRole('option', { name: /Where they are/ })).not.toBeInTheDocument()
    await userEvent.click(within(form).getByRole('button', { name: 'Move 1 person' }))
    expect(await within(form).findByText('At least 3 characters')).toBeVisible()
    expect(sent).toMatchObject([{ fromBootcampId: 7, toBootcampId: 8 }])
  })
})

describe('following', () => {
  test('shows how far it is, and cancels', async () => {
    let act = makeAct()
    server.use(
      http.get(`${ACTS}/5`, () => HttpResponse.json(act)),
      http.post(`${ACTS}/5/cancel`, () => {
        act = makeAct({ state: 'stopped', stoppedBecause: 'Canceled.' })
        return HttpResponse.json(act)
      }),
    )
    follow(5)
    open([])
    expect(await screen.findByText('1 of 3 done.')).toBeVisible()
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('1 of 3 done. Canceled.')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Bulk action' })).toHaveFocus()
  })

  test('offers Undo until it begins', async () => {
    answerGet('/api/admin/bulk-acts/5', makeAct({ kind: 'message', state: 'waiting', done: 0 }))
    follow(5)
    open([])
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  })

  test('names each failure with its reason and a link to the record', async () => {
    const failures = [
      { subjectId: 9, name: 'FR-000009 · Ada', reason: 'Only a completed purchase.' },
    ]
    answerGet('/api/admin/bulk-acts/5', makeAct({ state: 'done', done: 2, failed: 1, failures }))
    follow(5)
    open([])
    await userEvent.click(await screen.findByText('What failed, and why'))
    expect(screen.getByRole('link', { name: 'FR-000009 · Ada' })).toHaveAttribute(
      'href',
      '/admin/purchases/9',
    )
    expect(screen.getByText(/Only a completed purchase/)).toBeVisible()
  })

  test('goes on following after a look that failed, so that Undo stays', async () => {
    answerGet('/api/admin/bulk-acts/5', makeAct({ kind: 'message', state: 'waiting', done: 0 }))
    follow(5)
    open([])
    const undo = await screen.findByRole('button', { name: 'Undo' })
    const failed = answerGet('/api/admin/bulk-acts/5', { message: 'Away' }, { status: 502 })
    await waitFor(() => expect(failed.times).toBeGreaterThan(1), { timeout: 4000 })
    expect(undo).toBeVisible()
    answerGet('/api/admin/bulk-acts/5', makeAct({ kind: 'message', state: 'done', done: 2 }))
    expect(await screen.findByText('2 of 3 done.', {}, { timeout: 4000 })).toBeVisible()
  })

  test('forgets an act that is no longer there', async () => {
    answerGet('/api/admin/bulk-acts/5', { message: 'Not found', fields: {} }, { status: 404 })
    follow(5)
    open([])
    await waitFor(() => expect(sessionStorage.getItem('desk-bulk-act')).toBeNull())
  })
})
