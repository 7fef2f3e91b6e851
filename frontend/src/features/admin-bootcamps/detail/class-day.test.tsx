import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { describe, expect, test } from 'vitest'
import { site } from '@/lib/site'
import { makeAdminBootcamp, makeAttendee, makeCohortMoney } from '@/test/admin-catalogue'
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
  answerGet(`${BOOTCAMP}/money`, makeCohortMoney())
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
      <Route path="/admin/bootcamps/:id/:tab?" element={<BootcampDetailPage titleId="title" />} />
    </Routes>,
    { at: '/admin/bootcamps/7' },
  )
  await screen.findByRole('heading', { level: 2, name: bootcamp.name })
  return bootcamp
}

const person = (state: NonNullable<Person['attendance']>['state'], given = {}) =>
  makeAttendee({
    attendance: { state, cameAt: null, minutes: null, markedAt: null, markedBy: '', ...given },
  })
const people = () => within(screen.getByRole('region', { name: /^Registered Attendees/ }))
const MARK = `${BOOTCAMP}/attendees/${makeAttendee().purchase.id}/attendance`

describe('attendance', () => {
  test('is nothing to speak of before the day', async () => {
    await open(AHEAD, [person('expected')])
    await people().findByText('Grace Hopper')
    expect(people().queryByText('Not joined yet')).not.toBeInTheDocument()
    expect(people().queryByRole('button', { name: /Grace Hopper/ })).not.toBeInTheDocument()
  })

  test('shows who has joined and when, and who has not', async () => {
    const here = person('joined', { cameAt: '2026-03-02T12:05:00Z', minutes: 31 })
    const other = { ...person('expected'), purchase: { ...here.purchase, id: 99 } }
    await open(RUNNING, [here, other])
    expect(await people().findByText('1 of 2 came · 1 not joined yet')).toBeVisible()
    expect(people().getByText(/^Joined \d+:05/)).toBeVisible()
    expect(
      people()
        .getAllByText(/ min in class$/)
        .map((one) => one.textContent),
    ).toEqual(['31 min in class'])
    expect(people().getByText('Not joined yet')).toBeVisible()
  })

  test('is marked with one tap, corrected with another, and unmarked by the same again', async () => {
    const marked = person('attended', { markedAt: '2026-03-02T15:00:00Z', markedBy: 'Dana Cole' })
    await open(ENDED, [person('absent')])
    expect(await people().findByText('0 of 1 came · 1 absent')).toBeVisible()
    const sent = answerCall('put', MARK, marked)
    answerGet(`${BOOTCAMP}/attendees`, [marked])
    const attended = () => people().getByRole('button', { name: 'Attended: Grace Hopper' })
    await userEvent.click(attended())
    expect(await people().findByText('Marked by Dana Cole, Mar 2')).toBeVisible()
    expect(sent.bodies).toEqual([{ attended: true }])
    expect(attended()).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(people().getByRole('button', { name: 'Absent: Grace Hopper' }))
    await waitFor(() => expect(sent.bodies).toEqual([{ attended: true }, { attended: false }]))
    await waitFor(() => expect(attended()).toBeEnabled())
    answerGet(`${BOOTCAMP}/attendees`, [person('absent')])
    await userEvent.click(attended())
    await waitFor(() => expect(people().queryByText(/^Marked by/)).not.toBeInTheDocument())
    expect(sent.bodies.at(-1)).toEqual({ attended: null })
    expect(attended()).toHaveAttribute('aria-pressed', 'false')
  })

  test('is watched from an hour before, when nobody can be marked yet', async () => {
    await open(dated(0.5), [person('expected')])
    expect(await people().findByText('Not joined yet')).toBeVisible()
    expect(people().queryByRole('button', { name: /Grace Hopper/ })).not.toBeInTheDocument()
  })

  test('says why it could not be marked', async () => {
    await open(ENDED, [person('absent')])
    refuseCall('put', MARK, 404, 'This person has no seat in this bootcamp.')
    await userEvent.click(await people().findByRole('button', { name: 'Attended: Grace Hopper' }))
    expect(await screen.findByText('This person has no seat in this bootcamp.')).toBeVisible()
  })
})

