/**
 * On which dates the bootcamps of a bundle are taken. Where one has several on sale its buyer
 * chooses; until then it is the earliest that fits: after the step before, with seats free (the last
 * one may go while they pay), and not within the day.
 */
import type { components } from '@/api/schema'
import { salesState } from '@/lib/prices'

type Bootcamp = components['schemas']['BootcampOut']
export type Member = components['schemas']['BundleMemberOut']

export interface BundlePart {
  member: Member
  /** What can be chosen from, the soonest first. */
  dates: readonly Bootcamp[]
  /** What is bought; undefined where the bundle's own date is not on offer any more. */
  date: Bootcamp | undefined
}

export interface DatesWanted {
  now: number
  /** The dates in the address. What was chosen stays chosen, also when it has sold out since. */
  wanted: readonly number[]
  /** Seats that this buyer holds are missing from the counts. */
  heldIn: readonly number[]
  owned: readonly number[]
}

/** Nobody is put into a class that begins within the day without having asked for it. */
const A_DAY_MS = 86_400_000

type Hours = Pick<Bootcamp, 'startDate' | 'endDate'>

const starts = ({ startDate }: Hours) => Date.parse(startDate)
const ends = ({ endDate }: Hours) => Date.parse(endDate)
const overlaps = (one: Hours, other: Hours) =>
  starts(one) < ends(other) && starts(other) < ends(one)

export function partsOf(
  members: readonly Member[],
  bootcamps: readonly Bootcamp[],
  { now, wanted, heldIn, owned }: DatesWanted,
): BundlePart[] {
  const mine = bootcamps.filter(({ id }) => owned.includes(id))
  const isOpen = (date: Bootcamp) =>
    heldIn.includes(date.id) || (date.availableSeats > 0 && date.isActive)
  const taken: Bootcamp[] = []
  return members.map((member) => {
    const dates = bootcamps
      .filter((date) => member.dateIds.includes(date.id) && starts(date) > now)
      .filter((date) => !taken.includes(date) && !mine.includes(date))
      .sort((a, b) => starts(a) - starts(b))
    const before = [...mine, ...taken].filter(({ step }) => step < member.step)
    const fitting = dates.filter(
      (date) => isOpen(date) && ![...mine, ...taken].some((other) => overlaps(date, other)),
    )
    const own = dates.find(({ id }) => id === member.id)
    const inOrder = fitting.filter((date) => before.every((other) => ends(other) <= starts(date)))
    const later = inOrder.filter((date) => starts(date) > now + A_DAY_MS)
    const date =
      dates.find(({ id }) => wanted.includes(id)) ??
      later.find(({ id, availableSeats }) => heldIn.includes(id) || availableSeats > 1) ??
      later[0] ??
      inOrder[0] ??
      fitting.find(({ id }) => id === member.id) ??
      fitting[0] ??
      own ??
      dates[0] ??
      bootcamps.find(({ id }) => id === member.id)
    if (date) taken.push(date)
    return { member, dates, date }
  })
}

/** What stands for a part in questions of seats: its date, or the bundle's own as the bundle says. */
export const soldAs = ({ member, date }: BundlePart) =>
  date && date.id !== member.id ? date : member

/** Whether there is another date than the one that is bought; a sold-out one is none. */
export const canChoose = ({ dates, date }: BundlePart) =>
  dates.some((one) => one !== date && one.availableSeats + one.heldSeats > 0)

export const hasChoice = (parts: readonly BundlePart[]) => parts.some(canChoose)

/** How the server is told; it knows the bundle's own dates by itself. */
export const chosenDates = (parts: readonly BundlePart[]) =>
  parts.flatMap(({ member, date }) =>
    date && date.id !== member.id ? [{ memberId: member.id, bootcampId: date.id }] : [],
  )

/** The dates after one was picked: later steps that no longer fit are found anew. */
export function pick(parts: readonly BundlePart[], at: BundlePart, picked: Bootcamp): number[] {
  const isKept = (part: BundlePart, date: Bootcamp) => {
    if (parts.indexOf(part) < parts.indexOf(at)) return date.id !== picked.id
    const comesAfter = part.member.step > at.member.step
    return comesAfter ? ends(picked) <= starts(date) : !overlaps(date, picked)
  }
  const others = parts.flatMap((part) =>
    part !== at && part.date && isKept(part, part.date) ? [part.date.id] : [],
  )
  return [...others, picked.id]
}

/** Why a date cannot be picked; empty where it can. */
export function whyNot(parts: readonly BundlePart[], at: BundlePart, date: Bootcamp): string {
  if (!date.isActive)
    return salesState(date, Date.now()) === 'closed' ? 'sales have closed' : 'not on sale yet'
  if (date.availableSeats === 0) return date.heldSeats > 0 ? 'on hold' : 'sold out'
  const inTheWay = parts.find(
    (part, place) =>
      part !== at &&
      part.date &&
      (place < parts.indexOf(at) || !canChoose(part)) &&
      overlaps(date, part.date),
  )
  return inTheWay ? `overlaps with ${inTheWay.member.name}` : ''
}

/** The first step that comes before an earlier one on these dates. */
export function outOfOrder(parts: readonly BundlePart[]): [BundlePart, BundlePart] | undefined {
  for (const part of parts) {
    const earlier = parts.find(
      ({ member, date }) =>
        member.step < part.member.step && date && part.date && starts(part.date) < ends(date),
    )
    if (earlier) return [part, earlier]
  }
  return undefined
}
