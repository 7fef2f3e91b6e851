import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { Dialog } from '@/components/ui/dialog'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { renderWithApp } from '@/test/render'
import { answerGet, server, untilAnswered } from '@/test/server'
import { SearchOpener } from './search-opener'

const PLACES = [
  { to: '/admin/users', label: 'Users' },
  { to: '/admin/purchases', label: 'Purchases' },
]
const person = (id: number, name: string) => ({ id, name, email: `${name.toLowerCase()}@x.test` })
const purchase = {
  id: 159,
  receiptNumber: 'FR-000159',
  customer: 'Ana Lima',
  email: 'ana@example.test',
  packageName: 'Build Lab',
  status: 'completed',
  createdAt: '2026-11-01T10:00:00Z',
  canRefund: true,
}
const bootcamp = {
  id: 7,
  name: 'Beginner Bootcamp',
  startDate: '2026-11-26T18:00:00Z',
  timezone: 'America/New_York',
  status: 'archived',
}
const NOTHING = { people: [], purchases: [], bootcamps: [], emails: [], codes: [] }

/** Answers each search with a person of that name, late for those named so. */
function answerByName(late: readonly string[] = []) {
  const asked: string[] = []
  server.use(
    http.get(new URL('/api/admin/search', window.location.origin).href, async ({ request }) => {
      const words = new URL(request.url).searchParams.get('q') ?? ''
      asked.push(words)
      if (late.includes(words)) await delay(400)
      return HttpResponse.json({ ...NOTHING, people: [person(words.length, words)] })
    }),
  )
  return asked
}

function open() {
  const { router } = renderWithApp(<SearchOpener places={PLACES} />, { at: '/admin' })
  lastRouter = router
  return () => router.state.location.pathname
}
let lastRouter: ReturnType<typeof renderWithApp>['router']
const box = () => screen.findByRole('combobox')

test('Ctrl-K opens it anywhere and closes it again, and the focus comes back', async () => {
  open()
  const button = screen.getByRole('button', { name: 'Search' })
  button.focus()
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(await box()).toHaveFocus()
  await userEvent.keyboard('{Control>}k{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(button).toHaveFocus()
  // And once more, after everything is loaded.
  await userEvent.click(button)
  expect(await box()).toHaveFocus()
})

test('each kind is found under its own heading and leads to its record', async () => {
  answerGet('/api/admin/search', {
    people: [person(3, 'Lima'), { id: 4, name: '', email: 'nameless@x.test' }],
    purchases: [purchase],
    bootcamps: [bootcamp],
    emails: [],
    codes: [],
  })
  const here = open()
  await userEvent.click(screen.getByRole('button', { name: 'Search' }))
  await userEvent.type(await box(), 'lima')
  expect(await screen.findByRole('option', { name: 'Lima lima@x.test' })).toBeVisible()
  expect(screen.getByRole('option', { name: 'nameless@x.test' })).toBeVisible()
  expect(screen.getByRole('option', { name: /Beginner Bootcamp · .*26.*Archived/ })).toBeVisible()
  await userEvent.click(
    screen.getByRole('option', { name: 'Ana Lima FR-000159 · Build Lab Completed' }),
  )
  expect(here()).toBe('/admin/purchases/159')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('arrows and Enter do it without a mouse', async () => {
  answerGet('/api/admin/search', { ...NOTHING, people: [person(3, 'Lima'), person(4, 'Limo')] })
  const here = open()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await box(), 'lim')
  await screen.findByRole('option', { name: /^Limo/ })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(here()).toBe('/admin/users/4')
})

test('Enter before the answer opens the first of the words typed, not of the last ones', async () => {
  const asked = answerByName(['lima'])
  const here = open()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await box(), 'lim')
  expect(await screen.findByRole('option', { name: /^lim lim@/ })).toBeVisible()
  await userEvent.type(await box(), 'a{Enter}')
  expect(here()).toBe('/admin')
  await waitFor(() => expect(here()).toBe('/admin/users/4'))
  expect(asked).toEqual(['lim', 'lima'])
})

test('Enter is forgotten when other words are typed after it', async () => {
  answerByName(['lima', 'limab'])
  const here = open()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await box(), 'lima{Enter}b')
  expect(await screen.findByRole('option', { name: /^limab / })).toBeVisible()
  await untilAnswered()
  expect(here()).toBe('/admin')
})

test('two letters ask nobody, and sections are found by their names', async () => {
  const asked = answerByName()
  const here = open()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await box(), 'us')
  expect(await screen.findByRole('option', { name: 'Users' })).toBeVisible()
  await untilAnswered()
  expect(asked).toEqual([])
  await userEvent.keyboard('{Enter}')
  expect(here()).toBe('/admin/users')
})

test('the number of a receipt is a search, however short', async () => {
  answerGet('/api/admin/search', { ...NOTHING, purchases: [purchase] })
  open()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await box(), '9')
  expect(await screen.findByRole('option', { name: /^Ana Lima FR-000159/ })).toBeVisible()
})

