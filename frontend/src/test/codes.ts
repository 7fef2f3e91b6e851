/** Typed examples of discount codes and of prices over time. */
import type { components } from '@/api/schema'

type Schemas = components['schemas']

export function makeCode(given: Partial<Schemas['CodeRecordOut']> = {}): Schemas['CodeRecordOut'] {
  return {
    id: 3,
    code: 'SPRING',
    kind: 'percent',
    value: '15.00',
    state: 'active',
    isActive: true,
    startsAt: null,
    endsAt: '2099-11-21T04:59:00Z',
    maxUses: 20,
    perPerson: 1,
    uses: 2,
    forEmail: '',
    note: 'Partner Acme',
    lot: '',
    worksWithSteps: false,
    scopes: [],
    createdAt: '2026-01-05T15:00:00Z',
    revenue: '1692.00',
    discounted: '298.00',
    returned: 0,
    createdBy: 'Olga Owner',
    timezone: 'America/New_York',
    ...given,
  }
}

export function makeCodePage(codes: Schemas['CodeRecordOut'][]): Schemas['CodePageOut'] {
  return { rows: codes, total: codes.length, totalIsExact: true, timezone: 'America/New_York' }
}

export function makeStep(given: Partial<Schemas['PriceStepOut']> = {}): Schemas['PriceStepOut'] {
  return {
    id: 11,
    price: '795.00',
    until: '2099-11-21T04:59:00Z',
    firstSeats: 5,
    regularPrice: '995.00',
    wasCharged: true,
    createdAt: '2026-01-05T15:00:00Z',
    withdrawnAt: null,
    state: 'now',
    ended: '',
    ...given,
  }
}

export function makeTimeline(steps: Schemas['PriceStepOut'][] = []): Schemas['PriceTimelineOut'] {
  const now = steps.find(({ state }) => state === 'now')
  return {
    regularPrice: '995.00',
    priceNow: now?.price ?? '995.00',
    sold: 2,
    steps,
    timezone: 'America/New_York',
  }
}
