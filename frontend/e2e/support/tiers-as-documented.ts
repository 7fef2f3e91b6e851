/** Fails a whole run of journeys whose numbers are not those that docs/proofs.md gives for its tier. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FullConfig, FullResult, Reporter, Suite } from '@playwright/test/reporter'
import { isProof, isWhole } from './tiers'

const DOCUMENT = path.resolve(import.meta.dirname, '../../../docs/proofs.md')
/** "| `account`, `second-factor` | 6 | 15 | ..." */
const ROW = /^\| ((?:`[\w-]+`(?:, )?)+) \| (\d+) \| (\d+) \|/gm

interface Row {
  journeys: string[]
  count: number
}

function documented(): Row[] {
  return [...readFileSync(DOCUMENT, 'utf8').matchAll(ROW)].map(([, names = '', change, proof]) => ({
    journeys: [...names.matchAll(/[\w-]+/g)].map(([name]) => name),
    count: Number(isProof ? proof : change),
  }))
}

function differences(counts: Map<string, number>): string[] {
  const rows = documented()
  const named = rows.flatMap(({ journeys }) => journeys)
  const unnamed = [...counts.keys()].filter((journey) => !named.includes(journey))
  const wrong = rows.flatMap(({ journeys, count }) => {
    const are = journeys.reduce((sum, journey) => sum + (counts.get(journey) ?? 0), 0)
    return are === count ? [] : [`${journeys.join(', ')}: ${are}, not ${count}`]
  })
  return [...unnamed.map((journey) => `${journey}: in no row`), ...wrong]
}

export default class TiersAsDocumented implements Reporter {
  private found: string[] = []

  onBegin(_config: FullConfig, suite: Suite) {
    if (!isWhole) return
    const counts = new Map<string, number>()
    for (const { location } of suite.allTests()) {
      const journey = path.basename(location.file, '.spec.ts')
      counts.set(journey, (counts.get(journey) ?? 0) + 1)
    }
    this.found = differences(counts)
  }

  onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    if (this.found.length === 0) return Promise.resolve({ status })
    process.stdout.write(
      `docs/proofs.md counts these journeys differently:\n${this.found.join('\n')}\n`,
    )
    return Promise.resolve({ status: 'failed' })
  }
}
