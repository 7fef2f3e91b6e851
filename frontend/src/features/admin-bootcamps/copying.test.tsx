import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { localTimeAt } from '@/lib/local-times'
import { answerBootcamps, makeAdminBootcamp } from '@/test/admin-catalogue'
import { answerCall, refuseCall } from '@/test/calls'
import { renderWithApp } from '@/test/render'
import { BootcampsSection } from './bootcamps-section'

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const bootcamp = makeAdminBootcamp({
  startDate: inDays(3),
  endDate: new Date(Date.parse(inDays(3)) + DAY / 8).toISOString(),
})
const draft = (id: number) =>
  makeAdminBootcamp({ id, publishedAt: null, startDate: inDays(id), endDate: inDays(id + 0.1) })
const COPIES = '/api/admin/bootcamps/1/copies'
const PUBLISH = '/api/admin/bootcamps/publish'

async function openCopies() {
  renderWithApp(<BootcampsSection />, { at: '/admin/bootcamps' })
  await userEvent.click(await screen.findByRole('button', { name: /^Actions for / }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy to dates…' }))
  return within(await screen.findByRole('dialog', { name: 'Copy to dates' }))
}

async function setCount(dialog: Awaited<ReturnType<typeof openCopies>>, count: string) {
  const field = dialog.getByLabelText('Number of weekly copies')
  await userEvent.clear(field)
  await userEvent.type(field, count)
}

beforeEach(() => void answerBootcamps([bootcamp]))

describe('copying to dates', () => {
  test('proposes the next weeks, makes drafts of them, and publishes them together', async () => {
    const dialog = await openCopies()
    const { date, time } = localTimeAt(bootcamp.startDate, bootcamp.timezone)
    const later = (weeks: number) =>
      new Date(Date.parse(date) + weeks * 7 * DAY).toISOString().slice(0, 10)
    expect(dialog.getByLabelText('Date 1')).toHaveValue(later(1))
    expect(dialog.getByLabelText('Time 1')).toHaveValue(time)
    await setCount(dialog, '2')
    expect(dialog.getByLabelText('Date 2')).toHaveValue(later(2))
    const made = answerCall('post', COPIES, [draft(10), draft(17)])
    await userEvent.click(dialog.getByRole('button', { name: 'Create 2 drafts' }))
    const [sent] = made.bodies as { starts: string[]; alreadyHeld: boolean }[]
    expect(sent?.alreadyHeld).toBe(false)
    expect(sent?.starts.map((start) => localTimeAt(start, bootcamp.timezone))).toEqual([
      { date: later(1), time },
      { date: later(2), time },
    ])

    const news = within(await screen.findByRole('dialog', { name: '2 drafts created' }))
    expect(news.getAllByRole('listitem')).toHaveLength(2)
    const published = answerCall('post', PUBLISH, [])
    await userEvent.click(news.getByRole('button', { name: 'Publish 2' }))
    expect(await screen.findByText('2 bootcamps published')).toBeVisible()
    expect(published.bodies).toEqual([{ ids: [10, 17] }])
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('asks about a date in the past, and never takes one twice', async () => {
    const made = answerCall('post', COPIES, [])
    const dialog = await openCopies()
    const create = () => dialog.getByRole('button', { name: /^Create / })
    const day = dialog.getByLabelText('Date 1')
    await userEvent.clear(day)
    await userEvent.type(day, '2020-03-02')
    expect(dialog.getByText(/· in the past$/)).toBeVisible()
    expect(create()).toBeDisabled()
    await userEvent.click(dialog.getByRole('checkbox', { name: /records of classes/ }))
    expect(create()).toBeEnabled()
    await setCount(dialog, '2')
    const second = dialog.getByLabelText('Date 2')
    await userEvent.clear(second)
    expect(dialog.getByText("This date and time don't exist. Choose others.")).toBeVisible()
    expect(create()).toBeDisabled()
    await userEvent.type(second, '2020-03-02')
    expect(dialog.getByText('Two of these dates are the same.')).toBeVisible()
    expect(create()).toBeDisabled()
    await userEvent.click(dialog.getByRole('button', { name: 'Remove date 2' }))
    await userEvent.click(create())
    await waitFor(() => expect(made.bodies).toHaveLength(1))
    expect(made.bodies[0]).toMatchObject({ alreadyHeld: true })
  })

  test('that fails says so, keeps the dates, and can be tried again', async () => {
    refuseCall('post', COPIES, 503, 'We are briefly away.')
    const dialog = await openCopies()
    await setCount(dialog, '3')
    await userEvent.click(dialog.getByRole('button', { name: 'Create 3 drafts' }))
    expect(await screen.findByText('We are briefly away.')).toBeVisible()
    expect(dialog.getAllByRole('listitem')).toHaveLength(3)
    expect(dialog.getByRole('button', { name: 'Create 3 drafts' })).toBeEnabled()
  })
})

describe('publishing at a time', () => {
  async function openTime() {
    answerCall('post', COPIES, [draft(10)])
    const dialog = await openCopies()
    await userEvent.click(dialog.getByRole('button', { name: 'Create 1 draft' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Publish at a time…' }))
    return within(await screen.findByRole('dialog', { name: 'Publish at a time' }))
  }

  test('says when it goes on sale, and is undone', async () => {
    const sent = answerCall('post', PUBLISH, [])
    const undone = answerCall('delete', '/api/admin/bootcamps/10/publish', {})
    const dialog = await openTime()
    expect(dialog.getByText(/^Goes on sale \w{3}, .+, 9:00 AM E[SD]T$/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }))
    expect(await screen.findByText('Scheduled')).toBeVisible()
    const [{ ids, at }] = sent.bodies as [{ ids: number[]; at: string }]
    expect(ids).toEqual([10])
    expect(localTimeAt(at, 'America/New_York').time).toBe('09:00')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Publishing canceled')).toBeVisible()
    expect(undone.bodies).toHaveLength(1)
  })

  test.each([
    [-1, 'Choose a time in the future, or publish now.'],
    [11, 'The class will have started by then. Choose an earlier time.'],
  ])('in %i days is refused before it is sent', async (days, words) => {
    const dialog = await openTime()
    const day = dialog.getByLabelText('Date')
    await userEvent.clear(day)
    await userEvent.type(day, localTimeAt(inDays(days), 'America/New_York').date)
    expect(dialog.getByText(words)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Schedule' })).toBeDisabled()
  })
})
