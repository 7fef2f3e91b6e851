import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import { makeCoach } from '@/test/coaching'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { CoachesPanel } from './coaches-panel'

const COACHES = '/api/admin/coaching/coaches'
const ONE = `${COACHES}/3`
const cora = makeCoach()

async function open(coaches = [cora]) {
  answerGet(COACHES, coaches)
  renderWithApp(<CoachesPanel />)
  return within(await screen.findByRole('article', { name: 'Cora Coachman' }))
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('the list of coaches', () => {
  test('shows the rules of each calendar and the week on the coach’s clock', async () => {
    const card = await open()
    expect(card.getByText('Active')).toBeVisible()
    expect(card.getByText('America/New York')).toBeVisible()
    expect(card.getByText('15 min')).toBeVisible()
    expect(card.getByText('24 h')).toBeVisible()
    expect(card.getByText('https://meet.example.test/coach')).toBeVisible()
    expect(card.getByText('9:00 AM – 12:00 PM, 1:00 PM – 5:00 PM')).toBeVisible()
    expect(card.getByText('None. The weekly hours apply.')).toBeVisible()
    expect(card.queryByText('Tuesday')).not.toBeInTheDocument()
  })

  test('warns of a coach without hours', async () => {
    const card = await open([makeCoach({ weeklyHours: [] })])
    expect(card.getByText("No hours yet, so students can't book this coach.")).toBeVisible()
  })

  test('says when there is none', async () => {
    answerGet(COACHES, [])
    renderWithApp(<CoachesPanel />)
    await waitFor(() => expect(screen.getByText('No coaches yet')).toBeVisible())
  })

  test('holds the place while loading', async () => {
    server.use(http.get(`*${COACHES}`, () => delay('infinite')))
    renderWithApp(<CoachesPanel />)
    await screen.findByText('Loading coaches')
  })

  test('tries again after a failure', async () => {
    refuseGet(COACHES, 500, '')
    renderWithApp(<CoachesPanel />)
    const retry = await screen.findByRole('button', { name: 'Retry' })
    answerGet(COACHES, [cora])
    await userEvent.click(retry)
    await screen.findByRole('article', { name: 'Cora Coachman' })
  })

  test('a coach can be switched off', async () => {
    const call = answerCall('patch', ONE, makeCoach({ isActive: false }))
    const card = await open()
    await userEvent.click(card.getByRole('switch', { name: 'Cora Coachman takes bookings' }))
    await waitFor(() =>
      expect(screen.getByText("Coach isn't accepting new bookings")).toBeVisible(),
    )
    expect(call.bodies).toEqual([{ isActive: false }])
    expect(card.getByText('Inactive')).toBeVisible()
  })
})

describe('adding and changing a coach', () => {
  test('sends what was filled in', async () => {
    const call = answerCall('post', COACHES, makeCoach({ id: 4, name: 'Nell New' }))
    await open()
    await press('Add Coach')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Coach' }))
    fill('Email of their account', 'nell@example.test')
    fill('Meeting link', 'https://meet.example.test/nell')
    fill('Buffer after a session', '30')
    await userEvent.click(dialog.getByRole('button', { name: 'Add Coach' }))
    await waitFor(() => expect(screen.getByText('Coach added')).toBeVisible())
    expect(call.bodies).toEqual([
      {
        email: 'nell@example.test',
        meetingUrl: 'https://meet.example.test/nell',
        timezone: 'America/New_York',
        bufferMinutes: 30,
        noticeHours: 24,
      },
    ])
    await screen.findByRole('article', { name: 'Nell New' })
  })

  test('shows the server’s words beside the field and keeps what was typed', async () => {
    const message = 'No active user has this address'
    refuseCall('post', COACHES, 422, message, { email: message })
    await open()
    await press('Add Coach')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Coach' }))
    fill('Email of their account', 'nobody@example.test')
    fill('Meeting link', 'https://meet.example.test/nell')
    await userEvent.click(dialog.getByRole('button', { name: 'Add Coach' }))
    const email = screen.getByLabelText('Email of their account')
    await waitFor(() => expect(email).toHaveAccessibleDescription(message))
    expect(email).toHaveValue('nobody@example.test')
  })

  test('numbers out of bounds are refused before they are sent', async () => {
    await open()
    await press('Edit details')
    await screen.findByRole('dialog', { name: 'Edit Coach' })
    fill('Buffer after a session', '500')
    await press('Save Changes')
    await waitFor(() =>
      expect(screen.getByText('Enter a whole number from 0 to 240')).toBeVisible(),
    )
  })

  test('a change sends everything but the address', async () => {
    const call = answerCall('patch', ONE, makeCoach({ noticeHours: 48 }))
    await open()
    await press('Edit details')
    await screen.findByRole('dialog', { name: 'Edit Coach' })
    expect(screen.queryByLabelText('Email of their account')).not.toBeInTheDocument()
    fill(/^Minimum notice/, '48')
    await press('Save Changes')
    await waitFor(() => expect(screen.getByText('Coach updated')).toBeVisible())
    expect(call.bodies).toEqual([
      {
        meetingUrl: 'https://meet.example.test/coach',
        timezone: 'America/New_York',
        bufferMinutes: 15,
        noticeHours: 48,
      },
    ])
  })
})

describe('the weekly hours', () => {
  async function openHours() {
    await open()
    await press('Edit hours')
    return screen.findByRole('dialog', { name: 'Weekly Hours' })
  }

  test('are sent as a whole', async () => {
    const call = answerCall('put', `${ONE}/hours`, makeCoach({ weeklyHours: [] }))
    await openHours()
    const removals = screen.getAllByRole('button', { name: 'Remove this opening on Monday' })
    await userEvent.click(removals[1] as HTMLElement)
    fill('Monday closes', '11:30')
    const [addOnFriday] = screen.getAllByRole('button', { name: 'Add an opening on Friday' })
    await userEvent.click(addOnFriday as HTMLElement)
    await press('Save Hours')
    await waitFor(() => expect(screen.getByText('Hours saved')).toBeVisible())
    expect(call.bodies).toEqual([
      {
        hours: [
          { weekday: 0, opens: '09:00', closes: '11:30' },
          { weekday: 2, opens: '09:00', closes: '17:00' },
          { weekday: 4, opens: '09:00', closes: '17:00' },
        ],
      },
    ])
  })

  test('a time left out is asked for', async () => {
    await openHours()
    fill('Wednesday opens', '')
    await press('Save Hours')
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        'Enter a start and end time for each opening, or remove it.',
      ),
    )
  })

  test('a refusal is shown in the server’s words', async () => {
    const message = 'An opening on Wednesday is shorter than an hour'
    refuseCall('put', `${ONE}/hours`, 422, message, { hours: message })
    await openHours()
    fill('Wednesday closes', '09:30')
    await press('Save Hours')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(message))
    expect(screen.getByLabelText('Wednesday closes')).toHaveValue('09:30')
  })
})

