/**
 * `test` for every journey: Stripe is met by its stand-in, and a page that complains behind the
 * scenes fails.
 */
import { execFileSync } from 'node:child_process'
import { test as base, type ConsoleMessage, expect } from '@playwright/test'
import { answerForStripe } from './stripe'

interface Fixtures {
  /** Complaints a test expects, as parts of their text. */
  allowedComplaints: string[]
  complaints: string[]
  limits: undefined
}

const isError = (message: ConsoleMessage) => message.type() === 'error'

export const test = base.extend<Fixtures>({
  allowedComplaints: [[], { option: true }],

  context: async ({ context }, use) => {
    await answerForStripe(context)
    await use(context)
    // A page may still be loading the provider's script when its journey ends.
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  },

  /** What is enough for people of one address in an hour is too little for all journeys. */
  limits: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here.
    async ({}, use) => {
      const redis = process.env.REDIS_URL
      if (redis) execFileSync('redis-cli', ['-u', redis, 'flushdb'])
      await use(undefined)
    },
    { auto: true },
  ],

  complaints: [
    async ({ page, allowedComplaints }, use) => {
      const complaints: string[] = []
      // Chromium reports what the Content-Security-Policy blocks as console errors too.
      page.on('console', (message) => {
        if (isError(message)) complaints.push(`console: ${message.text()}`)
      })
      page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`))

      await use(complaints)

      const isAllowed = (complaint: string) =>
        allowedComplaints.some((allowed) => complaint.includes(allowed))
      expect(complaints.filter((complaint) => !isAllowed(complaint))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
