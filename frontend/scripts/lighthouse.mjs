/**
 * Measures a page as a phone on a slow line sees it: three runs, and the median of each figure.
 * `node scripts/lighthouse.mjs http://localhost:8000/`, on pages as built (`AS_BUILT=1 make serve`).
 * Not part of the checks: the figures depend on how busy the machine is. LIGHTHOUSE names the
 * program (else npx fetches it), CHROMIUM the browser, RUNS how often.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const VERSION = '13.5.0'
const address = process.argv[2] ?? 'http://localhost:8000/'
const runs = Number(process.env.RUNS ?? 3)
const program = process.env.LIGHTHOUSE
  ? [process.env.LIGHTHOUSE]
  : ['npx', '--yes', `lighthouse@${VERSION}`]

function measure(folder, run) {
  const file = path.join(folder, `run-${run}.json`)
  const [command, ...given] = program
  const answer = spawnSync(
    command,
    [
      ...given,
      address,
      '--quiet',
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

function figures({ categories, audits }) {
  const scores = Object.values(categories).map(({ title, score }) => [title, score * 100])
  const measured = (id) => audits[id].numericValue
  const requests = audits['network-requests'].details.items
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  const bytes = (items) => items.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000
  return {
    ...Object.fromEntries(scores),
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

const folder = mkdtempSync(path.join(os.tmpdir(), 'lighthouse-'))
try {
  const results = Array.from({ length: runs }, (_, run) => measure(folder, run))
  const shown = (value) => Number(value.toFixed(3))
  console.log(`${address}, ${runs} runs, load ${os.loadavg()[0].toFixed(1)}`)
  for (const name of Object.keys(results[0])) {
    const values = results.map((result) => result[name])
    console.log(
      `${name.padEnd(16)} ${String(shown(median(values))).padEnd(10)} ${values.map(shown)}`,
    )
  }
} finally {
  rmSync(folder, { recursive: true })
}
