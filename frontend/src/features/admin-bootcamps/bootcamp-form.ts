/** A bootcamp as the form holds it, and what is sent when the form is done. */
import type { components } from '@/api/schema'
import type { Schedule } from '@/features/admin-kit/class-clock'
import { momentTyped, typedMoment } from '@/features/admin-kit/moments'
import { instantOf, localTimeAt } from '@/lib/local-times'
import type { BootcampValues } from './bootcamp-schema'

export type AdminBootcamp = components['schemas']['AdminBootcampOut']
type NewBootcamp = components['schemas']['BootcampIn']
type BootcampChange = components['schemas']['BootcampChangeIn']
type BootcampType = AdminBootcamp['bootcampType']
type Zone = NonNullable<NewBootcamp['timezone']>

const FALLBACK_SEATS = 10

/** The step of the journey that fits each type. */
const stepOf: Record<BootcampType, BootcampValues['step']> = {
  Build: '1',
  Launch: '2',
  Market: '3',
}

/** Whether coaching comes with it unless somebody says otherwise. */
const isCoached = (type: BootcampType) => type !== 'Build'

export const newBootcamp: BootcampValues = {
  name: '',
  description: '',
  bootcampType: 'Build',
  price: '',
  maxSeats: '20',
  startDate: '',
  startTime: '19:00',
  endDate: '',
  endTime: '20:00',
  timezone: 'America/Denver',
  salesOpenAt: '',
  salesCloseAt: '',
  minSeats: '',
  decideBy: '',
  certificatePercent: '',
  tagline: '',
  step: stepOf.Build,
  includesCoaching: isCoached('Build'),
  sessionUrl: '',
  recordingUrl: '',
  zoomJoinUrl: '',
  zoomRegistrationUrl: '',
  zoomStartUrl: '',
  alreadyHeld: false,
}

/** It does not take place. */
export const isCanceled = ({ canceledAt }: AdminBootcamp) => canceledAt !== null

/** Made, and on sale only once somebody publishes it. */
export function isDraft({ status, publishedAt }: AdminBootcamp): boolean {
  return status === 'active' && publishedAt === null
}

export function valuesOf(bootcamp: AdminBootcamp): BootcampValues {
  const start = localTimeAt(bootcamp.startDate, bootcamp.timezone)
  const end = localTimeAt(bootcamp.endDate, bootcamp.timezone)
  return {
    name: bootcamp.name,
    description: bootcamp.description,
    bootcampType: bootcamp.bootcampType,
    price: bootcamp.price,
    maxSeats: String(bootcamp.maxSeats || FALLBACK_SEATS),
    startDate: start.date,
    startTime: start.time,
    endDate: end.date,
    endTime: end.time,
    timezone: bootcamp.timezone,
    salesOpenAt: typedMoment(bootcamp.salesOpenAt, bootcamp.timezone),
    salesCloseAt: typedMoment(bootcamp.salesCloseAt, bootcamp.timezone),
    minSeats: bootcamp.minSeats === null ? '' : String(bootcamp.minSeats),
    decideBy: typedMoment(bootcamp.decideBy, bootcamp.timezone),
    certificatePercent:
      bootcamp.certificatePercent === null ? '' : String(bootcamp.certificatePercent),
    tagline: bootcamp.tagline,
    step: String(bootcamp.step) as BootcampValues['step'],
    includesCoaching: bootcamp.includesCoaching,
    sessionUrl: bootcamp.sessionUrl,
    recordingUrl: bootcamp.recordingUrl,
    zoomJoinUrl: bootcamp.zoomJoinUrl,
    zoomRegistrationUrl: bootcamp.zoomRegistrationUrl,
    zoomStartUrl: bootcamp.zoomStartUrl,
    alreadyHeld: false,
  }
}

/** Another one of its kind: what belongs to its own date is left empty. */
export function likeThis(bootcamp: AdminBootcamp): BootcampValues {
  const own = { startDate: '', endDate: '', sessionUrl: '', recordingUrl: '' }
  const sales = { salesOpenAt: '', salesCloseAt: '', decideBy: '' }
  const meeting = { zoomJoinUrl: '', zoomRegistrationUrl: '', zoomStartUrl: '' }
  return { ...valuesOf(bootcamp), ...own, ...sales, ...meeting }
}

/** Another one's values where nothing was typed, and the names of the fields where something was. */
export function fillIn(typed: BootcampValues, before: BootcampValues, other: BootcampValues) {
  const names = Object.keys(other) as (keyof BootcampValues)[]
  const isTyped = (name: keyof BootcampValues) => typed[name] !== before[name]
  // Start and end are one choice: half of each would be a length that nobody asked for.
  const isOwn = (name: keyof BootcampValues) =>
    name === 'startTime' || name === 'endTime'
      ? isTyped('startTime') || isTyped('endTime')
      : isTyped(name)
  const own = names.filter(isOwn)
  const kept = Object.fromEntries(own.map((name) => [name, typed[name]]))
  return { values: { ...other, ...kept } as BootcampValues, own }
}

