import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  offsetMinutes,
  presentZone,
  readerZones,
  zoneAbbreviation,
  zoneName,
  zoneNames,
} from './zones'

const backendZones = readFileSync(
  path.resolve(import.meta.dirname, '../../../backend/frontrow/core/zones.py'),
  'utf8',
)

/** The rows of the backend's table: zone, standard letters, summer letters. */
const backendTable = [...backendZones.matchAll(/^ {4}"([^"]+)": \("(\w+)", "(\w+)"\),$/gm)].map(
  ([, zone = '', standard = '', summer = '']) => ({ zone, standard, summer }),
)

/** The backend's other names for zones. */
const backendAliases = [...backendZones.matchAll(/^ {4}"([^"]+)": "([^"]+)",$/gm)].map(
  ([, alias = '', zone = '']) => [alias, zone] as const,
)

const january = new Date('2026-01-15T12:00:00Z')
const july = new Date('2026-07-15T12:00:00Z')

describe('the zones', () => {
  test('are the 22 of the backend, in its order', () => {
    expect(backendTable).toHaveLength(22)
    expect(zoneNames).toEqual(backendTable.map(({ zone }) => zone))
  })

  test.each(backendTable)(
    '$zone carries the letters of the backend, $standard and $summer',
    (row) => {
      const winter = offsetMinutes(row.zone, january)
      const summer = offsetMinutes(row.zone, july)
      const [standardTime, summerTime] = winter <= summer ? [january, july] : [july, january]
      expect(zoneAbbreviation(row.zone, standardTime)).toBe(row.standard)
      // Where the clocks no longer change, the summer letters are history.
      const inSummer = winter === summer ? row.standard : row.summer
      expect(zoneAbbreviation(row.zone, summerTime)).toBe(inSummer)
    },
  )

  test('Mumbai is computed as Kolkata, here and in the backend', () => {
    expect(backendZones).toContain('{"Asia/Mumbai": "Asia/Kolkata"}')
    expect(offsetMinutes('Asia/Mumbai', january)).toBe(330)
  })

  test.each([
    ['America/New_York', '2026-03-08T06:59:59Z', 'EST'],
    ['America/New_York', '2026-03-08T07:00:00Z', 'EDT'],
    ['America/New_York', '2026-11-01T05:59:59Z', 'EDT'],
    ['America/New_York', '2026-11-01T06:00:00Z', 'EST'],
    ['Australia/Sydney', '2026-04-04T15:59:59Z', 'AEDT'],
    ['Australia/Sydney', '2026-04-04T16:00:00Z', 'AEST'],
    ['Australia/Sydney', '2026-10-03T16:00:00Z', 'AEDT'],
    ['Europe/London', '2026-07-01T00:00:00Z', 'BST'],
    ['America/Mexico_City', '2022-07-01T00:00:00Z', 'CDT'],
    ['America/Mexico_City', '2026-07-01T00:00:00Z', 'CST'],
    ['America/Sao_Paulo', '2026-01-01T00:00:00Z', 'BRT'],
    ['Africa/Lagos', '2026-07-01T00:00:00Z', 'WAT'],
    ['UTC', '2026-07-01T00:00:00Z', 'UTC'],
  ])('%s at %s says %s', (zone, at, letters) => {
    expect(zoneAbbreviation(zone, new Date(at))).toBe(letters)
  })

  test.each([
    ['Asia/Kathmandu', 'Kathmandu'],
    ['America/Argentina/Buenos_Aires', 'Buenos_Aires'],
    ['Nowhere', 'Nowhere'],
  ])('%s has no letters and is called %s', (zone, name) => {
    expect(zoneAbbreviation(zone, january)).toBe(name)
  })
})

describe('a zone as people read it', () => {
  test.each([
    ['America/New_York', 'America/New York'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Mumbai', 'Asia/Kolkata'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos Aires'],
    ['UTC', 'UTC'],
  ])('%s is called %s', (zone, name) => {
    expect(zoneName(zone)).toBe(name)
  })

  test('other names lead where the backend says', () => {
    expect(backendAliases.length).toBeGreaterThan(10)
    for (const [alias, zone] of backendAliases) expect(presentZone(alias)).toBe(zone)
  })

  test('a reader chooses from the 22, each by one name', () => {
    expect(new Set(readerZones).size).toBe(22)
    expect(readerZones).toContain('Asia/Kolkata')
    expect(readerZones).not.toContain('Asia/Mumbai')
  })
})
