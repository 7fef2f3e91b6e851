/** A background that no token names paints nothing, and nothing else would say so. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const src = path.join(import.meta.dirname, '..')
const tokens = readFileSync(path.join(src, 'styles/tokens.css'), 'utf8')
const named = new Set([...tokens.matchAll(/--color-([\w-]+):/g)].map(([, name]) => name))
/** Tailwind's own. */
for (const own of ['white', 'black', 'transparent', 'current', 'inherit']) named.add(own)
const OTHERWISE = /^(?:\[|linear|gradient|radial|clip|fixed|cover|center|no-repeat|none)/

test('every background is a token', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.includes('.test.'),
  )
  const unknown = files.flatMap((file) =>
    [...readFileSync(path.join(src, file), 'utf8').matchAll(/[\s"'`:]bg-([^\s"'`/]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !named.has(name) && !OTHERWISE.test(name))
      .map((name) => `${file}: bg-${name}`),
  )
  expect(named.size).toBeGreaterThan(20)
  expect(unknown).toEqual([])
})
