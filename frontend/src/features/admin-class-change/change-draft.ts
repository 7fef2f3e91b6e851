/** What the dialog holds until it is sent: what happens, what is offered, and by when to choose. */
import type { ChangedClass, ChangeKind } from '@/features/admin-kit/class-change'
import { momentTyped, typedMoment } from '@/features/admin-kit/moments'
import { instantOf, isTooLong, localTimeAt, TOO_LONG } from '@/lib/local-times'
import type { ChangePreview, Wanted } from './change-queries'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const USUAL_DAYS = 5

export const LONGEST_WORDS = 2000

export interface Draft {
  kind: ChangeKind
  startDate: string
  startTime: string
  endDate: string
  endTime: string
  /** How long it lasts: kept while the start is half typed. */
  lengthMs: number
  /** Those not offered; null until somebody says which. */
  leftOut: readonly number[] | null
  words: string
  /** As typed, on the clocks of the class; null while nobody has touched it. */
  chooseBy: string | null
  offersCredit: boolean
}

export function newDraft(bootcamp: ChangedClass, kind: ChangeKind, words: string): Draft {
  const start = localTimeAt(bootcamp.startDate, bootcamp.timezone)
  const end = localTimeAt(bootcamp.endDate, bootcamp.timezone)
  return {
    kind,
    startDate: start.date,
    startTime: start.time,
    endDate: end.date,
    endTime: end.time,
    lengthMs: Date.parse(bootcamp.endDate) - Date.parse(bootcamp.startDate),
    leftOut: null,
    words,
    chooseBy: null,
    offersCredit: true,
  }
}

/** Null as long as the fields don't name a moment; an hour that the clocks skip is none. */
function newStart({ startDate, startTime }: Draft, zone: string): Date | null {
  return instantOf({ date: startDate, time: startTime }, zone)
}

const newEnd = ({ endDate, endTime }: Draft, zone: string) =>
  instantOf({ date: endDate, time: endTime }, zone)

/** A class that begins at another time stays as long as it was. */
export function withStart(
  draft: Draft,
  start: { startDate?: string; startTime?: string },
  zone: string,
): Draft {
  const next = { ...draft, ...start }
  const at = newStart(next, zone)
  if (!at) return next
  const end = localTimeAt(new Date(at.getTime() + draft.lengthMs).toISOString(), zone)
  return { ...next, endDate: end.date, endTime: end.time }
}

/** An end set by hand is another length. */
export function withEnd(
  draft: Draft,
  end: { endDate?: string; endTime?: string },
  zone: string,
): Draft {
  const next = { ...draft, ...end }
  const [from, to] = [newStart(next, zone), newEnd(next, zone)]
  const isLength = from !== null && to !== null && to > from
  return isLength ? { ...next, lengthMs: to.getTime() - from.getTime() } : next
}

/** Five days, and for a moved class never past a day before its new start. */
function usualChooseBy(draft: Draft, zone: string, now: number): string {
  const start = draft.kind === 'move' ? newStart(draft, zone) : null
  const usual = now + USUAL_DAYS * DAY_MS
  const latest = start ? Math.min(usual, start.getTime() - DAY_MS) : usual
  // Full hours read better; a class within the next day leaves an hour to choose.
  const at = Math.floor(Math.max(latest, now + 2 * HOUR_MS) / HOUR_MS) * HOUR_MS
  return typedMoment(new Date(at).toISOString(), zone)
}

export const shownChooseBy = (draft: Draft, zone: string, now: number) =>
  draft.chooseBy ?? usualChooseBy(draft, zone, now)

/** What is in the way of a new date; null where nothing is. */
export function dateProblem(draft: Draft, bootcamp: ChangedClass, now: number): string | null {
  if (draft.kind === 'cancel') return null
  const start = newStart(draft, bootcamp.timezone)
  const end = newEnd(draft, bootcamp.timezone)
  if (!start || !end) return 'Enter a date and a time that exist'
  if (end <= start) return 'It has to end after it starts'
  if (isTooLong(start, end)) return TOO_LONG
  if (start.getTime() <= now) return 'Choose a date in the future'
  const isSame =
    start.getTime() === Date.parse(bootcamp.startDate) &&
    end.getTime() === Date.parse(bootcamp.endDate)
  return isSame ? 'This is the date it has now' : null
}

export function chooseByProblem(draft: Draft, zone: string, now: number): string | null {
  const at = momentTyped(shownChooseBy(draft, zone, now), zone)
  if (!at) return 'Enter a date and a time that exist'
  if (Date.parse(at) <= now) return 'Choose a time in the future'
  const start = draft.kind === 'move' ? newStart(draft, zone) : null
  return start && Date.parse(at) >= start.getTime() ? 'This has to be before the new start' : null
}

/** By default only dates of the same course are offered, and none that begins before choose-by. */
export function leftOutOf(
  draft: Draft,
  zone: string,
  { alternatives, now }: { alternatives: ChangePreview['alternatives']; now: number },
): readonly number[] {
  if (draft.leftOut) return draft.leftOut
  const chooseBy = momentTyped(shownChooseBy(draft, zone, now), zone)
  const isTooSoon = (startDate: string) =>
    chooseBy !== null && Date.parse(startDate) <= Date.parse(chooseBy)
  return alternatives
    .filter(({ isSameCourse, startDate }) => !isSameCourse || isTooSoon(startDate))
    .map(({ id }) => id)
}

export function wantedOf(
  draft: Draft,
  zone: string,
  { alternatives, now }: { alternatives: ChangePreview['alternatives']; now: number },
): Wanted {
  const { kind, words, offersCredit } = draft
  const leftOut = leftOutOf(draft, zone, { alternatives, now })
  const moves = kind === 'move'
  return {
    kind,
    startDate: moves ? (newStart(draft, zone)?.toISOString() ?? null) : null,
    endDate: moves ? (newEnd(draft, zone)?.toISOString() ?? null) : null,
    alternativeIds: alternatives.map(({ id }) => id).filter((id) => !leftOut.includes(id)),
    words: words.trim(),
    chooseBy: momentTyped(shownChooseBy(draft, zone, now), zone) ?? '',
    offersCredit,
  }
}
