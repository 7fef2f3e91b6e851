import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerDashboard, makeAdminBootcamp } from '@/test/admin-catalogue'
import { answerCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { openApp, renderWithApp } from '@/test/render'
import { signIn } from '@/test/server'
import { OverviewPage } from './overview-page'

beforeEach(() => void answerDashboard([makeAdminBootcamp()]))

describe('the bootcamp panel', () => {
  test('is the one of the Bootcamps tab, with its tabs and actions', async () => {
    renderWithApp(<OverviewPage />)
    const panel = await screen.findByRole('region', { name: 'Bootcamps' })
    expect(await within(panel).findByRole('tab', { name: 'Active (1)' })).toBeVisible()
    expect(within(panel).getByText('Oct 8 at 6:00 PM – 9:00 PM EDT')).toBeVisible()
    expect(
      within(panel).getByRole('button', { name: 'Actions for Beginner Bootcamp' }),
    ).toBeVisible()
    expect(within(panel).getByRole('button', { name: 'Create Bootcamp' })).toBeVisible()
  })
})

test('a change to a bootcamp refreshes the list, the statistics and the summary', async () => {
  signIn(makeUser({ role: 'ADMIN' }))
  const { asked, stats, summary, attendees } = answerDashboard([makeAdminBootcamp({ enrolled: 0 })])
  answerCall('patch', '/api/admin/bootcamps/1/archive', makeAdminBootcamp({ status: 'archived' }))
  openApp('/admin')
  await screen.findByText('$151,820.50')
  await userEvent.click(
    await screen.findByRole('button', { name: 'Actions for Beginner Bootcamp' }),
  )
  expect([asked.times, stats.times, summary.times, attendees.times]).toEqual([1, 1, 1, 1])
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }))
  await waitFor(() => expect([asked.times, stats.times, summary.times]).toEqual([2, 2, 2]))
})
