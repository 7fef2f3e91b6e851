import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerDashboard, makeAdminBootcamp, makeSummary } from '@/test/admin-catalogue'
import { makeUser } from '@/test/makers'
import { answerPeople } from '@/test/people'
import { openApp, renderWithApp } from '@/test/render'
import { answerGet, refuseGet, signIn } from '@/test/server'
import { SummaryStrip } from './summary-strip'

beforeEach(() => void answerDashboard([makeAdminBootcamp()]))

describe('the summary strip', () => {
  const nextSession = {
    id: 4,
    name: 'Advanced Bootcamp',
    startDate: '2099-10-08T22:00:00Z',
    endDate: '2099-10-09T01:00:00Z',
    timezone: 'America/New_York',
    enrolled: 12,
  }

  test('calls a class that has begun live, not next', async () => {
    const startDate = new Date(Date.now() - 60_000).toISOString()
    answerGet('/api/admin/summary', makeSummary({ nextSession: { ...nextSession, startDate } }))
    renderWithApp(<SummaryStrip />)
    expect(await screen.findByText('Live now')).toBeVisible()
    expect(screen.queryByText('Next session')).not.toBeInTheDocument()
  })

  test('names the next session, seats held, failed sends and unread messages', async () => {
    answerGet(
      '/api/admin/summary',
      makeSummary({ nextSession, heldSeats: 3, failedSends: 2, unreadMessages: 5 }),
    )
    renderWithApp(<SummaryStrip />)
    const session = await screen.findByRole('link', { name: 'Advanced Bootcamp' })
    expect(session).toHaveAttribute('href', '/admin/bootcamps/4')
    const facts = screen.getAllByRole('definition').map((fact) => fact.textContent)
    expect(facts).toEqual([
      'Advanced Bootcamp · Oct 8 at 6:00 PM EDT · 12 enrolled',
      '3',
      '2 in the last 7 days',
      '5',
    ])
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Next session',
      'Seats held right now',
      'Failed sends',
      'Unread contact messages',
    ])
  })

  test('leads from every figure to its place, also from a nought', async () => {
    answerGet('/api/admin/summary', makeSummary({ nextSession, heldSeats: 3 }))
    renderWithApp(<SummaryStrip />)
    await screen.findByRole('link', { name: 'Advanced Bootcamp' })
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual([
      '/admin/bootcamps/4',
      '/admin/purchases?status=pending',
      '/admin/communications/log?status=FAILED',
      '/admin/communications/inbox',
    ])
  })

  test('says when no session is planned', async () => {
    renderWithApp(<SummaryStrip />)
    expect(await screen.findByText('None planned')).toBeVisible()
  })

  test('offers another try after a failure', async () => {
    refuseGet('/api/admin/summary', 503, 'We are briefly away.')
    renderWithApp(<SummaryStrip />)
    expect(await screen.findByText("The summary couldn't be loaded.")).toBeVisible()
    answerGet('/api/admin/summary', makeSummary({ nextSession }))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Advanced Bootcamp')).toBeVisible()
  })

  test('stands on every tab', async () => {
    signIn(makeUser({ role: 'ADMIN' }))
    answerPeople([])
    openApp('/admin/users')
    expect(await screen.findByRole('region', { name: 'At a glance' })).toBeVisible()
  })
})