describe('days that differ', () => {
  const dayOff = {
    id: 8,
    startsAt: '2099-06-05T04:00:00Z',
    endsAt: '2099-06-06T03:59:00Z',
    isAvailable: false,
    note: 'Dentist',
    bookedInside: 2,
  }

  test('say what is still booked in them, and can be removed', async () => {
    answerCall('delete', '/api/admin/coaching/exceptions/8', cora)
    const card = await open([makeCoach({ exceptions: [dayOff] })])
    expect(card.getByText('Off')).toBeVisible()
    expect(card.getByText('Dentist')).toBeVisible()
    expect(card.getByText('2 sessions are still booked in this time.')).toBeVisible()
    await userEvent.click(card.getByRole('button', { name: /^Remove Jun 5 at 12:00 AM/ }))
    await waitFor(() => expect(card.queryByText('Dentist')).not.toBeInTheDocument())
  })

  test('are entered on the coach’s clock', async () => {
    const call = answerCall('post', `${ONE}/exceptions`, makeCoach({ exceptions: [dayOff] }))
    await open()
    await press('Add')
    await screen.findByRole('dialog', { name: 'Date Override' })
    fill('Start date', '2099-06-05')
    fill('Note', 'Dentist')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(screen.getByText('Time off added')).toBeVisible())
    expect(call.bodies).toEqual([
      {
        startsAt: '2099-06-05T04:00:00.000Z',
        endsAt: '2099-06-06T03:59:00.000Z',
        isAvailable: false,
        note: 'Dentist',
      },
    ])
  })

  test('a refused end is shown beside it', async () => {
    const message = 'This is already over'
    refuseCall('post', `${ONE}/exceptions`, 422, message, { endsAt: message })
    await open()
    await press('Add')
    await screen.findByRole('dialog', { name: 'Date Override' })
    await userEvent.click(screen.getByRole('radio', { name: 'Extra hours' }))
    fill('Start date', '2020-06-05')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(screen.getByLabelText('End date')).toHaveAccessibleDescription(
        expect.stringContaining(message),
      ),
    )
  })
})
