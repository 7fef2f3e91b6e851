/** Classes that are about to begin, for journeys into one. */
import type { APIRequestContext, Page } from '@playwright/test'
import { ADMIN, DEMO_PASSWORD, signInAs } from './accounts'
import { offeredBootcamps } from './buying'
import { expect } from './test'

export const MEETING = 'https://meet.example.test/room/42'
const MINUTE = 60_000

/** A class in a moment, made by an admin in a browser of their own. */
export async function classIn(
  admin: APIRequestContext,
  minutes: number,
  name: string,
  price = '995.00',
  maxSeats = 20,
  step: 1 | 2 = 1,
): Promise<number> {
  await signInAs(admin, ADMIN, DEMO_PASSWORD)
  const start = Date.now() + minutes * MINUTE
  const made = await admin.post('/api/admin/bootcamps', {
    data: {
      name,
      description: 'Made by a journey.',
      bootcampType: step === 1 ? 'Build' : 'Launch',
      price,
      maxSeats,
      startDate: new Date(start).toISOString(),
      endDate: new Date(start + 180 * MINUTE).toISOString(),
      timezone: 'America/Denver',
      step,
      sessionUrl: MEETING,
    },
  })
  expect(made.status(), await made.text()).toBe(200)
  const { id } = (await made.json()) as { id: number }
  await admin.post(`/api/admin/bootcamps/${id}/resources`, {
    data: { type: 'YOUTUBE', title: 'Watch first', url: 'https://youtu.be/canary' },
  })
  // The public list is up to two seconds old, and longer on a busy machine.
  if (minutes > 0) await expect.poll(() => isListed(admin, id)).toBe(true)
  return id
}

async function isListed(request: APIRequestContext, id: number): Promise<boolean> {
  return (await offeredBootcamps(request)).some((one) => one.id === id)
}

/** The meeting itself is somebody else's server. */
export async function answerForMeeting(page: Page) {
  await page
    .context()
    .route(`${MEETING}**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Meeting</title>You are in.' }),
    )
}
