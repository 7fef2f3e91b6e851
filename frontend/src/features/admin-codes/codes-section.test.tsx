import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { ConfirmPasswordProvider } from '@/session/confirm-password'
import { DeskRights, type Right } from '@/session/rights'
import { answerCall, refuseCall } from '@/test/calls'
import { makeCode, makeCodePage } from '@/test/codes'
import { makeUser } from '@/test/makers'
import { renderWithApp } from '@/test/render'
import { answerGet, server, signIn } from '@/test/server'
import { CodePage } from './code-page'
import { CodesSection } from './codes-section'

const LIST = '/api/admin/codes'
const spring = makeCode()
const OWNER: Right[] = ['desk', 'catalogue', 'money']

function open(rights = OWNER, at = '/admin/codes') {
  renderWithApp(
    <DeskRights value={rights}>
      <CodesSection />
    </DeskRights>,
    { at },
  )
}

const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value } })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** Refuses what is posted there until the password was given; then answers. */
function wantPassword(path: string, answer: object) {
  const sent: unknown[] = []
  const ask = 'Please confirm your password to continue.'
  let isProven = false
  server.use(
    http.post(window.location.origin + path, async ({ request }) => {
      sent.push(await request.json())
      if (isProven) return HttpResponse.json(answer)
      return HttpResponse.json(
        { code: 'password_required', message: ask, fields: { password: ask } },
        { status: 403 },
      )
    }),
    http.post(`${window.location.origin}/api/auth/confirm-password`, () => {
      isProven = true
      return HttpResponse.json({ message: 'Thank you.' })
    }),
  )
  return sent
}

beforeEach(() => {
  signIn(makeUser({ role: 'ADMIN' }))
  answerGet(LIST, makeCodePage([spring]))
  answerGet('/api/admin/bundles', [])
})

describe('the list', () => {
  test('says what a code does, how often it was used and what it brought', async () => {
    open()
    const row = (await screen.findByRole('link', { name: 'SPRING' })).closest('tr')
    const text = row?.textContent
    for (const words of ['Partner Acme', '15%', 'Active', '2 of 20', '$1,692', '11:59 PM EST']) {
      expect(text).toContain(words)
    }
  })

  test('shows support neither sums nor anything to change', async () => {
    answerGet(LIST, makeCodePage([makeCode({ revenue: null as never })]))
    open(['desk'])
    expect(await screen.findByRole('link', { name: 'SPRING' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /Pause|New code|Generate/ })).toBeNull()
    expect(screen.queryByText('Revenue')).toBeNull()
  })

  test('pauses a code, and takes it back by Undo', async () => {
    open()
    await screen.findByRole('link', { name: 'SPRING' })
    const { bodies } = answerCall(
      'patch',
      `${LIST}/3`,
      makeCode({ isActive: false, state: 'paused' }),
    )
    await press('Pause SPRING')
    expect(await screen.findByText('SPRING no longer works.')).toBeVisible()
    expect(bodies).toEqual([{ isActive: false }])
    const again = answerCall('patch', `${LIST}/3`, spring)
    await press('Undo')
    await waitFor(() => expect(again.bodies).toEqual([{ isActive: true }]))
  })
})

