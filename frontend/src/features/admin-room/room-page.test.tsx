import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toastStore } from '@/lib/toast'
import { DeskRights, type Right } from '@/session/rights'
import { makeAdminBootcamp } from '@/test/admin-catalogue'
import { answerCall, refuseCall } from '@/test/calls'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { RoomPage } from './room-page'
import type { Person, Room } from './room-query'

const ROOM = '/api/admin/bootcamps/7/room'
const OWNER: Right[] = ['desk', 'catalogue', 'room', 'seats', 'messages']
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

const person = (name: string, given: Partial<Person> = {}): Person => ({
  enrollmentId: name.length * 100 + name.charCodeAt(0),
  purchaseId: name.charCodeAt(0),
  name,
  status: 'not_yet',
  since: null,
  minutes: 0,
  attendance: null,
  ...given,
})

function makeRoom(given: Partial<Room> = {}): Room {
  const people = given.people ?? [
    person('Ana Lima', { status: 'in', since: '2026-03-02T12:05:00Z', minutes: 31 }),
    person('Ben Ode', { status: 'left', since: '2026-03-02T12:25:00Z', minutes: 20 }),
    person('Cy Young'),
  ]
  const count = (status: Person['status']) => people.filter((one) => one.status === status).length
  return {
    asOf: new Date().toISOString(),
    name: 'Evening Class',
    timezone: 'America/New_York',
    startsAt: inMinutes(-36),
    endsAt: inMinutes(84),
    state: 'on',
    counts: { in: count('in'), notYet: count('not_yet'), left: count('left') },
    ...given,
    people,
  }
}

function show(rights: Right[] = OWNER, at = '/admin/bootcamps/7/room') {
  answerGet('/api/admin/bootcamps/7', makeAdminBootcamp({ id: 7, zoomMeetingId: '812' }))
  return renderWithApp(
    <DeskRights value={rights}>
      <Routes>
        <Route path="/admin/bootcamps/:id/room" element={<RoomPage titleId="title" />} />
      </Routes>
    </DeskRights>,
    { at },
  )
}

async function open(given: Partial<Room> = {}, rights: Right[] = OWNER) {
  const asked = answerGet(ROOM, makeRoom(given))
  show(rights)
  await screen.findByRole('heading', { level: 2, name: 'Evening Class' })
  return asked
}

const group = (name: string) => within(screen.getByRole('region', { name }))
const messaging = () => screen.queryByRole('button', { name: /^Message the/ })

