/** Fails the build when the sales page would ship more script than we allow it. */
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

const BUDGET_BYTES = 130_000
const assets = path.resolve(import.meta.dirname, '../dist/assets')

/** What a chunk needs before it can run; what it loads later is not counted. */
async function neededBy(chunk) {
  const source = await readFile(path.join(assets, chunk), 'utf8')
  return [...source.matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g)].map(([, name]) => name)
}

async function withNeeds(chunks, known = new Set()) {
  for (const chunk of chunks) {
    if (known.has(chunk)) continue
    known.add(chunk)
    await withNeeds(await neededBy(chunk), known)
  }
  return known
}

async function compressedSize(chunk) {
  const file = path.join(assets, chunk)
  const { size } = await stat(`${file}.br`).catch(() => stat(file))
  return size
}

const page = await readFile(path.resolve(assets, '../index.html'), 'utf8')
const [, entry] = page.match(/<script[^>]+src="\/assets\/([^"]+\.js)"/)
const app = (await readdir(assets)).filter((name) => /^main-.*\.js$/.test(name))
const chunks = await withNeeds([entry, ...app])
let bytes = 0
for (const chunk of chunks) bytes += await compressedSize(chunk)

console.log(`scripts of the sales page: ${(bytes / 1000).toFixed(1)} kB in ${chunks.size} files`)
if (bytes > BUDGET_BYTES) {
  console.error(`that is more than the ${BUDGET_BYTES / 1000} kB it may have`)
  process.exit(1)
}
