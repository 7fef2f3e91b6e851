/** What a bootcamp must look like before it is sent, in the words of the form. */
import { z } from 'zod'
import { momentTyped } from '@/features/admin-kit/moments'
import { isPrice, plainPrice } from '@/features/admin-kit/plain-price'
import { instantOf, isTooLong, TOO_LONG } from '@/lib/local-times'
import { zoneNames } from '@/lib/zones'

export const bootcampTypes = ['Build', 'Launch', 'Market'] as const
const steps = ['1', '2', '3'] as const

const SHORT_TEXT = 255
const LONG_TEXT = 10_000
const LINK = 512
const MOST_SEATS = 1000
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

const shape = z.object({
  name: z.string().trim(),
  description: z.string().trim(),
  bootcampType: z.enum(bootcampTypes),
  price: z.string().overwrite(plainPrice),
  maxSeats: z.string().trim(),
  startDate: z.string(),
  startTime: z.string(),
  endDate: z.string(),
  endTime: z.string(),
  timezone: z.string(),
  salesOpenAt: z.string(),
  salesCloseAt: z.string(),
  minSeats: z.string().trim(),
  decideBy: z.string(),
  certificatePercent: z.string().trim(),
  tagline: z.string().trim(),
  step: z.enum(steps),
  includesCoaching: z.boolean(),
  sessionUrl: z.string().trim(),
  recordingUrl: z.string().trim(),
  zoomJoinUrl: z.string().trim(),
  zoomRegistrationUrl: z.string().trim(),
  zoomStartUrl: z.string().trim(),
  alreadyHeld: z.boolean(),
})

export type BootcampValues = z.infer<typeof shape>
export type BootcampField = keyof BootcampValues
export const bootcampFields = Object.keys(shape.shape) as BootcampField[]

type Problems = Partial<Record<BootcampField, string | null>>

function tooLong(text: string, most: number): string | null {
  // Counted as the server counts: an emoji is one character, not two.
  return [...text].length > most ? `String must contain at most ${most} character(s)` : null
}

function textProblem(text: string, most: number): string | null {
  return text ? tooLong(text, most) : 'Required'
}

function linkProblem(link: string): string | null {
  if (link && !/^https:\/\/\S+$/i.test(link)) return 'Use an address that starts with https://'
  return tooLong(link, LINK)
}

function seatsProblem(text: string, taken: number): string | null {
  if (!text) return 'Required'
  if (!/^\d+$/.test(text)) return 'Max seats must be a whole number'
  const seats = Number(text)
  if (seats < taken) {
    return `${taken} ${taken === 1 ? 'seat is' : 'seats are'} taken, so there can't be fewer`
  }
  return seats >= 1 && seats <= MOST_SEATS ? null : 'Max seats must be between 1 and 1000'
}

function clockProblem(time: string): string | null {
  if (!time) return 'Required'
  return CLOCK.test(time) ? null : 'Use 24-hour time, as HH:MM'
}

const SKIPPED_TIME =
  "This time doesn't exist on that day because the clocks go forward. Pick an earlier or later one."

/** What only the date, the time and the zone together can tell. */
function momentProblems(values: BootcampValues): Problems {
  const { startDate, startTime, endDate, endTime, timezone } = values
  const start = instantOf({ date: startDate, time: startTime }, timezone)
  const end = instantOf({ date: endDate, time: endTime }, timezone)
  if (start && end) {
    const late = 'End date and time must be after start date and time'
    if (end <= start) return { endTime: late }
    return isTooLong(start, end) ? { endTime: TOO_LONG } : {}
  }
  return { startTime: start ? null : SKIPPED_TIME, endTime: end ? null : SKIPPED_TIME }
}

function pastProblems(values: BootcampValues): Problems {
  const { startDate, startTime, timezone, alreadyHeld } = values
  const start = instantOf({ date: startDate, time: startTime }, timezone)
  return start && start.getTime() <= Date.now() && !alreadyHeld ? { startDate: IN_THE_PAST } : {}
}

