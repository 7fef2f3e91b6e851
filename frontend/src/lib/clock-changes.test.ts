import { expect, test } from 'vitest'
import { clockChangeNote } from './clock-changes'

const OCT_20 = Date.parse('2026-10-20T12:00:00Z')

// The same as the server's, in core/test_clock_changes.py.
test.each([
  [['America/New_York', 'Europe/Paris'], '2026-10-24T23:00:00Z', ''],
  [['America/New_York', 'Europe/Paris'], '2026-10-28T23:00:00Z', 'Oct 25'],
  [['America/New_York', 'Europe/Paris'], '2026-11-05T23:00:00Z', 'Oct 25 and Nov 1'],
  [['America/New_York', 'America/Los_Angeles'], '2026-11-05T23:00:00Z', 'Nov 1'],
  [['America/New_York', 'America/New_York'], '2026-11-05T23:00:00Z', 'Nov 1'],
  [['Asia/Tokyo', 'Africa/Lagos'], '2027-10-01T23:00:00Z', ''],
  [['Asia/Tokyo', 'America/New_York'], '2026-11-05T23:00:00Z', 'Nov 1'],
  [['Australia/Sydney', 'Africa/Lagos'], '2027-04-10T23:00:00Z', 'Apr 4'],
  [['Asia/Mumbai', 'America/Sao_Paulo'], '2027-10-01T23:00:00Z', ''],
  // To the second it is before the class or not; a class that is over has none before it.
  [['America/New_York'], '2026-11-01T05:59:58Z', ''],
  [['America/New_York'], '2026-11-01T06:00:00Z', 'Nov 1'],
  [['Europe/Paris'], '2026-01-01T00:00:00Z', ''],
] as const)('%j until %s: %s', (zones, until, days) => {
  const said = days && `Clocks change on ${days}, before this class.`
  expect(clockChangeNote(OCT_20, until, zones)).toBe(said)
})
