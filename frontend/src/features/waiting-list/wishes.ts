/** What somebody can wait for, from the offer as it stands and the address they came by. */
import type { components } from '@/api/schema'
import { upcoming } from '@/lib/offer'
import { type Course, courses } from '@/lib/waiting-list'

export type Bootcamp = components['schemas']['BootcampOut']
export type Bundle = components['schemas']['BundleOut']

/** What the address asks for, and what there is to say about it. */
export type Waiting =
  /** Full dates of one course; any of them may do. `bundle` where all of it could be waited for, too. */
  | { kind: 'dates'; dates: Bootcamp[]; asked: number; bundle: Bundle | undefined }
  | { kind: 'bundle'; bundle: Bundle }
  /** Nothing to wait for: it can be bought. */
  | { kind: 'free'; name: string; checkout: string }
  /** The next date of a course; which one is chosen here where the address does not say. */
  | { kind: 'interest'; course: Course | null; isGone: boolean }

interface Offer {
  bootcamps: readonly Bootcamp[]
  bundles: readonly Bundle[]
  now: number
}

export function readWaiting(params: URLSearchParams, offer: Offer): Waiting {
  const bundle = params.get('bundle')
  if (bundle !== null) return ofBundle(bundle, offer)
  const bootcamp = params.get('bootcamp')
  if (bootcamp !== null) return ofBootcamp(bootcamp, offer)
  const course = courses.find((one) => one === params.get('course')) ?? null
  return { kind: 'interest', course, isGone: false }
}

function ofBundle(id: string, { bundles, now }: Offer): Waiting {
  const found = bundles.find((one) => one.id === id.toLowerCase() && one.isActive)
  if (!found || hasBegun(found, now)) return { kind: 'interest', course: null, isGone: true }
  if (found.waitingList) return { kind: 'bundle', bundle: found }
  if (found.availableSeats === 0) return { kind: 'interest', course: null, isGone: true }
  return { kind: 'free', name: found.name, checkout: `/checkout?bundle=${found.id}` }
}

function ofBootcamp(id: string, { bootcamps, bundles, now }: Offer): Waiting {
  const found = bootcamps.find((one) => String(one.id) === id)
  const course = found?.bootcampType ?? null
  if (!found?.isActive || Date.parse(found.startDate) <= now)
    return { kind: 'interest', course, isGone: true }
  if (found.availableSeats > 0)
    return { kind: 'free', name: found.name, checkout: `/checkout?bootcamp=${found.id}` }
  // Too close to its start for a list.
  if (!found.waitingList) return { kind: 'interest', course, isGone: true }
  const dates = upcoming(bootcamps, now).filter(
    (one) => one.waitingList && one.bootcampType === course,
  )
  const bundle = bundles.find(
    (one) =>
      one.waitingList &&
      !hasBegun(one, now) &&
      one.bootcamps.some((member) => member.id === found.id),
  )
  return { kind: 'dates', dates, asked: found.id, bundle }
}

const hasBegun = ({ bootcamps }: Bundle, now: number) =>
  bootcamps.some(({ startDate }) => Date.parse(startDate) <= now)

/** How the server is told what somebody waits for. */
export interface WishIn {
  bootcampIds: number[]
  bundleId: string | null
  interest: Course | null
}