describe('the head', () => {
  const meeting = { zoomMeetingId: '812', meetingState: 'ready' } as const

  test.each([
    [24 * 12 + 1, 'In 12 days'],
    [3.26, 'Live in 3 h 16 min'],
    [2, 'Live in 2 h'],
    [0.15, 'Live in 9 min'],
  ])('says how far away it is (%d hours)', async (hours, words) => {
    await open({ ...dated(hours), ...meeting })
    expect(screen.getByText(words)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Start' })).toBeVisible()
    expect(screen.queryByText('Live now')).not.toBeInTheDocument()
  })

  test('says until when it is live, and starts it by the pasted link', async () => {
    await open({ ...RUNNING, sessionUrl: 'https://meet.example.test/abc' })
    expect(screen.getByText(/^Live now until \d+:\d\d [AP]M$/)).toBeVisible()
    const start = screen.getByRole('link', { name: 'Start' })
    expect(start).toHaveAttribute('href', 'https://meet.example.test/abc')
  })

  test('leads into the room from an hour before', async () => {
    const { id } = await open({ ...dated(0.9), ...meeting })
    expect(screen.getByRole('link', { name: 'Room' })).toHaveAttribute(
      'href',
      `/admin/bootcamps/${id}/room`,
    )
  })

  test('has no room to look into hours before', async () => {
    await open({ ...dated(2), ...meeting })
    expect(screen.queryByRole('link', { name: 'Room' })).not.toBeInTheDocument()
  })

  test('has nothing to start when it is over', async () => {
    await open({ ...ENDED, ...meeting })
    expect(screen.queryByText(/Live|available/)).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Start' })).not.toBeInTheDocument()
  })

  test('leads to every part, each at its own address', async () => {
    const { id } = await open({ ...AHEAD, name: 'Evening Class' })
    const parts = within(screen.getByRole('navigation', { name: 'Parts of this bootcamp' }))
    expect(
      parts.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['People', `/admin/bootcamps/${id}`],
      ['Waiting list', `/admin/bootcamps/${id}/waiting`],
      ['Messages', `/admin/bootcamps/${id}/messages`],
      ['Resources', `/admin/bootcamps/${id}/resources`],
      ['Meeting', `/admin/bootcamps/${id}/meeting`],
      ['Prices', `/admin/bootcamps/${id}/prices`],
      ['Money', `/admin/bootcamps/${id}/money`],
      ['Settings', `/admin/bootcamps/${id}/settings`],
    ])
    expect(parts.getByRole('link', { current: 'page' })).toHaveTextContent('People')
    answerGet(
      `${BOOTCAMP}/money`,
      makeCohortMoney({ received: '3000.00', givenBack: '500.50', kept: '2499.50' }),
    )
    await userEvent.click(parts.getByRole('link', { name: 'Money' }))
    expect(parts.getByRole('link', { current: 'page' })).toHaveTextContent('Money')
    const money = within(screen.getByRole('region', { name: 'Money' }))
    expect(await money.findByText('$2,499.50')).toBeVisible()
    expect(money.getByText('−$500.50')).toBeVisible()
    expect(money.getByRole('link', { name: 'Purchases' })).toHaveAttribute(
      'href',
      `/admin/purchases?cohort=${id}`,
    )
  })
})

describe('the page of a bootcamp', () => {
  test('has all that can be done to it, and its addresses', async () => {
    const user = userEvent.setup()
    const { id } = await open({ ...AHEAD, enrolled: 0 })
    const menu = screen.getByRole('button', { name: 'More actions' })
    await user.click(menu)
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      ...['Clone', 'Archive', 'View on site', 'Copy checkout link'],
    ])
    const seen = screen.getByRole('menuitem', { name: 'View on site' })
    expect(seen).toHaveAttribute('href', `/checkout?bootcamp=${id}`)
    await user.click(screen.getByRole('menuitem', { name: 'Copy checkout link' }))
    expect(await navigator.clipboard.readText()).toBe(`${site.url}/checkout?bootcamp=${id}`)
    const archived = answerCall('patch', `${BOOTCAMP}/archive`, {})
    await user.click(menu)
    await user.click(screen.getByRole('menuitem', { name: 'Archive' }))
    expect(await screen.findByText('Bootcamp archived')).toBeVisible()
    expect(archived.bodies).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Copy to dates…' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    expect(await screen.findByRole('dialog', { name: 'Edit Bootcamp' })).toBeVisible()
  })

  test('of a draft says so, and shows no address', async () => {
    await open({ ...AHEAD, publishedAt: null })
    expect(screen.getByText('Not on sale yet.')).toBeVisible()
    expect(screen.getByText('Draft')).toBeVisible()
    expect(screen.queryByText('Active')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }))
    expect(screen.getByRole('menuitem', { name: 'Clone' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'View on site' })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Edit and publish' }))
    expect(await screen.findByRole('button', { name: 'Save and publish' })).toBeVisible()
  })

  test('of a draft with a time says when it goes on sale, and lets go of it', async () => {
    const at = { publishAt: '2099-11-20T14:00:00Z', startDate: '2099-12-01T14:00:00Z' }
    await open({ ...at, endDate: '2099-12-01T17:00:00Z', publishedAt: null })
    expect(screen.getByText('Goes on sale Fri, Nov 20, 2099, 9:00 AM EST.')).toBeVisible()
    const canceled = answerCall('delete', `${BOOTCAMP}/publish`, {})
    await userEvent.click(screen.getByRole('button', { name: 'Cancel publishing' }))
    expect(await screen.findByText('Publishing canceled')).toBeVisible()
    expect(canceled.bodies).toHaveLength(1)
    const published = answerCall('post', `${BOOTCAMP}/publish`, {})
    await userEvent.click(screen.getByRole('button', { name: 'Publish now' }))
    expect(await screen.findByText('Bootcamp published')).toBeVisible()
    expect(published.bodies).toEqual([{}])
  })

  test('of a draft whose class began before it was published says so', async () => {
    await open({ ...RUNNING, publishAt: inHours(-2), publishedAt: null })
    expect(screen.getByText(/^It was to go on sale .+, but the class has already/)).toBeVisible()
    expect(screen.getByText(/Move it to a later date to sell it\.$/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Publish now' })).not.toBeInTheDocument()
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