describe('a new code', () => {
  test('stays typed when the password is not given, and is sent again as it was when it is', async () => {
    const sent = wantPassword(LIST, spring)
    renderWithApp(
      <ConfirmPasswordProvider>
        <DeskRights value={OWNER}>
          <CodesSection />
        </DeskRights>
      </ConfirmPasswordProvider>,
      { at: '/admin/codes' },
    )
    await press('New code')
    await screen.findByRole('dialog', { name: 'New code' })
    type('Code', 'spring')
    type('Discount', '100 %')
    await press('Create code')
    await screen.findByRole('dialog', { name: 'Confirm your password' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    expect(screen.getByLabelText('Code')).toHaveValue('spring')
    expect(screen.queryByText("The code couldn't be created.")).toBeNull()

    await press('Create code')
    await userEvent.type(await screen.findByLabelText('Password'), 'the right one{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toHaveLength(3)
    expect(sent[2]).toEqual(sent[1])
  })

  test('is sent as it was filled in', async () => {
    const { bodies } = answerCall('post', LIST, spring)
    open()
    await press('New code')
    await screen.findByRole('dialog', { name: 'New code' })
    type('Code', 'spring')
    type('Discount', '15 %')
    type('Ends', '2099-11-20T23:59')
    type('Total uses', '20')
    await press('Create code')
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]).toEqual({
      code: 'SPRING',
      kind: 'percent',
      value: '15',
      startsAt: null,
      endsAt: '2099-11-21T04:59:00.000Z',
      maxUses: 20,
      perPerson: 1,
      forEmail: '',
      note: '',
      scopes: [],
      worksWithSteps: false,
    })
  })

  test('says beside its field what is wrong with it', async () => {
    const { bodies } = refuseCall('post', LIST, 422, 'No', {
      code: "There's already a code with this name",
    })
    open()
    await press('New code')
    await screen.findByRole('dialog', { name: 'New code' })
    type('Code', 'a/b')
    type('Discount', '101')
    await press('Create code')
    expect(await screen.findByText("A discount can't be more than 100%")).toBeVisible()
    expect(screen.getByText(/^Use A–Z, 0–9 and dashes, 3 to 32/)).toBeVisible()
    expect(bodies).toEqual([])
    type('Code', 'harbor partner')
    type('Discount', '15')
    await press('Create code')
    expect(await screen.findByText("There's already a code with this name")).toBeVisible()
    expect(bodies).toMatchObject([{ code: 'HARBOR-PARTNER' }])
  })

  test('asks before what was typed is thrown away', async () => {
    open()
    await press('New code')
    await screen.findByRole('dialog', { name: 'New code' })
    await userEvent.type(screen.getByLabelText('Note'), 'For Acme')
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByText('Discard what you typed?')).toBeVisible()
  })
})

test('many codes at once are generated, and handed over as a file', async () => {
  const { bodies } = answerCall('post', `${LIST}/generate`, { lot: '2026-11-17-ABC', made: 50 })
  open()
  await press('Generate codes')
  await screen.findByRole('dialog', { name: 'Generate codes' })
  type('How many', '501')
  type('Discount', '50')
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Generate codes' }))
  expect(await screen.findByText('Choose a number from 1 to 500')).toBeVisible()
  type('How many', '50')
  type('Prefix', 'acme')
  await userEvent.click(dialog.getByRole('button', { name: 'Generate codes' }))
  expect(await screen.findByRole('dialog', { name: '50 codes are ready' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Export CSV' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show them' })).toHaveAttribute(
    'href',
    '/admin/codes?lot=2026-11-17-ABC',
  )
  expect(bodies[0]).toMatchObject({ count: 50, prefix: 'ACME', value: '50' })
})

test('a used code keeps its discount when it is edited, and only what changed is sent', async () => {
  answerGet(`${LIST}/3`, spring)
  answerGet(`${LIST}/3/uses`, { rows: [], total: 0, totalIsExact: true })
  const { bodies } = answerCall('patch', `${LIST}/3`, spring)
  renderWithApp(
    <DeskRights value={OWNER}>
      <Routes>
        <Route path="/admin/codes/:id" element={<CodePage titleId="title" />} />
      </Routes>
    </DeskRights>,
    { at: '/admin/codes/3' },
  )
  expect(await screen.findByRole('heading', { name: 'SPRING' })).toBeVisible()
  expect(screen.getByText('$298')).toBeVisible()
  expect(await screen.findByText('Nobody has used it yet')).toBeVisible()
  await press('Edit')
  await screen.findByRole('dialog', { name: 'Edit SPRING' })
  expect(screen.getByLabelText('Discount')).toHaveAttribute('readonly')
  type('Total uses', '')
  await press('Save changes')
  await waitFor(() => expect(bodies).toEqual([{ maxUses: null }]))
})
