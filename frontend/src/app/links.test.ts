/** Every address of ours that is written in the source leads to a page. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { furtherSections, sections } from '@/features/admin/sections'
import { routes } from './router'

const src = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(src, file), 'utf8')

/** The desk's own pages are routes of its shell. */
const deskRoutes = [
  ...[...sections, ...furtherSections].flatMap(({ path: at, within = [] }) =>
    [at, ...within.map((each) => `${at}/${each}`)].map((address) => `/admin/${address}`),
  ),
  ...[...read('features/admin/dashboard.tsx').matchAll(/path="([^"*]+)"/g)].map(
    ([, at]) => `/admin/${at}`,
  ),
].map((at) => ({ path: at }))

function leads(address: string): boolean {
  // A section's own path is filled in where all of them are listed.
  if (address === '/admin/1') return true
  if (address.startsWith('/admin')) return matchRoutes(deskRoutes, address) !== null
  return matchRoutes(routes, address)?.at(-1)?.route.path !== '*'
}

const WRITTEN =
  /(?:\b(?:to|pathname|payPath)[=:] ?\{?|\bnavigate\(|\breturn |=> |[?:] |Path = |\()(["'`])(\/(?!api\/|bulk-acts|\/)[^"'`\n]*)\1/g

/** What is filled in stands as one segment, and only the path counts. */
const addressesIn = (source: string) =>
  [...source.matchAll(WRITTEN)].map(([, , written = '']) =>
    written.replaceAll(/\$\{[^}]*\}/g, '1').replace(/[?#].*$/, ''),
  )

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /^(?:features|session|components)\/.*\.tsx?$/.test(name) && !name.includes('.test.'),
)

test('each written address matches a route', () => {
  const dead = files.flatMap((file) =>
    addressesIn(read(file))
      .filter((address) => !leads(address))
      .map((address) => `${file}: ${address}`),
  )
  expect(dead).toEqual([])
})

test('a dead one is found', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source.
  const source = 'to={`/certificate/${seat.certificateCode}`} to="/admin/nowhere" to="/portal"'
  expect(addressesIn(source).filter((address) => !leads(address))).toEqual([
    '/certificate/1',
    '/admin/nowhere',
  ])
})
