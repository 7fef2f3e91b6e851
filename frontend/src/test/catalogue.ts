/** Typed examples of what is on offer, and a server that offers it. */
import type { components } from '@/api/schema'
import { answerGet } from './server'

type Bootcamp = components['schemas']['BootcampOut']
type Bundle = components['schemas']['BundleOut']

/** A Build bootcamp on an evening in New York, far enough away to be open in any test. */
export function makeBootcamp(given: Partial<Bootcamp> = {}): Bootcamp {
  const { maxSeats = 20, availableSeats = 20, heldSeats = 0 } = given
  return {
    id: 1,
    name: 'Beginner Bootcamp',
    tagline: 'From an idea to something that works',
    description: 'Three live hours in a small group.',
    bootcampType: 'Build',
    step: 1,
    course: `${given.step ?? 1} ${(given.name ?? 'Beginner Bootcamp').toLowerCase()}`,
    price: '995.00',
    regularPrice: given.price ?? '995.00',
    priceUntil: null,
    priceSeatsLeft: null,
    priceThen: given.regularPrice ?? null,
    priceAfterSeats: null,
    isStruck: false,
    salesOpenAt: null,
    salesCloseAt: null,
    maxSeats: 20,
    availableSeats: 20,
    heldSeats: 0,
    startDate: '2099-10-08T22:00:00Z',
    endDate: '2099-10-09T01:00:00Z',
    timezone: 'America/New_York',
    includesCoaching: false,
    isActive: true,
    seats: {
      total: maxSeats,
      sold: maxSeats - availableSeats - heldSeats,
      held: heldSeats,
      offered: 0,
      free: availableSeats,
      asOf: '2026-05-01T18:03:12Z',
    },
    waitingList: availableSeats === 0,
    ...given,
  }
}

export function makeBundle(given: Partial<Bundle> = {}): Bundle {
  const member = (id: number, name: string, price: string) => {
    const { step, startDate, availableSeats, heldSeats, isActive } = makeBootcamp()
    const seats = { availableSeats, heldSeats, isActive }
    return { id, name, price, step, startDate, ...seats, dateIds: [id] }
  }
  return {
    id: '6f1c0a52-7a43-4a1e-9c55-0d6d3b1f2a10',
    name: 'Complete Bundle',
    tagline: 'Build, launch and market in one go',
    description: 'All three bootcamps and both coaching hours.',
    price: '2995.00',
    regularPrice: given.price ?? '2995.00',
    priceUntil: null,
    priceSeatsLeft: null,
    priceThen: given.regularPrice ?? null,
    priceAfterSeats: null,
    isStruck: false,
    isActive: true,
    availableSeats: 20,
    waitingList: given.availableSeats === 0,
    seatsOnAnyDate: 20,
    bootcamps: [
      member(1, 'Beginner Bootcamp', '995.00'),
      member(2, 'Advanced Bootcamp', '1495.00'),
      member(3, 'AI Marketing Bootcamp', '1495.00'),
    ],
    ...given,
  }
}

export function answerCatalogue(bootcamps: Bootcamp[] = [], bundles: Bundle[] = []) {
  return {
    bootcamps: answerGet('/api/bootcamps', bootcamps),
    bundles: answerGet('/api/bundles', bundles),
  }
}
