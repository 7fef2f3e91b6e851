import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { makeAdminBootcamp } from '@/test/admin-catalogue'
import { answerCall } from '@/test/calls'
import { field, fill, pick } from '@/test/forms'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet } from '@/test/server'
import { BootcampDialog } from './bootcamp-dialog'
import type { AdminBootcamp } from './bootcamp-form'

const CHANGE = '/api/admin/bootcamps/1'
const PREVIEW = '/api/admin/bootcamps/1/change-preview'
const onClose = vi.fn()

beforeEach(() => onClose.mockClear())

const button = (name: string) => screen.getByRole('button', { name })
const save = () => userEvent.click(button('Save Changes'))

async function openOld(
  given: Partial<AdminBootcamp> = {},
  preview = { attendees: 0, beingRefunded: 0, heldSeats: 0, takenSeats: 0 },
) {
  const asked = answerGet(PREVIEW, preview)
  renderWithApp(<BootcampDialog bootcamp={makeAdminBootcamp(given)} onClose={onClose} />)
  await waitFor(() => expect(asked.times).toBe(1))
  return asked
}

describe('changing a bootcamp', () => {
  test('starts from what it is, on its own clocks', async () => {
    await openOld({
      bootcampType: 'Launch',
      step: 2,
      includesCoaching: true,
      sessionUrl: 'https://meet.example.test/room',
    })
    expect(screen.getByRole('dialog', { name: 'Edit Bootcamp' })).toBeVisible()
    expect(field('Name')).toHaveValue('Beginner Bootcamp')
    expect(field('Description')).toHaveValue('Three live hours in a small group.')
    expect(field('Type')).toHaveTextContent('Launch')
    expect(field('Price')).toHaveValue('995.00')
    expect(field('Max seats')).toHaveValue('20')
    expect(field('Start date')).toHaveValue('2099-10-08')
    expect(field('Start time')).toHaveValue('18:00')
    expect(field('End date')).toHaveValue('2099-10-08')
    expect(field('End time')).toHaveValue('21:00')
    expect(field('Timezone')).toHaveTextContent('America/New_York')
    expect(field('Tagline')).toHaveValue('From an idea to something that works')
    expect(field('Step')).toHaveTextContent('Step 2 · Launch')
    expect(field('Includes a private coaching session')).toBeChecked()
    expect(field('Session link')).toHaveValue('https://meet.example.test/room')
  })

  test('falls back to 10 seats where none are told', async () => {
    await openOld({ maxSeats: 0 })
    expect(field('Max seats')).toHaveValue('10')
  })

  const unchanged = {
    name: 'Beginner Bootcamp',
    description: 'Three live hours in a small group.',
    bootcampType: 'Build',
    price: '995.00',
    maxSeats: 20,
    startDate: '2099-10-08T22:00:00Z',
    endDate: '2099-10-09T01:00:00Z',
    timezone: 'America/New_York',
  }

  test('sends the fields of a bootcamp without its step', async () => {
    const sent = answerCall('patch', CHANGE, makeAdminBootcamp())
    await openOld({}, { attendees: 2, beingRefunded: 0, heldSeats: 0, takenSeats: 2 })
    fill('Name', 'Better Bootcamp')
    await save()
    expect(await screen.findByText('Bootcamp updated')).toBeVisible()
    expect(sent.bodies).toEqual([{ ...unchanged, name: 'Better Bootcamp' }])
    expect(onClose).toHaveBeenCalledOnce()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  test('sends step, coaching, tagline and links only when they are different', async () => {
    const sent = answerCall('patch', CHANGE, makeAdminBootcamp())
    await openOld({ recordingUrl: 'https://video.example.test/1' })
    await pick('Step', 'Step 2 · Launch')
    await userEvent.click(field('Includes a private coaching session'))
    fill('Tagline', '')
    fill('Recording link', '')
    await save()
    await screen.findByText('Bootcamp updated')
    expect(sent.bodies).toEqual([
      { ...unchanged, step: 2, includesCoaching: true, tagline: '', recordingUrl: '' },
    ])
  })

  test('moves the step with the type, but coaches nobody by the way', async () => {
    const sent = answerCall('patch', CHANGE, makeAdminBootcamp())
    await openOld()
    await pick('Type', 'Market')
    await save()
    await screen.findByText('Bootcamp updated')
    expect(sent.bodies).toEqual([{ ...unchanged, bootcampType: 'Market', step: 3 }])
  })

  test('leaves the second of two equal hours where it is', async () => {
    const sent = answerCall('patch', CHANGE, makeAdminBootcamp())
    const twice = { startDate: '2026-11-01T06:30:00Z', endDate: '2026-11-01T08:00:00Z' }
    await openOld(twice)
    expect(field('Start time')).toHaveValue('01:30')
    await save()
    await screen.findByText('Bootcamp updated')
    expect(sent.bodies).toMatchObject([twice])
  })
})

describe('moving a bootcamp', () => {
  const twoPeople = { attendees: 2, beingRefunded: 0, heldSeats: 1, takenSeats: 3 }
  const question = () =>
    screen.findByRole('alertdialog', { name: 'This moves the bootcamp for 2 people' })

  test('that somebody paid for says first how many people it touches', async () => {
    const sent = answerCall('patch', CHANGE, makeAdminBootcamp())
    await openOld({}, twoPeople)
    fill('Start date', '2099-10-15')
    await save()
    expect(await question()).toHaveAccessibleDescription(
      /^Each of them holds a seat and will get an email/,
    )
    expect(sent.bodies).toEqual([])
    await userEvent.click(button('Move and tell 2 people'))
    await screen.findByText('Bootcamp updated')
    expect(sent.bodies).toMatchObject([
      { startDate: '2099-10-15T22:00:00.000Z', endDate: '2099-10-16T01:00:00.000Z' },
    ])
    expect(sent.bodies[0]).not.toHaveProperty('moveNote')
  })

  test('takes a note along, and shows the email before it goes', async () => {
    const sent = answerCall('patch', CHANGE, makeAdminBootcamp())
    const seen = answerCall('post', `${CHANGE}/move-preview`, {
      recipient: 'ada@example.test',
      subject: 'New date: Beginner Bootcamp',
      html: '<p>Cora is ill.</p>',
    })
    await openOld({}, twoPeople)
    fill('Start date', '2099-10-15')
    await save()
    await question()
    fill('Add a note to the email', ' Cora is ill. ')
    await userEvent.click(button('Preview the email'))
    expect(await screen.findByText('As ada@example.test would see it')).toBeVisible()
    expect(screen.getByTitle('Preview of the email')).toHaveAttribute(
      'srcdoc',
      '<p>Cora is ill.</p>',
    )
    expect(seen.bodies).toEqual([
      {
        startDate: '2099-10-15T22:00:00.000Z',
        endDate: '2099-10-16T01:00:00.000Z',
        timezone: 'America/New_York',
        note: ' Cora is ill. ',
      },
    ])
    // Changed, it is no longer what would be sent; asked again, it is still there.
    fill('Add a note to the email', 'Cora is ill, sorry.')
    expect(screen.queryByTitle('Preview of the email')).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    await save()
    await question()
    await userEvent.click(button('Move and tell 2 people'))
    await screen.findByText('Bootcamp updated')
    expect(sent.bodies).toMatchObject([{ moveNote: 'Cora is ill, sorry.' }])
  })

  test('can be thought better of, and what was typed is still there', async () => {
    const sent = answerCall('patch', CHANGE, makeAdminBootcamp())
    await openOld({}, twoPeople)
    await pick('Timezone', 'America/Chicago')
    await save()
    await question()
    await userEvent.click(button('Keep the old date'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(field('Timezone')).toHaveTextContent('America/Chicago')
    expect(sent.bodies).toEqual([])
    expect(onClose).not.toHaveBeenCalled()
  })

  test('asks at the last moment, not when the window was opened', async () => {
    const sent = answerCall('patch', CHANGE, makeAdminBootcamp())
    await openOld()
    answerGet(PREVIEW, { attendees: 1, beingRefunded: 0, heldSeats: 0, takenSeats: 1 })
    fill('End time', '22:00')
    await save()
    expect(
      await screen.findByRole('alertdialog', { name: 'This moves the bootcamp for 1 person' }),
    ).toBeVisible()
    expect(sent.bodies).toEqual([])
  })

  test('that nobody bought needs no question', async () => {
    const sent = answerCall('patch', CHANGE, makeAdminBootcamp())
    await openOld()
    fill('Start date', '2099-10-15')
    await save()
    await screen.findByText('Bootcamp updated')
    expect(sent.bodies).toHaveLength(1)
  })

  test('is not done when it cannot be told whom it touches', async () => {
    const sent = answerCall('patch', CHANGE, makeAdminBootcamp())
    await openOld({}, twoPeople)
    refuseGet(PREVIEW, 503, 'We are briefly away.')
    fill('Start date', '2099-10-15')
    await save()
    expect(await screen.findByText('We are briefly away.')).toBeVisible()
    expect(sent.bodies).toEqual([])
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('the video meeting', () => {
  const meeting = {
    zoomJoinUrl: 'https://zoom.example.test/j/1',
    zoomRegistrationUrl: 'https://zoom.example.test/r/1',
    zoomStartUrl: 'https://zoom.example.test/s/1',
  }

  test.each([
    ['Attendee join URL', meeting.zoomJoinUrl],
    ['Registration URL', meeting.zoomRegistrationUrl],
  ])('shows the %s, to be copied and not changed', async (label, url) => {
    userEvent.setup()
    await openOld({ ...meeting, zoomMeetingId: '812' })
    expect(field(label)).toHaveValue(url)
    expect(field(label)).toHaveAttribute('readonly')
    await userEvent.click(button(`Copy ${label}`))
    expect(await navigator.clipboard.readText()).toBe(url)
    await screen.findByText('Copied')
    expect(screen.getByText('Admin only')).toBeVisible()
    expect(screen.queryByText('No meeting was found.')).not.toBeInTheDocument()
  })

  test('fetches the host link when it is copied, and shows it nowhere', async () => {
    userEvent.setup()
    const asked = answerGet('/api/admin/bootcamps/1/host-link', {
      url: 'https://zoom.example.test/s/1?zak=fresh',
    })
    await openOld({ ...meeting, zoomStartUrl: '', zoomMeetingId: '812' })
    expect(field('Host start URL')).toHaveValue('')
    expect(field('Host start URL')).toHaveAttribute('readonly')
    expect(asked.times).toBe(0)
    await userEvent.click(button('Copy Host start URL'))
    await screen.findByText('Copied')
    expect(await navigator.clipboard.readText()).toBe('https://zoom.example.test/s/1?zak=fresh')
  })

  test('says why a host link could not be copied', async () => {
    refuseGet('/api/admin/bootcamps/1/host-link', 502, 'Zoom is not answering.')
    await openOld({ ...meeting, zoomStartUrl: '', zoomMeetingId: '812' })
    await userEvent.click(button('Copy Host start URL'))
    await screen.findByText('Zoom is not answering.')
    expect(screen.queryByText('Copied')).not.toBeInTheDocument()
  })

  test('copies a pasted host link as it is', async () => {
    userEvent.setup()
    await openOld({ ...meeting, meetingState: 'pasted' })
    await userEvent.click(button('Copy Host start URL'))
    expect(await navigator.clipboard.readText()).toBe(meeting.zoomStartUrl)
  })

  test('does not stand in the way of other changes, whatever its links look like', async () => {
    const sent = answerCall('patch', CHANGE, makeAdminBootcamp())
    await openOld({ zoomJoinUrl: 'http://localhost:8011/j/1', zoomMeetingId: '812' })
    fill('Tagline', 'New')
    await save()
    await screen.findByText('Bootcamp updated')
    expect(sent.bodies).toMatchObject([{ tagline: 'New' }])
  })

  test('says that none was found, and takes pasted links', async () => {
    const sent = answerCall('patch', CHANGE, makeAdminBootcamp())
    await openOld()
    expect(screen.getByText('No meeting was found.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Copy/ })).not.toBeInTheDocument()
    fill('Attendee join URL', 'zoom.example.test/j/1')
    await save()
    expect(await screen.findByText('Use an address that starts with https://')).toBeVisible()
    fill('Attendee join URL', meeting.zoomJoinUrl)
    await save()
    await screen.findByText('Bootcamp updated')
    expect(sent.bodies).toMatchObject([{ zoomJoinUrl: meeting.zoomJoinUrl }])
  })
})
