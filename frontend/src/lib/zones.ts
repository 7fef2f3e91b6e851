/** The time zones we offer, and how each is computed and abbreviated: as in the backend's zones. */

/** The letters in force: in standard time, and in summer time where clocks change. */
const abbreviations: Readonly<Record<string, readonly [standard: string, summer: string]>> = {
  'America/New_York': ['EST', 'EDT'],
  'America/Chicago': ['CST', 'CDT'],
  'America/Denver': ['MST', 'MDT'],
  'America/Los_Angeles': ['PST', 'PDT'],
  'America/Toronto': ['EST', 'EDT'],
  'America/Vancouver': ['PST', 'PDT'],
  'America/Sao_Paulo': ['BRT', 'BRT'],
  'America/Mexico_City': ['CST', 'CDT'],
  'Europe/London': ['GMT', 'BST'],
  'Europe/Paris': ['CET', 'CEST'],
  'Europe/Berlin': ['CET', 'CEST'],
  'Europe/Rome': ['CET', 'CEST'],
  'Asia/Tokyo': ['JST', 'JST'],
  'Asia/Seoul': ['KST', 'KST'],
  'Asia/Shanghai': ['CST', 'CST'],
  'Asia/Singapore': ['SGT', 'SGT'],
  'Asia/Mumbai': ['IST', 'IST'],
  'Australia/Sydney': ['AEST', 'AEDT'],
  'Australia/Melbourne': ['AEST', 'AEDT'],
  'Pacific/Auckland': ['NZST', 'NZDT'],
  'Africa/Lagos': ['WAT', 'WAT'],
  UTC: ['UTC', 'UTC'],
}

export const zoneNames: readonly string[] = Object.keys(abbreviations)

/** A name people know that the zone database does not. */
const computedAs: Readonly<Record<string, string>> = { 'Asia/Mumbai': 'Asia/Kolkata' }

/** Names that browsers still report for a zone that has another name today: as in the backend. */
const aliases: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Mumbai': 'Asia/Kolkata',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Etc/UTC': 'UTC',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** The one name we know somebody's zone by. */
export function presentZone(zone: string): string {
  return aliases[zone] ?? zone
}

/** "America/New York": a zone as people read it, everywhere. */
export function zoneName(zone: string): string {
  return presentZone(zone).replaceAll('_', ' ')
}

/** Those a reader can choose from, each by its one name. */
export const readerZones: readonly string[] = zoneNames.map(presentZone)

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Made once per zone: making it is far slower than reading it. */
function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = makeClock(computedAs[zone] ?? zone)
    clocks.set(zone, clock)
  }
  return clock
}

function makeClock(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    })
  } catch {
    // A zone this browser has never heard of must not take the whole page down.
    return clockOf('UTC')
  }
}

/** What the clocks of a zone show at an instant. */
export function clockParts(zone: string, at: Date): Record<string, string> {
  return Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
}

/** How far the zone's clocks are ahead of UTC at an instant. */
export function offsetMinutes(zone: string, at: Date): number {
  const { year, month, day, hour, minute, second } = clockParts(zone, at)
  const shown = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  return Math.round((shown - at.getTime()) / 60_000)
}

const standardOffsets = new Map<string, number>()

/** The earlier of a year's two clocks. Asked for every date on a page, and the same for all of them. */
function standardOffset(zone: string, year: number): number {
  const key = `${zone} ${year}`
  let offset = standardOffsets.get(key)
  if (offset === undefined) {
    const on = (month: number) => offsetMinutes(zone, new Date(Date.UTC(year, month, 1)))
    offset = Math.min(on(0), on(6))
    standardOffsets.set(key, offset)
  }
  return offset
}

/** Summer time is the later of a year's two clocks, on either side of the equator. */
function isSummerTime(zone: string, at: Date): boolean {
  return offsetMinutes(zone, at) > standardOffset(zone, at.getUTCFullYear())
}

/** The letters in force at that instant, else the part of the name after the slash. */
export function zoneAbbreviation(zone: string, at: Date): string {
  const letters = abbreviations[zone]
  if (!letters) return zone.slice(zone.lastIndexOf('/') + 1)
  const [standard, summer] = letters
  return standard !== summer && isSummerTime(zone, at) ? summer : standard
}
