/** What can be put into an order: one bootcamp or one bundle, and whether it can be bought now. */
import type { components } from '@/api/schema'
import { isOnHold } from '@/lib/offer'
import { salesState } from '@/lib/prices'
import { type BundlePart, chosenDates, type DatesWanted, partsOf, soldAs } from './bundle-dates'

export type Bootcamp = components['schemas']['BootcampOut']
export type Bundle = components['schemas']['BundleOut']
export type Upgrade = components['schemas']['UpgradeOut']

/** Why a package can be bought, or cannot. */
export type Standing =
  | 'open'
  /** No seat is free, but somebody is still paying for one: it may come back. */
  | 'held'
  | 'soldOut'
  | 'started'
  | 'offSale'
  /** Its sales open later, or have closed. */
  | 'salesAhead'
  | 'salesOver'
  | 'owned'
  | 'partlyOwned'
  /** What was paid for the part is as much as the bundle costs. */
  | 'paidUp'

interface Common {
  key: string
  name: string
  price: string
  seats: number
  standing: Standing
  /** How the server is told what is bought. */
  items: { bootcampIds: number[]; bundleId: string | null }
}

export interface BootcampPackage extends Common {
  kind: 'bootcamp'
  bootcamp: Bootcamp
}

export interface BundlePackage extends Common {
  kind: 'bundle'
  bundle: Bundle
  /** The buyer owns a part: the rest is what they buy. */
  upgrade: Upgrade | undefined
  /** What is bought of it, each on its date. */
  parts: BundlePart[]
  /** Those on another date than the bundle's own. */
  chosenDates: { memberId: number; bootcampId: number }[]
}

export type Package = BootcampPackage | BundlePackage

/** The price difference of a seat that moves to a dearer date. */
export interface MovePayable extends Pick<Common, 'key' | 'name' | 'items'> {
  kind: 'move'
}

/** Whatever a card can be asked for. */
export type Payable = Package | MovePayable

export interface Possessions {
  owned: readonly number[]
  ownedBundles: readonly string[]
  upgrades: readonly Upgrade[]
}

type Circumstances = Possessions & Pick<DatesWanted, 'now'>

/** A bundle's dates are found among all that are on offer. */
interface BundleCircumstances extends Circumstances, DatesWanted {
  bootcamps: readonly Bootcamp[]
}

const hasStarted = ({ startDate }: { startDate: string }, now: number) =>
  Date.parse(startDate) <= now

/** Why something isn't sold: by its own times, or else taken off sale. */
const shutAs = { notYet: 'salesAhead', closed: 'salesOver', open: 'offSale' } as const

function bootcampStanding(bootcamp: Bootcamp, { now, owned }: Circumstances): Standing {
  if (owned.includes(bootcamp.id)) return 'owned'
  if (hasStarted(bootcamp, now)) return 'started'
  if (!bootcamp.isActive) return shutAs[salesState(bootcamp, now)]
  if (bootcamp.availableSeats > 0) return 'open'
  return isOnHold([bootcamp]) ? 'held' : 'soldOut'
}

/** A bundle needs a seat in every member that is sold, so the worst of them decides. */
function bundleStanding(
  bundle: Bundle,
  upgrade: Upgrade | undefined,
  parts: readonly BundlePart[],
  { now, owned, ownedBundles }: Circumstances,
): Standing {
  if (ownedBundles.includes(bundle.id)) return 'owned'
  if (upgrade && !upgrade.isPayable) return 'paidUp'
  if (!upgrade && bundle.bootcamps.some(({ id }) => owned.includes(id))) return 'partlyOwned'
  const sold = parts.map(soldAs)
  if (sold.some((member) => hasStarted(member, now))) return 'started'
  if (sold.some(({ isActive }) => !isActive)) {
    const shut = shutPart(parts)
    return shut ? shutAs[salesState(shut, now)] : 'offSale'
  }
  if (seatsFor(bundle, upgrade, parts) > 0) return 'open'
  return isOnHold(sold) ? 'held' : 'soldOut'
}

/** The date of a bundle that is not sold now: it keeps all of it from being bought. */
export const shutPart = (parts: readonly BundlePart[]): Bootcamp | undefined =>
  parts.find(({ date }) => date && !date.isActive)?.date

/** Of a part of it the rest is bought, at a price of its own. */
export const isUpgrade = (chosen: Package | undefined) =>
  chosen?.kind === 'bundle' && chosen.upgrade !== undefined