describe('the room', () => {
  test('shows who is in, who left and who is missing, each with its time', async () => {
    await open()
    expect(group('In the room (1)').getByText(/^In since \d+:05 [AP]M · 31 min$/)).toBeVisible()
    expect(group('Left (1)').getByText(/^Left at \d+:25 [AP]M · 20 min$/)).toBeVisible()
    expect(group('Not here yet (1)').queryByText('Not joined yet')).not.toBeInTheDocument()
    expect(screen.getAllByRole('definition').map((one) => one.textContent)).toEqual(['1', '1', '1'])
    expect(screen.getByText('Live now, ends in')).toBeVisible()
    expect(screen.getByRole('timer')).toHaveTextContent(/^01:2[34]:\d\d$/)
    expect(await screen.findByRole('button', { name: 'Start' })).toBeVisible()
  })

  test('counts down before it begins, when nobody can be marked yet', async () => {
    await open({ state: 'ahead', startsAt: inMinutes(9), endsAt: inMinutes(129) })
    expect(screen.getByText('Starts in')).toBeVisible()
    expect(screen.getByRole('timer')).toHaveTextContent(/^0[89]:\d\d$/)
    expect(screen.queryByRole('button', { name: /^Absent/ })).not.toBeInTheDocument()
    expect(messaging()).toBeVisible()
  })

  test.each([
    [{ state: 'over', endsAt: inMinutes(-1) } as const, 'This class is over.'],
    [{ state: 'canceled' } as const, 'This class was canceled.'],
  ])('says that it is not on (%#), and writes to nobody', async (given, words) => {
    await open(given)
    expect(screen.getByText(words)).toBeVisible()
    expect(messaging()).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Start' })).not.toBeInTheDocument()
  })

  test('says that nobody has a seat yet', async () => {
    await open({ people: [] })
    expect(screen.getByText('No attendees registered yet')).toBeVisible()
    expect(messaging()).not.toBeInTheDocument()
  })

  test('is loading, then broken, then there', async () => {
    refuseGet(ROOM, 500, 'Something went wrong.')
    show()
    expect(screen.getByText('Loading the room')).toBeInTheDocument()
    expect(await screen.findByText("The room couldn't be loaded")).toBeVisible()
    answerGet(ROOM, makeRoom())
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Evening Class' })).toBeVisible()
  })

  test('that is not there, or not theirs, says so', async () => {
    refuseGet(ROOM, 404, 'Bootcamp not found.')
    show()
    expect(await screen.findByText('Room not found')).toBeVisible()
  })

  test('is looked into by a role without its acts', async () => {
    await open({}, ['room'])
    expect(screen.queryByRole('link', { name: 'Ana Lima' })).not.toBeInTheDocument()
    expect(screen.getByText('Ana Lima')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Absent/ })).not.toBeInTheDocument()
    expect(messaging()).not.toBeInTheDocument()
  })

  test('is closed to a role without the right', async () => {
    const asked = answerGet(ROOM, makeRoom())
    show(['desk'])
    expect(await screen.findByText("Your role doesn't include this page")).toBeVisible()
    expect(asked.times).toBe(0)
  })
})

describe('by the clock', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  test('somebody who joins appears by themselves', async () => {
    await open({ people: [person('Cy Young')] })
    answerGet(ROOM, makeRoom({ people: [person('Cy Young', { status: 'in' })] }))
    await pass(3100)
    expect(await screen.findByRole('region', { name: 'In the room (1)' })).toBeVisible()
  })

  test('without a network the last list stays and says how old it is', async () => {
    await open()
    expect(screen.getByText('Live')).toBeVisible()
    server.use(http.get(new URL(ROOM, window.location.origin).href, () => HttpResponse.error()))
    await pass(12_000)
    expect(await screen.findByText(/^No connection\. This list is from \d/)).toBeVisible()
    expect(screen.getByText('Ana Lima')).toBeVisible()
    // A mark made meanwhile makes the list no fresher.
    refuseCall('put', '/api/admin/bootcamps/7/attendees/67/attendance', 503, 'Briefly away.')
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(screen.getByRole('button', { name: 'Absent: Cy Young' }))
    expect(screen.getByText(/^No connection\./)).toBeVisible()
    answerGet(ROOM, makeRoom())
    await pass(3100)
    expect(await screen.findByText('Live')).toBeVisible()
  })
})

