/** Typed examples of what a student has bought, and a server that tells it. */
import { screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { components } from '@/api/schema'
import { answerCatalogue } from './catalogue'
import { makeUser } from './makers'
import { openApp } from './render'
import { answerGet, signIn } from './server'

type Purchase = components['schemas']['PortalPurchaseOut']
type Bootcamp = components['schemas']['EnrolledBootcampOut']
type Resource = components['schemas']['PortalResourceOut']

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The server's clock in every answer; what this computer's shows must not matter. */
export const AS_OF = '2026-10-09T12:00:00.000Z'

const after = (milliseconds: number) => new Date(Date.parse(AS_OF) + milliseconds).toISOString()

/** A three-hour session that starts so many minutes after the server's answer. */
export function makeEnrolled(startsIn: number, given: Partial<Bootcamp> = {}): Bootcamp {
  const start = startsIn * MINUTE
  return {
    id: 1,
    name: 'Beginner Bootcamp',
    tagline: 'From an idea to something that works',
    bootcampType: 'Build',
    step: 1,
    course: `${given.step ?? 1} ${(given.name ?? 'Beginner Bootcamp').toLowerCase()}`,
    startDate: after(start),
    endDate: after(start + 3 * HOUR),
    timezone: 'America/New_York',
    heldBy: '',
    enrollmentId: 70,
    linkTestedAt: null,
    hasQuestions: false,
    canChange: false,
    offeredTo: '',
    seatNumber: 7,
    joinedAt: null,
    attendedAt: null,
    hasLiveLink: true,
    join: {
      state: 'waiting',
      opensAt: after(start - 30 * MINUTE),
      closesAt: after(start + 3 * HOUR),
      asOf: AS_OF,
    },
    joinPageUrl: 'https://bootcamps.example.test/join/41-1.secret',
    recordingUrl: '',
    classChange: null,
    feedback: null,
    ...given,
  }
}

export function makeEnrollment(items: Bootcamp[], given: Partial<Purchase> = {}): Purchase {
  const [first] = items
  return {
    id: 41,
    isBuyer: true,
    status: 'completed',
    totalAmount: '995.00',
    isBundle: false,
    guestEmail: 'grace@example.test',
    purchasedAt: '2026-09-01T10:00:00.000Z',
    bootcamp: first ? { id: first.id, name: first.name } : null,
    bundle: null,
    closedBecause: '',
    finishPath: '',
    givenBack: [],
    items,
    ...given,
  }
}

export function makePortalResource(given: Partial<Resource> = {}): Resource {
  return {
    id: 5,
    type: 'LINK',
    title: 'Workbook',
    description: 'Exercises for the session.',
    url: 'https://files.example.test/workbook',
    fileName: '',
    fileSize: null,
    ...given,
  }
}

/** The portal's questions: what was bought, its resources, and what else is on offer. */
export function answerPortal(purchases: Purchase[], resources: Resource[] = []) {
  answerCatalogue()
  answerGet('/api/user/upgrades', [])
  const ids = new Set(purchases.flatMap(({ items }) => items.map(({ id }) => id)))
  for (const id of ids) answerGet(`/api/user/bootcamps/${id}/resources`, resources)
  return answerGet('/api/user/purchases', purchases)
}

/** Opens the portal as a student; the server's answers are set before. */
export async function openPortal() {
  signIn(makeUser())
  const app = openApp('/portal')
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1, name: 'My Bootcamps' })).toBeVisible(),
  )
  return app
}

export async function findNextSession(): Promise<HTMLElement> {
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Your next session' })).toBeVisible(),
  )
  return screen.getByRole('region', { name: 'Your next session' })
}

/** Where the page wants to go, without going. */
export function watchLeaving() {
  return vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
}

/** The tab that a click opens. */
export function watchTab() {
  const tab = { opener: {} as unknown, location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  return tab
}
