/** Addresses that put a session into somebody's calendar on the web. */

export interface CalendarEntry {
  title: string
  startDate: string
  endDate: string
  details: string
  /** A link here is one people can press; most calendars show no other. */
  location: string
}

/** "2026-10-09T22:00:00Z" → "20261009T220000Z": the same instant for every zone and season. */
function compact(iso: string): string {
  return new Date(iso).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

export function googleCalendarLink(entry: CalendarEntry): string {
  const { title, startDate, endDate, details, location } = entry
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(startDate)}/${compact(endDate)}`,
    details,
    location,
  })
  return `https://calendar.google.com/calendar/render?${query}`
}

export function outlookCalendarLink(entry: CalendarEntry): string {
  const { title, startDate, endDate, details, location } = entry
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: new Date(startDate).toISOString(),
    enddt: new Date(endDate).toISOString(),
    body: details,
    location,
  })
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query}`
}