describe('a mark', () => {
  const MARK = '/api/admin/bootcamps/7/attendees/67/attendance'
  const absent = () => screen.getByRole('button', { name: 'Absent: Cy Young' })

  test('is one tap, shown at once, and undone from the notice', async () => {
    await open()
    const sent = answerCall('put', MARK, {})
    answerGet(ROOM, makeRoom({ people: [person('Cy Young', { attendance: 'absent' })] }))
    await userEvent.click(absent())
    expect(absent()).toHaveAttribute('aria-pressed', 'true')
    expect(await screen.findByText('Cy Young marked absent')).toBeVisible()
    expect(sent.bodies).toEqual([{ attended: false }])
    answerGet(ROOM, makeRoom({ people: [person('Cy Young')] }))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(sent.bodies).toEqual([{ attended: false }, { attended: null }]))
    await waitFor(() => expect(absent()).toHaveAttribute('aria-pressed', 'false'))
  })

  test('each of several quick marks is answered with a notice of its own', async () => {
    await open({ people: [person('Cy Young'), person('Bo Bell')] })
    server.use(
      http.put('*/api/admin/bootcamps/7/attendees/:id/attendance', async () => {
        await delay(30)
        return HttpResponse.json({})
      }),
    )
    const told: unknown[] = []
    const stop = toastStore.subscribe(() => told.push(toastStore.read()[0]?.title))
    fireEvent.click(absent())
    fireEvent.click(screen.getByRole('button', { name: 'Absent: Bo Bell' }))
    await waitFor(() => expect(told).toContain('Bo Bell marked absent'))
    stop()
    expect(told).toContain('Cy Young marked absent')
  })

  test('is taken back by the same tap again', async () => {
    const cy = person('Cy Young', { attendance: 'absent' })
    await open({ people: [cy] })
    expect(screen.getByText('Marked absent')).toBeVisible()
    const sent = answerCall('put', MARK, {})
    await userEvent.click(absent())
    await waitFor(() => expect(sent.bodies).toEqual([{ attended: null }]))
  })

  test('that is refused goes, in words', async () => {
    await open()
    refuseCall('put', MARK, 404, 'This person has no seat in this bootcamp.')
    await userEvent.click(absent())
    expect(await screen.findByText('This person has no seat in this bootcamp.')).toBeVisible()
    expect(absent()).toHaveAttribute('aria-pressed', 'false')
  })
})

describe('a message to those who are missing', () => {
  const MESSAGE = `${ROOM}/message`
  const BATCH = '0b2f1a54-4a83-4f0e-9a68-3d1f5a3f0c11'

  async function write(reach = { notHere: 2, email: 2, text: 1 }) {
    await open()
    answerGet(MESSAGE, reach)
    await userEvent.click(screen.getByRole('button', { name: "Message the 2 who aren't here" }))
    await screen.findByRole('radio', { name: `Email (reaches ${reach.email} of 2)` })
    return within(screen.getByRole('dialog'))
  }

  test('says whom it reaches, goes once, and can be undone', async () => {
    const dialog = await write()
    const sent = answerCall('post', MESSAGE, { reaches: 2, batchId: BATCH })
    await userEvent.click(dialog.getByRole('button', { name: 'Email 2 people' }))
    expect(await screen.findByText('Sending to 2 people')).toBeVisible()
    expect(sent.bodies).toEqual([
      {
        channel: 'email',
        to: 'not_here',
        words: "Hi {firstName}, we've started. Join here: {zoomLink}",
        idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
        undoSeconds: 10,
      },
    ])
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    const undone = answerCall('delete', `/api/admin/bootcamps/7/messages/${BATCH}`, {})
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Message not sent')).toBeVisible()
    expect(undone.bodies).toHaveLength(1)
  })

  test('after a lost answer the next try has the same key', async () => {
    const dialog = await write()
    const lost = refuseCall('post', MESSAGE, 503, "We're briefly unavailable.")
    await userEvent.click(dialog.getByRole('radio', { name: 'Text message (reaches 1 of 2)' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Text 1 person' }))
    expect(await dialog.findByText("We're briefly unavailable.")).toBeVisible()
    const sent = answerCall('post', MESSAGE, { reaches: 1, batchId: BATCH })
    await userEvent.click(dialog.getByRole('button', { name: 'Text 1 person' }))
    expect(await screen.findByText('Sending to 1 person')).toBeVisible()
    expect(sent.bodies).toEqual(lost.bodies)
    expect(sent.bodies).toMatchObject([{ channel: 'text' }])
  })

  test('is not offered by text where nobody agreed, nor without words', async () => {
    const dialog = await write({ notHere: 2, email: 2, text: 0 })
    expect(dialog.getByRole('radio', { name: 'Text message (reaches 0 of 2)' })).toBeDisabled()
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Message' }))
    expect(dialog.getByRole('button', { name: 'Email 2 people' })).toBeDisabled()
  })

  test('whoever was marked present is not missing', async () => {
    await open({ people: [person('Cy Young', { attendance: 'present' }), person('Dee Poe')] })
    expect(messaging()).toHaveTextContent("Message the 1 who isn't here")
  })
})
