/**
 * Completes package-lock.json after `npm install` on a registry that lacks foreign-platform builds.
 *
 * npm leaves an optional package out of the lock when it cannot see it, and `npm ci` then refuses
 * the lock because the package that asked for it still names it. Each missing package gets an
 * entry with the exact version asked for and the platform its name spells out, which is enough for
 * npm to skip it on every other platform. Such entries carry no integrity hash.
 */
import { readFile, writeFile } from 'node:fs/promises'

const LOCK_FILE = 'package-lock.json'

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const PROCESSORS = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]

/** The folders npm would look in, from the asking package outwards. */
function* placesToLook(asker, name) {
  let folder = asker
  while (folder) {
    yield `${folder}/node_modules/${name}`
    const parent = folder.lastIndexOf('/node_modules/')
    folder = parent === -1 ? '' : folder.slice(0, parent)
  }
  yield `node_modules/${name}`
}

function platformOf(name) {
  const words = name.split('/').at(-1).split('-')
  const platform = {}
  const processor = PROCESSORS.find((known) => words.includes(known))
  const system = SYSTEMS.find((known) => words.includes(known))
  if (processor) platform.cpu = [processor]
  if (system) platform.os = [system]
  if (words.some((word) => word.startsWith('musl'))) platform.libc = ['musl']
  else if (words.some((word) => word.startsWith('gnu'))) platform.libc = ['glibc']
  return platform
}

const lock = JSON.parse(await readFile(LOCK_FILE, 'utf8'))
const added = []

for (const [asker, wanted] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(wanted.optionalDependencies ?? {})) {
    if ([...placesToLook(asker, name)].some((place) => lock.packages[place])) continue
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ''),
      ...(wanted.dev ? { dev: true } : {}),
      optional: true,
      ...platformOf(name),
    }
    added.push(name)
  }
}

const byPath = ([a], [b]) => (a < b ? -1 : 1)
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(byPath))
await writeFile(LOCK_FILE, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${LOCK_FILE}: ${added.length} optional packages added`)
