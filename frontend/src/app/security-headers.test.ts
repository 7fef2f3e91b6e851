/** The policy that the build writes for every page, and the hosts of Stripe in it. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let folder = ''
let policy: Record<string, string[]> = {}

function written(): string {
  const script = path.resolve('scripts/security-headers.mjs')
  const { PATH = '' } = process.env
  execFileSync(process.execPath, [script], { cwd: path.join(folder, 'site'), env: { PATH } })
  return readFileSync(path.join(folder, 'site/dist-meta/security-headers.conf'), 'utf8')
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'policy-'))
  mkdirSync(path.join(folder, 'site/dist'), { recursive: true })
  writeFileSync(path.join(folder, 'site/dist/index.html'), '<script>theme()</script>')
  const [, text = ''] = /Content-Security-Policy "([^"]+)"/.exec(written()) ?? []
  policy = Object.fromEntries(
    text.split('; ').map((line) => {
      const [directive = '', ...sources] = line.split(' ')
      return [directive, sources]
    }),
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the policy', () => {
  // As Stripe's integration security guide asks for Stripe.js: its frames and scripts start on
  // subdomains that vary, a bank's question comes from hooks, and the form speaks with api.
  test.each([
    ['script-src', ['https://js.stripe.com', 'https://*.js.stripe.com']],
    ['frame-src', ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com']],
    ['connect-src', ['https://api.stripe.com']],
    ['img-src', ['https://*.stripe.com']],
  ])('%s names the hosts of Stripe, and no other host', (directive, hosts) => {
    expect(policy[directive]?.filter((source) => source.startsWith('http'))).toEqual(hosts)
  })

  test('lets no inline script run but those of our pages', () => {
    const own = policy['script-src']?.filter((source) => source.startsWith("'"))
    expect(own).toEqual(["'self'", expect.stringMatching(/^'sha256-.{44}'$/)])
    expect(policy['object-src']).toEqual(["'none'"])
    expect(policy['frame-ancestors']).toEqual(["'none'"])
  })
})
