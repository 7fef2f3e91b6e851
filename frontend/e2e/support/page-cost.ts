/** What a page costs a browser: when it painted, and for how long it could not answer. */
import type { Page } from '@playwright/test'

interface PageCost {
  firstPaintMs: number
  largestPaintMs: number
  /** The part of each long task past its first 50 ms, as Lighthouse counts it. */
  blockedMs: number
  longestTaskMs: number
  scriptBytes: number
  scripts: number
}

const LONG_MS = 50

/** Before the page is opened. */
export async function watchCost(page: Page) {
  await page.addInitScript(() => {
    const tasks: number[] = []
    const cost = { tasks, largestPaintMs: 0 }
    Object.assign(window, { cost })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask', buffered: true })
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) cost.largestPaintMs = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
}

export async function costOf(page: Page): Promise<PageCost> {
  const measured = await page.evaluate(() => {
    const { tasks, largestPaintMs } = (
      window as unknown as { cost: { tasks: number[]; largestPaintMs: number } }
    ).cost
    const [firstPaint] = performance.getEntriesByName('first-contentful-paint')
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = resources.filter(({ name }) => /\/assets\/.*\.js$/.test(name))
    return {
      tasks,
      largestPaintMs,
      firstPaintMs: firstPaint?.startTime ?? 0,
      scripts: scripts.map(({ encodedBodySize }) => encodedBodySize),
    }
  })
  const sum = (values: number[]) => Math.round(values.reduce((total, value) => total + value, 0))
  return {
    firstPaintMs: Math.round(measured.firstPaintMs),
    largestPaintMs: Math.round(measured.largestPaintMs),
    blockedMs: sum(measured.tasks.map((duration) => duration - LONG_MS)),
    longestTaskMs: Math.max(0, ...measured.tasks),
    scriptBytes: sum(measured.scripts),
    scripts: measured.scripts.length,
  }
}
