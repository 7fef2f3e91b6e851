import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as dates from '@/lib/dates'
import { answerCall, refuseCall } from '@/test/calls'
import { openApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { makeEntry } from '@/test/waiting-list'

const ENTRY = '/api/waiting-list/token'
const LEAVE = `${ENTRY}/leave`

afterEach(() => vi.restoreAllMocks())

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

async function leave() {
  await userEvent.click(await screen.findByRole('button', { name: 'Leave the list' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave the waiting list?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Leave the list' }))
}

describe('a place in line', () => {
  test('is told with its dates in both clocks, and where we email', async () => {
    vi.spyOn(dates, 'viewerZone').mockReturnValue('Asia/Kolkata')
    answerGet(ENTRY, makeEntry())
    openApp('/waiting/token')
    expect(await heading('Your place in line')).toBeVisible()
    expect(screen.getByText('3')).toBeVisible()
    expect(screen.getByText(/g…@example\.test/)).toBeVisible()
    const [wish] = screen.getAllByRole('listitem').filter((one) => /Beginner/.test(one.innerHTML))
    expect(wish).toHaveTextContent('Thu, Oct 8 at 6:00 PM EDT')
    expect(wish).toHaveTextContent('Fri, Oct 9 at 3:30 AM your time')
  })

  test('stays in sight when looking again fails', async () => {
    answerGet(ENTRY, makeEntry())
    openApp('/waiting/token')
    expect(await heading('Your place in line')).toBeVisible()
    let asked = 0
    server.events.on('response:mocked', ({ response }) => {
      if (response.status === 500) asked += 1
    })
    refuseGet(ENTRY, 500, 'Something went wrong.')
    act(() => focusManager.setFocused(false))
    act(() => focusManager.setFocused(true))
    await waitFor(() => expect(asked).toBe(1))
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(screen.getByText('3')).toBeVisible()
    focusManager.setFocused(undefined)
    server.events.removeAllListeners()
  })

  test('says who is next', async () => {
    answerGet(ENTRY, makeEntry({ place: 1 }))
    openApp('/waiting/token')
    expect(await screen.findByText("in line: you're next")).toBeVisible()
  })

  test('says where to take a seat that is held', async () => {
    answerGet(ENTRY, {
      ...makeEntry({ state: 'offered', place: null }),
      offer: { expiresAt: '2099-01-01T00:00:00Z' },
    })
    openApp('/waiting/token')
    expect(await screen.findByText(/^Take it with the link in our email by/)).toBeVisible()
    expect(screen.getByText(/^We've emailed g…@example\.test/)).toBeVisible()
  })

  test('on the list for a next date has no number', async () => {
    const name = 'The next Launch bootcamp'
    const next = { bootcampId: null, name, startsAt: null, timezone: '' }
    answerGet(ENTRY, makeEntry({ place: null, wishes: [next] }))
    openApp('/waiting/token')
    expect(await screen.findByText('The next Launch bootcamp')).toBeVisible()
    expect(await heading("You're on the list")).toBeVisible()
  })
})

describe('leaving', () => {
  test('asks once, and opening the page alone changes nothing', async () => {
    answerGet(ENTRY, makeEntry())
    const calls = answerCall('post', LEAVE, { message: 'Done' })
    openApp('/waiting/token')
    await userEvent.click(await screen.findByRole('button', { name: 'Leave the list' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(calls.bodies).toEqual([])
    await leave()
    const left = await heading("You're off the list")
    expect(left).toContainElement(document.activeElement as HTMLElement)
    expect(calls.bodies).toHaveLength(1)
  })

  test('that failed says so, and the place stays', async () => {
    answerGet(ENTRY, makeEntry())
    refuseCall('post', LEAVE, 429, 'Too many requests. Please wait a minute.')
    openApp('/waiting/token')
    await leave()
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests.')
    expect(screen.getByText('3')).toBeVisible()
    answerCall('post', LEAVE, { message: 'Done' })
    await leave()
    expect(await heading("You're off the list")).toBeVisible()
  })
})

describe('a place that is none any more', () => {
  test.each([
    ['left', "You're off the list"],
    ['taken', 'You have your seat'],
    ['has seat', 'You have your seat'],
    ['removed', "You're no longer on the list"],
    ['off', "You're no longer on the list"],
    ['told', "You're no longer on the list"],
    ['closed', "You're no longer on the list"],
  ] as const)('%s', async (state, words) => {
    answerGet(ENTRY, makeEntry({ state, place: null }))
    openApp('/waiting/token')
    expect(await heading(words)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Leave the list' })).not.toBeInTheDocument()
  })
})

describe('a link that opens nothing', () => {
  test('is told in the words of the server', async () => {
    refuseGet(ENTRY, 404, "We don't recognize this link.")
    openApp('/waiting/token')
    expect(await heading("This link doesn't work")).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent("We don't recognize this link.")
  })

  test('can be tried again where the server could not be asked', async () => {
    refuseGet(ENTRY, 503, 'Please try again in a moment.')
    openApp('/waiting/token')
    expect(await heading("This page couldn't be loaded")).toBeVisible()
    answerGet(ENTRY, makeEntry())
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await heading('Your place in line')).toBeVisible()
  })
})
