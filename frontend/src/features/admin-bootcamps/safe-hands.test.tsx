import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { endAfterMove } from '@/lib/local-times'
import { askUnsaved } from '@/lib/unsaved'
import { makeAdminBootcamp } from '@/test/admin-catalogue'
import { answerCall, refuseCall } from '@/test/calls'
import { field, fill } from '@/test/forms'
import { renderWithApp } from '@/test/render'
import { answerGet, server } from '@/test/server'
import { BootcampDialog } from './bootcamp-dialog'
import type { AdminBootcamp } from './bootcamp-form'
import { IN_THE_PAST } from './bootcamp-schema'

const CREATE = '/api/admin/bootcamps'
const CHANGE = '/api/admin/bootcamps/1'
const PUBLISH = `${CHANGE}/publish`
const RECORD = 'This is a record of a class already held'
const onClose = vi.fn()

beforeEach(() => onClose.mockClear())

const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => userEvent.click(button(name))
const openNew = () => renderWithApp(<BootcampDialog onClose={onClose} />)

async function openOld(given: Partial<AdminBootcamp> = {}, preview = {}) {
  const asked = answerGet(`${CHANGE}/change-preview`, {
    attendees: 0,
    beingRefunded: 0,
    heldSeats: 0,
    takenSeats: 0,
    ...preview,
  })
  renderWithApp(<BootcampDialog bootcamp={makeAdminBootcamp(given)} onClose={onClose} />)
  await waitFor(() => expect(asked.times).toBe(1))
}

function fillWhatIsNeeded() {
  fill('Name', 'Beginner Bootcamp')
  fill('Description', 'Three live hours.')
  fill('Price', '995.00')
  fill('Start date', '2099-07-01')
}

