/**
 * Says what each page weighs, compressed, before it can show itself, and writes it to .run/sizes.json.
 * Fails the build when the sales page would ship more script than we allow it: before anybody reaches
 * for something, and with the app that then comes; or when a list of the desk would.
 */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

const FIRST_BUDGET_BYTES = 10_000
const APP_BUDGET_BYTES = 137_200
const DESK_BUDGET_BYTES = 180_000
/** Sections that need other than that today: none may grow unnoticed, and any may be lowered. */
const DESK_BUDGETS = {
  '/admin': 223_700,
  '/admin/bootcamps': 218_300,
  '/admin/bundles': 223_300,
  '/admin/users': 214_700,
  '/admin/purchases': 180_400,
  '/admin/communications': 257_600,
  '/admin/codes': 204_500,
  '/admin/coaching': 233_600,
  '/admin/statistics': 203_500,
  '/admin/reconciliation': 179_700,
  '/admin/notices': 192_700,
  '/admin/audit': 197_900,
  '/admin/feedback': 212_800,
}
// File names hold hashes, so that the same code compresses to some hundred bytes more or less.
const TOLERANCE_BYTES = 1_000
const frontend = path.resolve(import.meta.dirname, '..')
const assets = path.join(frontend, 'dist/assets')
const report = path.resolve(frontend, '../.run/sizes.json')

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

async function compressedSize(files) {
  let bytes = 0
  for (const name of files) {
    const file = path.join(assets, name)
    const { size } = await stat(`${file}.br`).catch(() => stat(file))
    bytes += size
  }
  return bytes
}

const built = await readdir(assets)

/** A file of the build is called after its module and a hash of eight characters. */
const stem = (name) => name.replace(/-.{8}\.(js|css)$/, '')

function chunkOf(module) {
  const found = built.filter((name) => name.endsWith('.js') && stem(name) === module)
  if (found.length !== 1) throw new Error(`The build has ${found.length} scripts called ${module}`)
  return found[0]
}

const LAZY = /(?:path: '([^']+)',\s+)?(?:\/\/[^\n]*\n\s+)?lazy:[^']+import\('@\/[^']*?([^'/]+)'\)/g

/**
 * The lines of the route table that load a page, each with what it needs; the kit's page is not built.
 * A line without a path loads the frame around the pages that stand deeper than it.
 */
async function lazyPages() {
  const table = await readFile(path.join(frontend, 'src/app/router.tsx'), 'utf8')
  const depth = (at) => table.slice(table.lastIndexOf('\n', at) + 1, at).length
  const lines = [...table.matchAll(LAZY)].map(({ index, 1: route, 2: module }) => ({
    route,
    module,
    depth: depth(index),
  }))
  const loads = table.match(/lazy:/g) ?? []
  if (lines.length !== loads.length) throw new Error('A lazy line of the route table was not read')
  const frame = lines.find(({ route }) => route === undefined)
  return lines
    .filter(({ route }) => route !== undefined && route !== '/kit')
    .map(({ route, module, depth }) => ({
      route,
      modules: frame && depth > frame.depth ? [frame.module, module] : [module],
    }))
}

async function weigh(route, chunks) {
  const scripts = await withNeeds(chunks)
  const stems = new Set([...scripts].map(stem))
  const styles = built.filter((name) => name.endsWith('.css') && stems.has(stem(name)))
  const [script, style] = [await compressedSize(scripts), await compressedSize(styles)]
  return { route, script, style, files: scripts.size }
}

/** The sections of the desk, each with the frame around it. */
async function deskPages() {
  const table = await readFile(path.join(frontend, 'src/features/admin/sections.tsx'), 'utf8')
  const modules = new Map(
    [...table.matchAll(/const (\w+) = lazy\([^']+import\('[^']*?([^'/]+)'\)/g)].map(
      ([, name, module]) => [name, module],
    ),
  )
  const sections = [...table.matchAll(/path: '([^']*)',[^}]*?Component: (\w+)/g)]
  if (sections.length < 10) throw new Error('The sections of the desk were not read')
  return sections.map(([, route, component]) => ({
    route: `/admin/${route}`.replace(/\/$/, ''),
    modules: ['admin-page', modules.get(component)],
  }))
}

const html = await readFile(path.resolve(assets, '../index.html'), 'utf8')
const [, entry] = html.match(/<script[^>]+src="\/assets\/([^"]+\.js)"/)
const app = [entry, chunkOf('main')]
const salesPage = await weigh('/', app)
const untouched = await weigh('/ (until the app is needed)', [entry])
const weights = [untouched, salesPage]
for (const { route, modules } of await lazyPages()) {
  weights.push(await weigh(route, [...app, ...modules.map(chunkOf)]))
}

const desk = []
for (const { route, modules } of await deskPages()) {
  desk.push(await weigh(route, [...app, ...modules.map(chunkOf)]))
}
weights.push(...desk)

const kB = (bytes) => (bytes / 1000).toFixed(1)
console.table(
  Object.fromEntries(
    weights.map(({ route, script, style, files }) => [
      route,
      { 'JS kB': Number(kB(script)), 'CSS kB': Number(kB(style)), scripts: files },
    ]),
  ),
)
await mkdir(path.dirname(report), { recursive: true })
await writeFile(report, `${JSON.stringify(weights, null, 2)}\n`)

for (const [{ route, script, files }, budget] of [
  [untouched, FIRST_BUDGET_BYTES],
  [salesPage, APP_BUDGET_BYTES],
  ...desk.map((section) => [section, DESK_BUDGETS[section.route] ?? DESK_BUDGET_BYTES]),
]) {
  console.log(`scripts of ${route}: ${kB(script)} kB in ${files} files`)
  if (script <= budget + TOLERANCE_BYTES) continue
  console.error(`that is more than the ${budget / 1000} kB it may have`)
  process.exitCode = 1
}
