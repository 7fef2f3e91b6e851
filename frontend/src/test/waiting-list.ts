/** Typed examples of places in line and of seats that are held from the list. */
import type { components } from '@/api/schema'

type Entry = components['schemas']['WaitingEntryOut']
type Offer = components['schemas']['SeatOfferedOut']

const wish = {
  bootcampId: 1,
  name: 'Beginner Bootcamp',
  startsAt: '2099-10-08T22:00:00Z',
  timezone: 'America/New_York',
}

export function makeEntry(given: Partial<Entry> = {}): Entry {
  return {
    state: 'waiting',
    place: 3,
    email: 'g…@example.test',
    wishes: [wish],
    bundle: null,
    offer: null,
    ...given,
  }
}

/** An hour is left of it. */
export function makeOffer(given: Partial<Offer> = {}): Offer {
  return {
    state: 'open',
    name: 'Beginner Bootcamp',
    fullName: 'Grace Hopper',
    email: 'grace@example.test',
    items: [{ ...wish, endsAt: '2099-10-09T01:00:00Z' }],
    bootcampId: 1,
    bundleId: null,
    price: '995.00',
    expiresAt: '2026-05-01T19:00:00Z',
    now: '2026-05-01T18:00:00Z',
    ...given,
  }
}
