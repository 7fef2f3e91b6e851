/** What other sites are told of a certificate, and of which they are told nothing. */
import { expect, test, vi } from 'vitest'
import { makeCertificate } from '@/test/billing'
import { RefusedByApplication } from './ask-application'
import { certificatePage, codeIn } from './certificate-tags'

const TEMPLATE = '<head><meta name="robots" content="noindex"><!--page-data--></head>'
const page = (answer: () => Promise<string>) =>
  certificatePage({ template: TEMPLATE, code: 'ABCDEFGHJKLM', ask: vi.fn(answer) })

test('a valid one has its words and its picture', async () => {
  const html = await page(() => Promise.resolve(JSON.stringify(makeCertificate())))
  expect(html).toContain('<meta property="og:title" content="Ada Lovelace: Beginner Bootcamp">')
  expect(html).toMatch(/og:image" content="[^"]+\/api\/certificates\/ABCDEFGHJKLM\/picture\.png"/)
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image">')
  expect(html).toContain('noindex')
})

test('a name that looks like HTML stays a name', async () => {
  const holderName = '"><script>alert(1)</script>$&'
  const html = await page(() => Promise.resolve(JSON.stringify(makeCertificate({ holderName }))))
  expect(html).not.toContain('<script>')
  expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;')
})

test.each([
  ['revoked', () => Promise.resolve(JSON.stringify(makeCertificate({ status: 'revoked' })))],
  ['unknown', () => Promise.reject(new RefusedByApplication('/', 404))],
] as const)('one that is %s has no tags', async (_, answer) => {
  expect(await page(answer)).toBe(TEMPLATE.replace('<!--page-data-->', ''))
})

test.each([
  ['is limited', () => Promise.reject(new RefusedByApplication('/', 429))],
  ['is away', () => Promise.reject(new Error('too long'))],
  ['answers no JSON', () => Promise.resolve('<html>')],
] as const)('there is no page to keep while the application %s', async (_, answer) => {
  await expect(page(answer)).rejects.toThrow()
})

test.each([
  ['/certificates/ABCD-EFGH', 'ABCD-EFGH'],
  ['/certificates/ABCD/?utm=1', 'ABCD'],
  ['/certificates/', null],
  ['/certificates/a/b', null],
  ['/certificates/..%2F', null],
  ['/', null],
])('the code in %s is %s', (address, code) => {
  expect(codeIn(address)).toBe(code)
})
