import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import { answerPortal, makeEnrolled, makeEnrollment, openPortal } from '@/test/portal'

const JOIN_PAGE = 'https://bootcamps.example.test/join/41-1.secret'

describe('the calendar', () => {
  test('whoever is not given the join link is led to the portal', async () => {
    answerPortal([makeEnrollment([makeEnrolled(5, { joinPageUrl: '' })])])
    await openPortal()
    await userEvent.click(
      await screen.findByRole('button', { name: 'Add to calendar: Beginner Bootcamp' }),
    )
    const google = await screen.findByRole('menuitem', { name: 'Google Calendar' })
    const query = new URL(String(google.getAttribute('href'))).searchParams
    expect(query.get('location')).toBe('Online')
    expect(query.get('details')).toMatch(/Join it from your portal: .*\/portal$/)
  })

  test('one session goes to Google, Outlook or a file', async () => {
    answerPortal([makeEnrollment([makeEnrolled(5)])])
    await openPortal()
    const menu = 'Add to calendar: Beginner Bootcamp'
    await waitFor(() => expect(screen.getByRole('button', { name: menu })).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: menu }))
    await waitFor(() =>
      expect(screen.getByRole('menuitem', { name: 'Google Calendar' })).toBeVisible(),
    )
    const google = screen.getByRole('menuitem', { name: 'Google Calendar' })
    expect(google.getAttribute('href')).toContain('dates=20261009T120500Z%2F20261009T150500Z')
    const outlook = screen.getByRole('menuitem', { name: 'Outlook' })
    expect(outlook.getAttribute('href')).toContain('startdt=2026-10-09T12%3A05%3A00.000Z')
    for (const link of [google, outlook]) {
      const query = new URL(String(link.getAttribute('href'))).searchParams
      expect(query.get('location')).toBe(JOIN_PAGE)
      expect(query.get('details') ?? query.get('body')).toContain(
        `without signing in: ${JOIN_PAGE}`,
      )
    }
    expect(screen.getByRole('menuitem', { name: 'Apple and others (.ics)' })).toHaveAttribute(
      'href',
      '/api/user/bootcamps/1/calendar.ics',
    )
  })

  test('the private link is shown on demand and renewed after asking', async () => {
    answerPortal([makeEnrollment([makeEnrolled(5)])])
    answerCall('post', '/api/user/calendar-feed', { url: 'https://x.test/api/calendar/old.ics' })
    answerCall('post', '/api/user/calendar-feed/renew', {
      url: 'https://x.test/api/calendar/new.ics',
    })
    await openPortal()
    await waitFor(() => expect(screen.getByText('Show my calendar link')).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: 'Show my calendar link' }))
    const link = () => screen.getByLabelText('Your private calendar link')
    await waitFor(() => expect(link()).toHaveValue('https://x.test/api/calendar/old.ics'))
    expect(screen.getByRole('link', { name: 'Open in my calendar' })).toHaveAttribute(
      'href',
      'webcal://x.test/api/calendar/old.ics',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Renew link' }))
    const asks = screen.getByRole('alertdialog', { name: 'Renew your calendar link?' })
    await userEvent.click(within(asks).getByRole('button', { name: 'Renew link' }))
    await waitFor(() => expect(link()).toHaveValue('https://x.test/api/calendar/new.ics'))
    await waitFor(() => expect(screen.getByText('Calendar link renewed')).toBeVisible())
  })

  test('a refused link is query in words', async () => {
    answerPortal([makeEnrollment([makeEnrolled(5)])])
    refuseCall('post', '/api/user/calendar-feed', 403, 'You are viewing as somebody else.')
    await openPortal()
    await waitFor(() => expect(screen.getByText('Show my calendar link')).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: 'Show my calendar link' }))
    await waitFor(() => expect(screen.getByText('You are viewing as somebody else.')).toBeVisible())
  })
})