test('nothing found is said, and so is a search that failed', async () => {
  answerGet('/api/admin/search', NOTHING)
  open()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await box(), 'zzz')
  expect(await screen.findByText('Nothing found for “zzz”.')).toBeVisible()
  answerGet('/api/admin/search', { message: "That didn't work.", fields: {} }, { status: 500 })
  await userEvent.type(await box(), 'z')
  expect(await screen.findByRole('alert')).toBeVisible()
  answerGet('/api/admin/search', { ...NOTHING, people: [person(3, 'Lima')] })
  await userEvent.clear(await box())
  await userEvent.type(await box(), 'lima')
  expect(await screen.findByRole('option', { name: /^Lima/ })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a guest is a person and opens by the address, whatever stands in it', async () => {
  const email = 'a/b+c&d@example.test'
  answerGet('/api/admin/search', { ...NOTHING, people: [{ id: null, name: 'Ana', email }] })
  const here = open()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await box(), 'ana')
  await userEvent.click(await screen.findByRole('option', { name: `Ana ${email} Guest` }))
  expect(here()).toBe('/admin/users/guest')
  expect(new URLSearchParams(lastRouter.state.location.search).get('email')).toBe(email)
})

test('an email leads to the log, narrowed to it', async () => {
  const found = { id: 5, subject: 'Confirmed', recipient: 'ana@x.test', status: 'SENT' }
  answerGet('/api/admin/search', { ...NOTHING, emails: [{ ...found, createdAt: '' }] })
  const here = open()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await box(), 'confirmed')
  await userEvent.click(await screen.findByRole('option', { name: 'Confirmed ana@x.test' }))
  expect(here()).toBe('/admin/communications/log')
  expect(lastRouter.state.location.search).toBe('?search=ana%40x.test+Confirmed')
})

test('a number opens its purchase; only asked for by name, a refund comes first', async () => {
  const asked: (string | null)[] = []
  server.use(
    http.get(new URL('/api/admin/search', window.location.origin).href, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('q'))
      return HttpResponse.json({ ...NOTHING, purchases: [purchase] })
    }),
  )
  const here = open()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await box(), 'FR-000159')
  expect(await screen.findByRole('option', { name: /^Refund FR-000159/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(here()).toBe('/admin/purchases/159')
  expect(lastRouter.state.location.state).toBeNull()

  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await box(), 'refund lima')
  await screen.findByRole('option', { name: 'Refund FR-000159 · Ana Lima' })
  await userEvent.keyboard('{Enter}')
  expect(lastRouter.state.location.state).toEqual({ act: 'refund' })
  expect(asked.at(-1)).toBe('lima')
})

test('asked for by name, a move comes first and opens its window', async () => {
  const pending = { ...purchase, id: 160, receiptNumber: 'FR-000160', status: 'pending' }
  answerGet('/api/admin/search', { ...NOTHING, purchases: [purchase, pending] })
  const here = open()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await box(), 'move lima')
  expect(await screen.findByRole('option', { name: 'Move FR-000159 · Ana Lima' })).toBeVisible()
  expect(screen.queryByRole('option', { name: /^Move FR-000160/ })).not.toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(here()).toBe('/admin/purchases/159'))
  expect(lastRouter.state.location.state).toEqual({ act: 'move' })
})

test('what cannot be refunded is not offered, and a name alone offers no refund', async () => {
  const given = { ...purchase, canRefund: false }
  answerGet('/api/admin/search', { ...NOTHING, purchases: [given] })
  open()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await box(), 'refund 159')
  await screen.findByRole('option', { name: /^Ana Lima/ })
  expect(screen.queryByRole('option', { name: /^Refund/ })).toBeNull()
  answerGet('/api/admin/search', { ...NOTHING, purchases: [purchase] })
  await userEvent.clear(await box())
  await userEvent.type(await box(), 'lima')
  await screen.findByRole('option', { name: /^Ana Lima/ })
  expect(screen.queryByRole('option', { name: /^Refund/ })).toBeNull()
})

test('acts are found by their names', async () => {
  answerGet('/api/admin/search', NOTHING)
  const here = open()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await box(), 'new boot')
  await userEvent.click(await screen.findByRole('option', { name: 'New bootcamp' }))
  expect(here()).toBe('/admin/bootcamps')
  expect(lastRouter.state.location.state).toEqual({ act: 'create' })
})

function WithWindow() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <SearchOpener places={PLACES} />
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <FormDialogContent title="Email Ada">
          <textarea aria-label="Message" />
        </FormDialogContent>
      </Dialog>
    </>
  )
}

describe('over a window', () => {
  const ctrlK = () => userEvent.keyboard('{Control>}k{/Control}')
  const question = () => screen.queryByRole('alertdialog', { name: 'Discard what you typed?' })
  const palette = () => screen.queryByRole('dialog', { name: 'Search' })

  test('with something typed, that window asks first and nothing is lost', async () => {
    renderWithApp(<WithWindow />, { at: '/admin' })
    await userEvent.type(screen.getByLabelText('Message'), 'Dear Ada')
    await ctrlK()
    await waitFor(() => expect(question()).toBeVisible())
    expect(palette()).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(question()).toBeNull())
    expect(screen.getByLabelText('Message')).toHaveValue('Dear Ada')
    await ctrlK()
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByLabelText('Message')).toBeNull())
    await ctrlK()
    expect(await box()).toHaveFocus()
  })

  test('with nothing typed, or erased again, it opens', async () => {
    renderWithApp(<WithWindow />, { at: '/admin' })
    await userEvent.type(screen.getByLabelText('Message'), 'x{Backspace}')
    await ctrlK()
    expect(await box()).toHaveFocus()
    expect(question()).toBeNull()
  })
})