describe('a draft', () => {
  test('says that it is not on sale, and is saved without being published', async () => {
    const saved = answerCall('patch', CHANGE, makeAdminBootcamp({ publishedAt: null }))
    const published = answerCall('post', PUBLISH, makeAdminBootcamp())
    await openOld({ publishedAt: null, enrolled: 0 })
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/^Not on sale yet\./)
    fill('Name', 'Copy')
    await press('Save draft')
    expect(await screen.findByText('Bootcamp updated')).toBeVisible()
    expect(saved.bodies).toHaveLength(1)
    expect(published.bodies).toEqual([])
  })

  test('is saved and then published', async () => {
    const order: string[] = []
    const path = `${window.location.origin}${CHANGE}`
    server.use(
      http.patch(path, () => {
        order.push('saved')
        return HttpResponse.json(makeAdminBootcamp({ publishedAt: null }))
      }),
      http.post(`${path}/publish`, () => {
        order.push('published')
        return HttpResponse.json(makeAdminBootcamp())
      }),
    )
    await openOld({ publishedAt: null, enrolled: 0 })
    await press('Save and publish')
    expect(await screen.findByText('Bootcamp published')).toBeVisible()
    // The window is still there for the test, and hides the rest of the page.
    expect(screen.getByRole('button', { name: 'View it', hidden: true })).toBeVisible()
    expect(order).toEqual(['saved', 'published'])
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('dated in the past is refused by the server, and can be called a record', async () => {
    answerCall('patch', CHANGE, makeAdminBootcamp({ publishedAt: null }))
    refuseCall('post', PUBLISH, 422, IN_THE_PAST, { startDate: IN_THE_PAST })
    const past = { startDate: '2026-01-05T22:00:00Z', endDate: '2026-01-06T01:00:00Z' }
    await openOld({ publishedAt: null, enrolled: 0, ...past })
    await press('Save and publish')
    await waitFor(() => expect(field('Start date')).toHaveAccessibleDescription(IN_THE_PAST))
    expect(onClose).not.toHaveBeenCalled()
    const published = answerCall('post', PUBLISH, makeAdminBootcamp())
    await userEvent.click(field(RECORD))
    await press('Save and publish')
    expect(await screen.findByText('Bootcamp published')).toBeVisible()
    expect(published.bodies).toEqual([{ alreadyHeld: true }])
  })

  test('is what only a draft can be', async () => {
    await openOld()
    expect(screen.queryByRole('button', { name: 'Save and publish' })).not.toBeInTheDocument()
    expect(button('Save Changes')).toBeVisible()
  })
})

describe('a new bootcamp', () => {
  test('dated in the past is asked about before it is sent', async () => {
    const sent = answerCall('post', CREATE, makeAdminBootcamp())
    openNew()
    expect(screen.queryByLabelText(RECORD)).not.toBeInTheDocument()
    fillWhatIsNeeded()
    fill('Start date', '2025-07-01')
    await press('Create Bootcamp')
    await waitFor(() => expect(field('Start date')).toHaveAccessibleDescription(IN_THE_PAST))
    expect(sent.bodies).toEqual([])
    await userEvent.click(field(RECORD))
    await press('Create Bootcamp')
    await waitFor(() => expect(sent.bodies).toMatchObject([{ alreadyHeld: true }]))
  })

  test('can be looked at once it is made', async () => {
    answerCall('post', CREATE, makeAdminBootcamp({ id: 5 }))
    openNew()
    fillWhatIsNeeded()
    await press('Create Bootcamp')
    expect(await screen.findByRole('button', { name: 'View it', hidden: true })).toBeVisible()
  })

  test.each(['$1,295', 'US$ 1,295.00', '1295 USD', ' 1,295.00 '])('costs %s', async (typed) => {
    const sent = answerCall('post', CREATE, makeAdminBootcamp())
    openNew()
    fillWhatIsNeeded()
    fill('Price', typed)
    await press('Create Bootcamp')
    await waitFor(() => expect(sent.bodies).toHaveLength(1))
    expect(Number((sent.bodies[0] as { price: string }).price)).toBe(1295)
  })

  test('ends later when it begins later', () => {
    openNew()
    fill('Start date', '2099-07-01')
    fill('Start time', '18:00')
    expect(field('End time')).toHaveValue('19:00')
    fill('Start time', '23:30')
    expect(field('End time')).toHaveValue('00:30')
    expect(field('End date')).toHaveValue('2099-07-02')
  })
})

test('has one of the usual lengths by one press', async () => {
  openNew()
  const length = (name: string) => screen.getByRole('button', { name })
  expect(length('1 hour')).toHaveAttribute('aria-pressed', 'true')
  await press('3 hours')
  expect(field('End time')).toHaveValue('22:00')
  expect(field('End date')).toHaveValue('')
  fill('Start date', '2099-07-01')
  expect(length('3 hours')).toHaveAttribute('aria-pressed', 'true')
  fill('End time', '22:15')
  expect(length('3 hours')).toHaveAttribute('aria-pressed', 'false')
  fill('Start time', '23:00')
  await press('2 hours')
  expect(field('End date')).toHaveValue('2099-07-02')
  expect(field('End time')).toHaveValue('01:00')
})

describe('filled in like the last one', () => {
  const PAGE = '/api/admin/bootcamps/page'

  test('has all but the date and the links, and asks before it is thrown away', async () => {
    const last = { name: 'Evening Launch', bootcampType: 'Launch', price: '1295.00' } as const
    const links = {
      sessionUrl: 'https://meet.example.test/1',
      recordingUrl: 'https://v.example.test',
    }
    answerGet(PAGE, { rows: [makeAdminBootcamp({ ...last, ...links, step: 2 })], total: 1 })
    openNew()
    await press('Fill in like the last one')
    expect(
      await screen.findByText(/^Filled in from Evening Launch · .*Choose a date\.$/),
    ).toBeVisible()
    expect(field('Name')).toHaveValue('Evening Launch')
    expect(field('Price')).toHaveValue('1295.00')
    expect(field('Start time')).toHaveValue('18:00')
    expect(field('End time')).toHaveValue('21:00')
    for (const empty of ['Start date', 'End date', 'Session link', 'Recording link']) {
      expect(field(empty)).toHaveValue('')
    }
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  })

  test('keeps what was typed before, and after, when it is pressed again', async () => {
    const last = makeAdminBootcamp({ name: 'Evening Launch', price: '1295.00', tagline: 'Go' })
    answerGet(PAGE, { rows: [last], total: 1 })
    openNew()
    fill('Name', 'Weekend Build')
    fill('Start date', '2099-07-01')
    await press('3 hours')
    await press('Fill in like the last one')
    const words = /^Filled in from Evening Launch · .*\. What you typed has been kept\.$/
    expect(await screen.findByText(words)).toBeVisible()
    expect(field('Price')).toHaveValue('1295.00')
    fill('Price', '1500')
    await press('Fill in like the last one')
    await waitFor(() => expect(field('Price')).toHaveValue('1500'))
    expect(field('Name')).toHaveValue('Weekend Build')
    expect(field('Start date')).toHaveValue('2099-07-01')
    expect(field('End date')).toHaveValue('2099-07-01')
    expect(field('Start time')).toHaveValue('19:00')
    expect(field('End time')).toHaveValue('22:00')
    expect(field('Tagline')).toHaveValue('Go')
  })

  test('says that there is none', async () => {
    answerGet(PAGE, { rows: [], total: 0 })
    openNew()
    await press('Fill in like the last one')
    expect(await screen.findByText("There's no bootcamp yet.")).toBeVisible()
    expect(field('Name')).toHaveValue('')
  })
})

test('an end moves by as much as the start, and not while a time is half typed', () => {
  const end = { endDate: '2026-03-01', endTime: '20:00' }
  expect(endAfterMove({ from: '19:00', to: '18:00', ...end })).toEqual({
    date: '2026-03-01',
    time: '19:00',
  })
  expect(endAfterMove({ from: '19:00', to: '', ...end })).toBeNull()
})

describe('Escape', () => {
  test('asks before it throws away what was typed', async () => {
    openNew()
    fill('Name', 'Half a bootcamp')
    await userEvent.keyboard('{Escape}')
    expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
    await press('Keep editing')
    expect(onClose).not.toHaveBeenCalled()
    expect(field('Name')).toHaveValue('Half a bootcamp')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(onClose).toHaveBeenCalledOnce()
  })
})

test('the search that would leave it asks as Escape does', async () => {
  openNew()
  expect(askUnsaved()).toBe(false)
  fill('Name', 'Half a bootcamp')
  await waitFor(() => act(() => expect(askUnsaved()).toBe(true)))
  expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  await press('Keep editing')
  expect(field('Name')).toHaveValue('Half a bootcamp')
  expect(onClose).not.toHaveBeenCalled()
})

describe('moving', () => {
  test('into the past promises no email', async () => {
    const sent = answerCall('patch', CHANGE, makeAdminBootcamp())
    await openOld({}, { attendees: 2 })
    fill('Start date', '2025-10-15')
    await press('Save Changes')
    expect(
      await screen.findByRole('alertdialog', { name: 'The new date is in the past' }),
    ).toHaveAccessibleDescription(/^2 people hold a seat, and nobody will be emailed\./)
    expect(sent.bodies).toEqual([])
    // Nobody reads it.
    expect(screen.queryByLabelText('Add a note to the email')).not.toBeInTheDocument()
    await press('Move to the past')
    await waitFor(() => expect(sent.bodies).toHaveLength(1))
  })

  test('says who is not told', async () => {
    await openOld({}, { attendees: 2, beingRefunded: 1 })
    fill('Start date', '2099-10-15')
    await press('Save Changes')
    const question = await screen.findByRole('alertdialog')
    expect(question).toHaveAccessibleDescription(
      /1 person whose refund is in progress won't be emailed\.$/,
    )
    expect(button('Move and tell 2 people')).toBeVisible()
  })
})

test('a wrong recording link is taken back before anybody is emailed', async () => {
  const over = { startDate: '2026-01-08T22:00:00Z', endDate: '2026-01-09T01:00:00Z' }
  const { bodies } = answerCall('patch', CHANGE, makeAdminBootcamp(over))
  await openOld(over)
  fill('Recording link', 'https://video.example.test/wrong')
  await press('Save Changes')
  expect(await screen.findByText('2 people will be emailed the recording.')).toBeVisible()
  // The window is closed by its owner, who is not here: a press would not get past it.
  fireEvent.click(button('Undo'))
  expect(await screen.findByText('Nobody will be emailed.')).toBeVisible()
  expect(bodies.at(-1)).toEqual({ recordingUrl: '' })
})

test.each([
  ['2099-10-09T01:00:00Z', 'All 2 people enrolled are emailed when the class ends.'],
  ['2026-01-09T01:00:00Z', 'All 2 people enrolled are emailed shortly after you save.'],
])('a recording says whom it is emailed to (%s)', async (endDate, words) => {
  await openOld({ endDate, startDate: endDate.replace('T01', 'T00') })
  expect(field('Recording link')).toHaveAccessibleDescription(
    `Appears in their portal once you add it. ${words}`,
  )
})
