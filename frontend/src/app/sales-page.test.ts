/** What the page server sends: today's offer, true at every question. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { KnownAnswers } from '@/api/known-answers'
import { makeBootcamp, makeBundle } from '@/test/catalogue'
import { makeReviews } from '@/test/feedback'
import { salesPage } from './sales-page'

const TEMPLATE = '<head><!--page-data--></head><div id="root"><!--page-body--></div>'

let offered: object[] = []
let at = 0
let reviews: object | null = null
const answers = (path: string) => {
  if (path === '/api/reviews') return reviews
  return path === '/api/bootcamps' ? offered : [makeBundle()]
}
const ask = vi.fn((path: string) => {
  const answer = answers(path)
  return answer ? Promise.resolve(JSON.stringify(answer)) : Promise.reject(new Error('away'))
})

beforeEach(() => {
  at = Date.now()
  reviews = makeReviews({
    answers: 0,
    average: null,
    reviews: 0,
    hidden: [],
    newest: [],
    courses: [],
  })
  offered = [makeBootcamp({ id: 11 }), makeBootcamp({ id: 12, availableSeats: 3 })]
  ask.mockClear()
})

const makePage = () => salesPage({ template: TEMPLATE, ask, now: () => at })

const sent = async (page: ReturnType<typeof salesPage>) => (await page.in('')).body.toString()

describe('the page', () => {
  test('tells what is on offer in its text, to search engines and to the app', async () => {
    const html = await sent(makePage())
    expect(html).toContain('Next start: ')
    expect(html).toContain('href="/checkout?bootcamp=12"')
    expect(html).toContain('3 left')
    const [, told = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(told)).toMatchObject({ '@context': 'https://schema.org' })
    const [, known = ''] = /id="known-answers">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(known)).toMatchObject({ asOf: at, '/api/bootcamps': offered })
  })

  test('shows reviews and their average in its text and to search engines, once there are any', async () => {
    const page = makePage()
    expect(await sent(page)).not.toMatch(/id="reviews"|AggregateRating/)
    reviews = makeReviews()
    const html = await sent(page)
    expect(html).toContain('Rated 9.1 out of 10')
    expect(html).toContain('Worth every hour.')
    expect(html).toContain('"ratingValue":"9.1"')
    // In their place, for readers without scripts too.
    expect(html).not.toMatch(/<div hidden|\$RC\(/)
    expect(html.indexOf('Rated 9.1')).toBeLessThan(html.indexOf('Limited Seats Available'))
    // Those of before are still true while the application can't tell newer ones.
    reviews = null
    expect(await sent(page)).toContain('Rated 9.1 out of 10')
  })

  test('tells the offer although nobody knows the reviews', async () => {
    reviews = null
    const html = await sent(makePage())
    expect(html).toContain('href="/checkout?bootcamp=12"')
    expect(html).not.toMatch(/id="reviews"|AggregateRating/)
  })

  test('holds a review that would end a script as text', async () => {
    const newest = makeReviews().newest.map((one) => ({
      ...one,
      words: '</script><b>',
      firstName: '<i>',
    }))
    reviews = makeReviews({ newest })
    const html = await sent(makePage())
    expect(html).not.toContain('</script><b>')
    expect(html).toContain('&lt;/script&gt;&lt;b&gt;')
  })

  test('follows a sale with the next question, and is left alone while nothing changes', async () => {
    const page = makePage()
    const first = await page.in('br')
    expect(await page.in('br')).toBe(first)
    offered = [makeBootcamp({ id: 11 }), makeBootcamp({ id: 12, availableSeats: 2 })]
    expect(await sent(page)).toContain('2 left')
    expect((await page.in('br')).etag).not.toBe(first.etag)
  })

  test('is left alone when only the moment of the count is new', async () => {
    const page = makePage()
    const first = await page.in('br')
    const bootcamp = makeBootcamp({ id: 11 })
    const later = { ...bootcamp, seats: { ...bootcamp.seats, asOf: '2026-05-01T18:04:00Z' } }
    offered = [later, makeBootcamp({ id: 12, availableSeats: 3 })]
    expect(await page.in('br')).toBe(first)
    // Its own half a minute later it tells the newer moment.
    at += 31_000
    expect((await page.in('br')).etag).not.toBe(first.etag)
  })

  test('drops a bootcamp that has begun, though the application says nothing new', async () => {
    const soon = new Date(at + 20_000).toISOString()
    offered = [makeBootcamp({ id: 11, startDate: soon }), makeBootcamp({ id: 12 })]
    const page = makePage()
    expect(await sent(page)).toContain('/checkout?bootcamp=11')
    at += 60_000
    expect(await sent(page)).not.toContain('href="/checkout?bootcamp=11"')
  })

  test('ends an early price at its moment, though the application says nothing new', async () => {
    const priceUntil = new Date(at + 5000).toISOString()
    offered = [makeBootcamp({ id: 11, price: '795.00', regularPrice: '995.00', priceUntil })]
    const page = makePage()
    expect(await sent(page)).toContain('>$795</span>')
    at += 4999
    expect(await sent(page)).toContain('>$795</span>')
    at += 1
    expect(await sent(page)).not.toContain('>$795</span>')
  })

  test('is asked for once by all who come at the same time', async () => {
    const page = makePage()
    await Promise.all(Array.from({ length: 20 }, () => page.in('')))
    expect(ask).toHaveBeenCalledTimes(3)
    await page.in('')
    expect(ask).toHaveBeenCalledTimes(6)
  })

  test('fails while the application is away, and comes back with it', async () => {
    const page = makePage()
    ask.mockRejectedValueOnce(new Error('away'))
    await expect(page.in('')).rejects.toThrow('away')
    expect(await sent(page)).toContain('Next start: ')
  })

  test('is packed as the browser understands', async () => {
    const page = makePage()
    const plain = await sent(page)
    const brotli = await page.in('gzip, deflate, br')
    expect(brotli.headers).toEqual({ 'Content-Encoding': 'br' })
    expect(brotliDecompressSync(brotli.body).toString()).toBe(plain)
    const gzipped = await page.in('gzip')
    expect(gunzipSync(gzipped.body).toString()).toBe(plain)
    expect(gzipped.etag).not.toBe(brotli.etag)
  })

  test('holds a name that would end a script as text', async () => {
    offered = [makeBootcamp({ name: '</script><script>alert(1)</script>' })]
    const html = await sent(makePage())
    expect(html).not.toContain('<script>alert')
    const [, known = ''] = /id="known-answers">(.*?)<\/script>/.exec(html) ?? []
    expect((JSON.parse(known) as KnownAnswers)['/api/bootcamps'][0]?.name).toMatch(/^<\/script>/)
  })
})
