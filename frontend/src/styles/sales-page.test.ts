/** The styles of the sales page are made from all that it imports. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = path.resolve(import.meta.dirname, '..')
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?from\s+)?'([^']+)'/gms
/** The page as it is rendered, and the script that runs on it. */
const ENTRIES = ['app/front-door.tsx', 'app/root-layout.tsx', 'app/providers.tsx', 'app/boot.ts']

function resolved(importer: string, name: string): string | null {
  const bare = name.startsWith('@/')
    ? path.join(SOURCE, name.slice(2))
    : path.resolve(path.dirname(importer), name)
  if (!name.startsWith('@/') && !name.startsWith('.')) return null
  return [`${bare}.tsx`, `${bare}.ts`, `${bare}/index.ts`].find((file) => existsSync(file)) ?? null
}

/** Every module that is there before somebody reaches for the app. */
function imported(): string[] {
  const found = new Set(ENTRIES.map((entry) => path.join(SOURCE, entry)))
  for (const file of found) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const next = resolved(file, name)
      if (next) found.add(next)
    }
  }
  return [...found].map((file) => path.relative(SOURCE, file))
}

const styles = readFileSync(path.join(import.meta.dirname, 'sales-page.css'), 'utf8')
const named = [...styles.matchAll(/^@source '\.\.\/([^']+)';/gm)].map(([, source = '']) => source)

const isNamed = (file: string) =>
  named.some((source) => path.matchesGlob(file, source) || file.startsWith(`${source}/`))

it('names every module with markup that the page imports', () => {
  const modules = imported().filter((file) => file.endsWith('.tsx'))
  expect(modules).toContain('features/landing/landing-page.tsx')
  expect(modules).toContain('components/ui/badge.tsx')
  expect(modules.filter((file) => !isNamed(file))).toEqual([])
})

it('names nothing that is gone', () => {
  const gone = named.filter(
    (source) => !source.includes('*') && !existsSync(path.join(SOURCE, source)),
  )
  expect(gone).toEqual([])
})
