/** Typed examples of bundles and learning material as an admin sees them. */
import type { components } from '@/api/schema'

type Schemas = components['schemas']

export function makeMember(
  given: Partial<Schemas['AdminBundleMemberOut']> = {},
): Schemas['AdminBundleMemberOut'] {
  return {
    id: 1,
    name: 'Beginner Bootcamp',
    price: '995.00',
    startDate: '2099-10-08T22:00:00Z',
    timezone: 'America/New_York',
    status: 'active',
    nextDate: null,
    ...given,
  }
}

export function makeAdminBundle(
  given: Partial<Schemas['AdminBundleOut']> = {},
): Schemas['AdminBundleOut'] {
  return {
    id: '6f1c0a52-7a43-4a1e-9c55-0d6d3b1f2a10',
    name: 'Complete Bundle',
    tagline: 'Build, launch and market in one go',
    description: 'All three bootcamps and both coaching hours.',
    price: '2995.00',
    isActive: true,
    bootcamps: [
      makeMember(),
      makeMember({ id: 2, name: 'Advanced Bootcamp', price: '1495.00' }),
      makeMember({ id: 3, name: 'AI Marketing Bootcamp', price: '1495.00' }),
    ],
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    ...given,
  }
}

export function makeResource(
  given: Partial<Schemas['AdminResourceOut']> = {},
): Schemas['AdminResourceOut'] {
  return {
    id: 1,
    bootcampId: 7,
    title: 'Reading list',
    description: 'What to read before the first evening.',
    type: 'LINK',
    url: 'https://example.test/reading',
    fileName: '',
    fileSize: null,
    sortOrder: 0,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    ...given,
  }
}
