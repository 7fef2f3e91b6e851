/**
 * Measures pages as a phone on a slow line sees them, each beside itself with every script blocked,
 * in rounds that take all of them in turn, and tells the median of each figure.
 * `node scripts/lighthouse.mjs http://localhost:8000/ …`, on pages as built (`AS_BUILT=1 make serve`).
 * Not part of the checks: the figures depend on how busy the machine is. LIGHTHOUSE names the
 * program (else npx fetches it), CHROMIUM the browser, RUNS how often, CONTROL=0 leaves the twins out.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const VERSION = '13.5.0'
const addresses = process.argv.length > 2 ? process.argv.slice(2) : ['http://localhost:8000/']
const runs = Number(process.env.RUNS ?? 5)
const program = process.env.LIGHTHOUSE
  ? [process.env.LIGHTHOUSE]
  : ['npx', '--yes', `lighthouse@${VERSION}`]
const BLOCKED = '--blocked-url-patterns=*.js'

/** Each address as it is, then without its scripts: what no script at all would score. */
const series = addresses.flatMap((address) => {
  const asItIs = { name: address, address, options: [] }
  const control = { name: `${address} without scripts`, address, options: [BLOCKED] }
  return process.env.CONTROL === '0' ? [asItIs] : [asItIs, control]
})

function measure(folder, { address, options }) {
  const file = path.join(folder, 'run.json')
  const [command, ...given] = program
  const answer = spawnSync(
    command,
    [
      ...given,
      address,
      ...options,
      '--quiet',
      '--only-categories=performance',
      '--output=json',
      `--output-path=${file}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-background-networking',
    ],
    {
      env: { ...process.env, CHROME_PATH: process.env.CHROMIUM ?? '/usr/bin/chromium' },
      encoding: 'utf8',
    },
  )
  if (answer.status !== 0) throw new Error(answer.stderr || `${command} failed`)
  return figures(JSON.parse(readFileSync(file, 'utf8')))
}

/** On a busy machine the program itself sometimes misses the start of a page. */
function measureAtLast(folder, one, triesLeft = 3) {
  try {
    return measure(folder, one)
  } catch (error) {
    if (triesLeft === 1) throw error
    return measureAtLast(folder, one, triesLeft - 1)
  }
}

function figures({ categories, audits }) {
  const measured = (id) => audits[id].numericValue
  const requests = audits['network-requests'].details.items
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  const bytes = (items) => items.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000
  return {
    Score: categories.performance.score * 100,
    'FCP (ms)': measured('first-contentful-paint'),
    'LCP (ms)': measured('largest-contentful-paint'),
    'TBT (ms)': measured('total-blocking-time'),
    CLS: measured('cumulative-layout-shift'),
    'Scripts (kB)': bytes(scripts),
    'All (kB)': bytes(requests),
  }
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

const shown = (value) => Number(value.toFixed(value < 10 ? 3 : 0))

const folder = mkdtempSync(path.join(os.tmpdir(), 'lighthouse-'))
const results = series.map(() => [])
try {
  for (let run = 0; run < runs; run += 1) {
    for (const [index, one] of series.entries()) results[index].push(measureAtLast(folder, one))
  }
} finally {
  rmSync(folder, { recursive: true })
}

console.log(`${runs} rounds, load ${os.loadavg()[0].toFixed(1)}; median (every run)`)
for (const [index, { name }] of series.entries()) {
  console.log(`\n${name}`)
  for (const figure of Object.keys(results[index][0])) {
    const values = results[index].map((result) => result[figure])
    const every = values.map(shown).join(', ')
    console.log(`  ${figure.padEnd(13)} ${String(shown(median(values))).padEnd(7)} (${every})`)
  }
}