/** What else changes with the type: whatever was not chosen against the habit of the old one. */
export function followType(
  values: BootcampValues,
  next: BootcampType,
  { isNew }: { isNew: boolean },
): Partial<BootcampValues> {
  const { bootcampType: last, step, includesCoaching } = values
  return {
    ...(step === stepOf[last] ? { step: stepOf[next] } : {}),
    // Whether people who bought it are coached does not change by the way.
    ...(isNew && includesCoaching === isCoached(last) ? { includesCoaching: isCoached(next) } : {}),
  }
}

/** Whether the form names a start that is over. */
export function startsInPast(values: BootcampValues): boolean {
  const schedule = scheduleOf(values)
  return schedule !== null && Date.parse(schedule.startDate) <= Date.now()
}

/** Null as long as the form does not name two moments. */
export function scheduleOf(values: BootcampValues): Schedule | null {
  const { startDate, startTime, endDate, endTime, timezone } = values
  const start = instantOf({ date: startDate, time: startTime }, timezone)
  const end = instantOf({ date: endDate, time: endTime }, timezone)
  return start && end ? { startDate: start.toISOString(), endDate: end.toISOString() } : null
}

const scheduleFields = ['startDate', 'startTime', 'endDate', 'endTime', 'timezone'] as const

/** Untouched, it is what it was: an hour that comes twice would otherwise become the first one. */
function scheduleAfter(values: BootcampValues, bootcamp: AdminBootcamp): Schedule {
  const before = valuesOf(bootcamp)
  const isUntouched = scheduleFields.every((field) => values[field] === before[field])
  return (!isUntouched && scheduleOf(values)) || bootcamp
}

export function movesBootcamp(values: BootcampValues, bootcamp: AdminBootcamp): boolean {
  const after = scheduleAfter(values, bootcamp)
  return (
    Date.parse(after.startDate) !== Date.parse(bootcamp.startDate) ||
    Date.parse(after.endDate) !== Date.parse(bootcamp.endDate)
  )
}

/** The form refuses every zone but those the server knows. */
export const zoneOf = ({ timezone }: BootcampValues) => timezone as Zone

function essentials(values: BootcampValues, { startDate, endDate }: Schedule) {
  const { name, description, bootcampType, price, maxSeats } = values
  return {
    name,
    description,
    bootcampType,
    price,
    maxSeats: Number(maxSeats),
    startDate,
    endDate,
    timezone: zoneOf(values),
  }
}

export function createPayload(values: BootcampValues): NewBootcamp {
  const schedule = scheduleOf(values)
  if (!schedule) throw new Error('A form without a schedule was let through')
  const { bootcampType, tagline, step, includesCoaching, sessionUrl, recordingUrl } = values
  return {
    ...essentials(values, schedule),
    step: Number(step),
    ...(tagline ? { tagline } : {}),
    ...(includesCoaching === isCoached(bootcampType) ? {} : { includesCoaching }),
    ...(sessionUrl ? { sessionUrl } : {}),
    ...(recordingUrl ? { recordingUrl } : {}),
    ...(values.alreadyHeld ? { alreadyHeld: true } : {}),
    ...moments(values, newBootcamp),
    ...minimum(values, newBootcamp),
    ...percent(values, newBootcamp),
  }
}

/** What differs of it: an empty field takes the limit away. */
function moments(values: BootcampValues, before: BootcampValues) {
  // On other clocks, what was typed is another moment.
  const isMoved = values.timezone !== before.timezone
  const sent = (['salesOpenAt', 'salesCloseAt', 'decideBy'] as const).filter(
    (field) => values[field] !== before[field] || (isMoved && values[field]),
  )
  return Object.fromEntries(
    sent.map((field) => [field, momentTyped(values[field], values.timezone)]),
  )
}

/** An empty field takes the minimum away. */
function minimum({ minSeats }: BootcampValues, before: BootcampValues) {
  return minSeats === before.minSeats ? {} : { minSeats: minSeats ? Number(minSeats) : null }
}

/** Empty, a certificate only asks for having been there. */
function percent({ certificatePercent: typed }: BootcampValues, before: BootcampValues) {
  if (typed === before.certificatePercent) return {}
  return { certificatePercent: typed ? Number(typed) : null }
}

const linkFields = [
  'tagline',
  'sessionUrl',
  'recordingUrl',
  'zoomJoinUrl',
  'zoomRegistrationUrl',
  'zoomStartUrl',
] as const

/** The essentials always, whatever else only when it is different. */
export function changePayload(values: BootcampValues, bootcamp: AdminBootcamp): BootcampChange {
  const { step, includesCoaching } = values
  const changed = linkFields.filter((field) => values[field] !== bootcamp[field])
  return {
    ...essentials(values, scheduleAfter(values, bootcamp)),
    ...(Number(step) === bootcamp.step ? {} : { step: Number(step) }),
    ...(includesCoaching === bootcamp.includesCoaching ? {} : { includesCoaching }),
    ...Object.fromEntries(changed.map((field) => [field, values[field]])),
    ...moments(values, valuesOf(bootcamp)),
    ...minimum(values, valuesOf(bootcamp)),
    ...percent(values, valuesOf(bootcamp)),
  }
}