/** The bundle's members that are bought: all, or those that are missing. */
function soldParts({ bootcamps }: Bundle, upgrade: Upgrade | undefined) {
  if (!upgrade) return bootcamps
  return bootcamps.filter(({ id }) => upgrade.missing.some((one) => one.id === id))
}

function seatsFor(
  bundle: Bundle,
  upgrade: Upgrade | undefined,
  parts: readonly BundlePart[],
): number {
  if (!upgrade && chosenDates(parts).length === 0) return bundle.availableSeats
  const sold = parts.map(soldAs)
  return Math.min(...sold.map(({ isActive, availableSeats }) => (isActive ? availableSeats : 0)))
}

/** What is missing, as a bundle of its own: what it costs apart, and together. */
export const restOf = ({ price, missing }: Upgrade) => ({ price, bootcamps: missing })

/** Tells packages apart, whatever their kind; a bundle on other dates is another one. */
export function packageKeyOf(
  { bootcampIds, bundleId }: Common['items'],
  seatsIn: readonly number[] = [],
): string {
  const dates = [...seatsIn].sort((a, b) => a - b)
  return bundleId ? `bundle ${bundleId} ${dates}` : `bootcamp ${bootcampIds[0]}`
}

export function bootcampPackage(bootcamp: Bootcamp, circumstances: Circumstances): BootcampPackage {
  const items = { bootcampIds: [bootcamp.id], bundleId: null }
  return {
    kind: 'bootcamp',
    key: packageKeyOf(items),
    name: bootcamp.name,
    price: bootcamp.price,
    seats: bootcamp.availableSeats,
    standing: bootcampStanding(bootcamp, circumstances),
    items,
    bootcamp,
  }
}

export function bundlePackage(bundle: Bundle, circumstances: BundleCircumstances): BundlePackage {
  const items = { bootcampIds: [], bundleId: bundle.id }
  const upgrade = circumstances.upgrades.find(({ bundleId }) => bundleId === bundle.id)
  const parts = partsOf(soldParts(bundle, upgrade), circumstances.bootcamps, circumstances)
  return {
    kind: 'bundle',
    key: packageKeyOf(
      items,
      parts.map((part) => soldAs(part).id),
    ),
    name: bundle.name,
    price: upgrade?.price ?? bundle.price,
    seats: seatsFor(bundle, upgrade, parts),
    standing: bundleStanding(bundle, upgrade, parts, circumstances),
    items,
    bundle,
    upgrade,
    parts,
    chosenDates: chosenDates(parts),
  }
}

/** No seat is free, but one may come back, and there is a list for it. */
export function hasWaitingList(offered: Package): boolean {
  if (offered.standing !== 'soldOut' && offered.standing !== 'held') return false
  return offered.kind === 'bundle' ? offered.bundle.waitingList : offered.bootcamp.waitingList
}

/** How many seats somebody takes who buys it. */
export const seatsOf = (bought: Payable) => (bought.kind === 'bundle' ? bought.parts.length : 1)

const isSameCourse = (a: BootcampPackage, b: BootcampPackage) =>
  a.bootcamp.course === b.bootcamp.course

/** Whether the course has another date that can still be bought. */
export const hasOtherDates = (bootcamps: readonly BootcampPackage[], one: BootcampPackage) =>
  bootcamps.some(
    (other) => other.key !== one.key && other.standing === 'open' && isSameCourse(other, one),
  )

/**
 * What else could be bought instead: other dates of the same course where there are any, or the
 * other courses for somebody who has this one.
 */
export function otherDates(
  bootcamps: readonly BootcampPackage[],
  instead: Package,
): BootcampPackage[] {
  const open = bootcamps.filter(({ key, standing }) => standing === 'open' && key !== instead.key)
  if (instead.kind === 'bundle') return open
  if (instead.standing === 'owned') return open.filter((other) => !isSameCourse(other, instead))
  const dates = open.filter((other) => isSameCourse(other, instead))
  return dates.length > 0 ? dates : open
}

/** The bootcamps by course: the dates of one course and price of now belong together. */
export function courses(bootcamps: readonly BootcampPackage[]): BootcampPackage[][] {
  const found = new Map<string, BootcampPackage[]>()
  for (const offered of bootcamps) {
    const { course, regularPrice, price, priceUntil, priceSeatsLeft, priceThen, priceAfterSeats } =
      offered.bootcamp
    const ends = [priceUntil, priceSeatsLeft, priceThen, priceAfterSeats]
    const key = JSON.stringify([course, regularPrice, price, ends])
    const dates = found.get(key)
    if (dates) dates.push(offered)
    else found.set(key, [offered])
  }
  return [...found.values()]
}