function scheduleProblems(values: BootcampValues, refusesPast: boolean): Problems {
  const problems: Problems = {
    startDate: values.startDate ? null : 'Required',
    endDate: values.endDate ? null : 'Required',
    startTime: clockProblem(values.startTime),
    endTime: clockProblem(values.endTime),
    timezone: zoneNames.includes(values.timezone) ? null : 'Please select a valid timezone',
  }
  if (Object.values(problems).some(Boolean)) return problems
  return { ...momentProblems(values), ...(refusesPast ? pastProblems(values) : {}) }
}

function salesProblems({ salesOpenAt, salesCloseAt, timezone }: BootcampValues): Problems {
  const isSkipped = (typed: string) => typed !== '' && momentTyped(typed, timezone) === null
  const late = 'Sales must close after they open'
  const isBackwards = salesOpenAt !== '' && salesCloseAt !== '' && salesCloseAt <= salesOpenAt
  return {
    salesOpenAt: isSkipped(salesOpenAt) ? SKIPPED_TIME : null,
    salesCloseAt: isSkipped(salesCloseAt) ? SKIPPED_TIME : isBackwards ? late : null,
  }
}

/** A minimum and the day to decide belong together; neither changes anything by itself. */
function minimumProblems({ minSeats, decideBy, maxSeats, timezone }: BootcampValues): Problems {
  const most = Number(maxSeats)
  const isNumber = /^\d+$/.test(minSeats) && Number(minSeats) >= 1
  const seats = isNumber && !(Number(minSeats) > most) ? null : `Enter a number from 1 to ${most}`
  const isSkipped = decideBy !== '' && momentTyped(decideBy, timezone) === null
  const alone = decideBy !== '' && minSeats === '' ? 'Enter the minimum too' : null
  return {
    minSeats: minSeats === '' ? alone : seats,
    decideBy: isSkipped ? SKIPPED_TIME : null,
  }
}

function percentProblem(text: string): string | null {
  const isPercent = /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100
  return text === '' || isPercent ? null : 'Enter a number from 1 to 100'
}

export const IN_THE_PAST =
  'This date is in the past. Choose a later one, or say that this is a record of a class already held.'

interface Known {
  /** A date that is over is a mistake, unless it is a record: for a new one, not for a change. */
  refusesPast: boolean
  /** How many seats are sold or held; there cannot be fewer. */
  taken: number
  /** The meeting service made the links: nothing of them is the admin's to mend. */
  hasOwnMeeting: boolean
}

function meetingProblems(values: BootcampValues): Problems {
  return {
    zoomJoinUrl: linkProblem(values.zoomJoinUrl),
    zoomRegistrationUrl: linkProblem(values.zoomRegistrationUrl),
    zoomStartUrl: linkProblem(values.zoomStartUrl),
  }
}

function problemsOf(
  values: BootcampValues,
  { taken, hasOwnMeeting, refusesPast }: Known,
): Problems {
  return {
    name: textProblem(values.name, SHORT_TEXT),
    description: textProblem(values.description, LONG_TEXT),
    price: isPrice(values.price) ? null : 'Price must be a valid number',
    maxSeats: seatsProblem(values.maxSeats, taken),
    ...scheduleProblems(values, refusesPast),
    ...salesProblems(values),
    ...minimumProblems(values),
    certificatePercent: percentProblem(values.certificatePercent),
    tagline: tooLong(values.tagline, SHORT_TEXT),
    sessionUrl: linkProblem(values.sessionUrl),
    recordingUrl: linkProblem(values.recordingUrl),
    ...(hasOwnMeeting ? {} : meetingProblems(values)),
  }
}

export function bootcampSchema(known: Known) {
  return shape.check(({ value, issues }) => {
    for (const [field, message] of Object.entries(problemsOf(value, known))) {
      if (message) issues.push({ code: 'custom', message, path: [field], input: value })
    }
  })
}
