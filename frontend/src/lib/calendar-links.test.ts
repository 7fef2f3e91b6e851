import { describe, expect, test } from 'vitest'
import { googleCalendarLink, outlookCalendarLink } from './calendar-links'

const entry = {
  title: 'Build & launch, "live"',
  startDate: '2026-10-09T22:00:00Z',
  endDate: '2026-10-10T01:00:00.000Z',
  details: 'Join it from your portal: https://bootcamps.example.test/portal',
  location: 'https://bootcamps.example.test/join/1-2.x',
}

describe('calendar links', () => {
  test('Google gets instants in UTC and text that cannot break out of its place', () => {
    const { origin, pathname, searchParams } = new URL(googleCalendarLink(entry))
    expect(origin + pathname).toBe('https://calendar.google.com/calendar/render')
    expect(Object.fromEntries(searchParams)).toEqual({
      action: 'TEMPLATE',
      text: 'Build & launch, "live"',
      dates: '20261009T220000Z/20261010T010000Z',
      details: entry.details,
      location: entry.location,
    })
  })

  test('Outlook gets the same instants', () => {
    const { origin, pathname, searchParams } = new URL(outlookCalendarLink(entry))
    expect(origin + pathname).toBe('https://outlook.live.com/calendar/0/deeplink/compose')
    expect(searchParams.get('subject')).toBe('Build & launch, "live"')
    expect(searchParams.get('startdt')).toBe('2026-10-09T22:00:00.000Z')
    expect(searchParams.get('enddt')).toBe('2026-10-10T01:00:00.000Z')
    expect(searchParams.get('location')).toBe(entry.location)
  })

  test.each([
    ['over the hour New York skips', '2026-03-08T06:00:00Z', '20260308T060000Z'],
    ['over the hour New York repeats', '2026-11-01T05:00:00Z', '20261101T050000Z'],
    ['where Sydney falls back', '2026-04-04T15:00:00Z', '20260404T150000Z'],
  ])('an entry %s keeps its instant', (_, startDate, written) => {
    const link = new URL(googleCalendarLink({ ...entry, startDate }))
    expect(link.searchParams.get('dates')?.split('/')[0]).toBe(written)
  })
})
