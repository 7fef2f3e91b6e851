/** Journeys through the running product (`make serve`), in the browser of the machine. */
import { defineConfig, type Project, type ReporterDescription } from '@playwright/test'
import { isProof, isWhole } from './e2e/support/tiers'

// How long each took, beside the lines that people read.
const times: ReporterDescription = ['json', { outputFile: '../.run/times/journeys.json' }]

// What asserts the clock has the machine to itself, when all the others are through.
const projects: Project[] = [
  { name: 'journeys', grepInvert: /@timing/ },
  {
    name: 'by the clock',
    grep: /@timing/,
    workers: 1,
    retries: 1,
    dependencies: isWhole ? ['journeys'] : [],
  },
]

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 3,
  // What fails once is wrong. Only what asserts the clock is tried again.
  retries: 0,
  ...(isProof ? { projects } : { grepInvert: /@proof/ }),
  reporter: process.env.CI ? [['line'], times] : 'line',
  // Long enough for any machine: nothing here is about how fast it is but what is tagged @timing.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  use: {
    // What cannot be pressed is said after a minute, with the reason, and not when all is over.
    actionTimeout: 60_000,
    baseURL: process.env.BASE_URL ?? 'http://127.0.0.1:8000',
    // For a change pages stand still, as for everybody who asks their system for that; in the proof they move.
    contextOptions: isProof ? {} : { reducedMotion: 'reduce' },
    // Nothing is tried again, so whatever fails leaves a picture.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
