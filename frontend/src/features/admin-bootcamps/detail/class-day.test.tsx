import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { describe, expect, test } from 'vitest'
import { site } from '@/lib/site'
import { makeAdminBootcamp, makeAttendee } from '@/test/admin-catalogue'
import { answerCall, refuseCall } from '@/test/calls'
import { renderWithApp } from '@/test/render'
import { answerGet } from '@/test/server'
import { BootcampDetailPage } from './bootcamp-detail-page'

const BOOTCAMP = '/api/admin/bootcamps/7'
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const dated = (from: number) => ({ startDate: inHours(from), endDate: inHours(from + 3) })
const AHEAD = dated(50)
const RUNNING = dated(-1)
const ENDED = dated(-9)

type Bootcamp = ReturnType<typeof makeAdminBootcamp>
type Person = ReturnType<typeof makeAttendee>

async function open(given: Partial<Bootcamp>, attendees: Person[] = []) {
  const bootcamp = makeAdminBootcamp({ id: 7, ...given })
  const nobody = { recipients: [], leftOut: [] }
  answerGet(BOOTCAMP, bootcamp)
  answerGet(`${BOOTCAMP}/attendees`, attendees)
  answerGet(`${BOOTCAMP}/resources`, [])
  answerGet(`${BOOTCAMP}/recipients`, { email: nobody, sms: nobody })
  answerGet(`${BOOTCAMP}/messages`, [])
  answerGet(`${BOOTCAMP}/change-preview`, {
    attendees: 0,
    beingRefunded: 0,
    heldSeats: 0,
    takenSeats: 0,
  })
  renderWithApp(
    <Routes>
      <Route path="/admin/bootcamps/:id" element={<BootcampDetailPage titleId="title" />} />
    </Routes>,
    { at: '/admin/bootcamps/7' },
  )
  await screen.findByRole('heading', { level: 2, name: bootcamp.name })
  return bootcamp
}

const person = (state: NonNullable<Person['attendance']>['state'], given = {}) =>
  makeAttendee({ attendance: { state, cameAt: null, markedAt: null, ...given } })
const people = () => within(screen.getByRole('region', { name: /^Registered Attendees/ }))
const MARK = `${BOOTCAMP}/attendees/${makeAttendee().purchase.id}/attendance`

describe('attendance', () => {
  test('is nothing to speak of before the day', async () => {
    await open(AHEAD, [person('expected')])
    await people().findByText('Grace Hopper')
    expect(people().queryByText('Not joined yet')).not.toBeInTheDocument()
    expect(people().queryByRole('button')).not.toBeInTheDocument()
  })

  test('shows who has joined and when, and who has not', async () => {
    const here = person('joined', { cameAt: '2026-03-02T12:05:00Z' })
    const other = { ...person('expected'), purchase: { ...here.purchase, id: 99 } }
    await open(RUNNING, [here, other])
    expect(await people().findByText('1 of 2 came · 1 not joined yet')).toBeVisible()
    expect(people().getByText(/^Joined \d+:05/)).toBeVisible()
    expect(people().getByText('Not joined yet')).toBeVisible()
  })

  test('is marked, and can be corrected', async () => {
    const marked = person('attended', { markedAt: '2026-03-02T15:00:00Z' })
    await open(ENDED, [person('absent')])
    expect(await people().findByText('0 of 1 came · 1 absent')).toBeVisible()
    const sent = answerCall('put', MARK, marked)
    answerGet(`${BOOTCAMP}/attendees`, [marked])
    const attended = () => people().getByRole('button', { name: 'Attended: Grace Hopper' })
    await userEvent.click(attended())
    expect(await people().findByText('Marked by an admin')).toBeVisible()
    expect(sent.bodies).toEqual([{ attended: true }])
    expect(attended()).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(attended())
    expect(sent.bodies).toHaveLength(1)
    await userEvent.click(people().getByRole('button', { name: 'Absent: Grace Hopper' }))
    await waitFor(() => expect(sent.bodies).toEqual([{ attended: true }, { attended: false }]))
  })

  test('says why it could not be marked', async () => {
    await open(ENDED, [person('absent')])
    refuseCall('put', MARK, 404, 'This person has no seat in this bootcamp.')
    await userEvent.click(await people().findByRole('button', { name: 'Attended: Grace Hopper' }))
    expect(await screen.findByText('This person has no seat in this bootcamp.')).toBeVisible()
  })
})

describe('the page of a bootcamp', () => {
  test('has all that can be done to it, and its addresses', async () => {
    const user = userEvent.setup()
    const { id } = await open({ ...AHEAD, enrolled: 0 })
    const seen = screen.getByRole('link', { name: 'View on site' })
    expect(seen).toHaveAttribute('href', `/checkout?bootcamp=${id}`)
    await user.click(screen.getByRole('button', { name: 'Copy checkout link' }))
    expect(await navigator.clipboard.readText()).toBe(`${site.url}/checkout?bootcamp=${id}`)
    const archived = answerCall('patch', `${BOOTCAMP}/archive`, {})
    await user.click(screen.getByRole('button', { name: 'Archive' }))
    expect(await screen.findByText('Bootcamp archived')).toBeVisible()
    expect(archived.bodies).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    expect(await screen.findByRole('dialog', { name: 'Edit Bootcamp' })).toBeVisible()
  })

  test('of a draft says so, and shows no address', async () => {
    await open({ ...AHEAD, publishedAt: null })
    expect(screen.getByText('Not on sale yet.')).toBeVisible()
    expect(screen.getByText('Draft')).toBeVisible()
    expect(screen.queryByText('Active')).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'View on site' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Edit and publish' }))
    expect(await screen.findByRole('button', { name: 'Save and publish' })).toBeVisible()
  })

  test.each([
    [AHEAD, '17 available'],
    [RUNNING, 'Live now, sales are closed'],
    [ENDED, 'Ended, sales are closed'],
  ])('says where the day stands (%#)', async (when, words) => {
    await open({ ...when, availableSeats: 17 })
    expect(screen.getByText(words)).toBeVisible()
  })
})
