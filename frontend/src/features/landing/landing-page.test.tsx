import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as dates from '@/lib/dates'
import { answerCatalogue, makeBootcamp } from '@/test/catalogue'
import { renderWithApp } from '@/test/render'
import { refuseGet } from '@/test/server'
import { LandingPage } from './landing-page'
import { structuredData } from './structured-data'

const dataBlock = () => document.head.querySelector('script[type="application/ld+json"]')

afterEach(() => vi.useRealTimers())

describe('the landing page', () => {
  test('tells the offer from memory while the server is away', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-10-01T12:00:00Z') })
    const asked = refuseGet('/api/bootcamps', 503, 'Away')
    refuseGet('/api/bundles', 503, 'Away')
    renderWithApp(<LandingPage />)
    await waitFor(() => expect(asked.times).toBe(1))
    expect(screen.getByText('First series begins October 9, 2025')).toBeVisible()
    expect(screen.getByText('$995')).toBeVisible()
    expect(screen.getAllByText('$1,495')).toHaveLength(2)
    const reserve = screen.getAllByRole('link', { name: 'Reserve My Spot Now' })
    expect(reserve.map((link) => link.getAttribute('href'))).toEqual(['/checkout', '/checkout'])
    expect(dataBlock()).toBeNull()
  })

  test('shows every course on sale, also a second one in the same step', async () => {
    const novel = { name: 'Novel in Six Weeks', course: '1 novel in six weeks', price: '480.00' }
    answerCatalogue([
      makeBootcamp({
        ...novel,
        id: 1,
        startDate: '2099-10-01T22:00:00Z',
        description: 'Write it.',
      }),
      makeBootcamp({ id: 2 }),
      makeBootcamp({ id: 3, startDate: '2099-10-15T22:00:00Z' }),
    ])
    renderWithApp(<LandingPage />)
    const card = (await screen.findByRole('heading', { name: 'Novel in Six Weeks' })).closest('li')
    if (!card) throw new Error('It has no card')
    expect(card).toHaveTextContent('$480')
    expect(card).toHaveTextContent('Write it.')
    // What the step's usual course teaches is not said of it.
    expect(card).not.toHaveTextContent('Trim your idea')
    const choose = within(card).getByRole('link', { name: 'Choose Novel in Six Weeks' })
    expect(choose).toHaveAttribute('href', '/checkout?bootcamp=1')
    const headings = within(card.parentElement as HTMLElement).getAllByRole('heading', { level: 3 })
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Beginner Bootcamp',
      'Novel in Six Weeks',
      'Advanced Bootcamp',
      'AI Marketing Bootcamp',
    ])
    expect(screen.getByRole('link', { name: 'Choose Build' })).toHaveAttribute(
      'href',
      '/checkout?bootcamp=2',
    )
  })

  test('never calls a first series that has begun the next one', async () => {
    const asked = refuseGet('/api/bootcamps', 503, 'Away')
    refuseGet('/api/bundles', 503, 'Away')
    renderWithApp(<LandingPage />)
    await waitFor(() => expect(asked.times).toBe(1))
    expect(screen.queryByText(/October 9, 2025/)).not.toBeInTheDocument()
    expect(screen.getAllByText('New dates coming soon')[0]).toBeVisible()
  })

  test('names the next start, and tells search engines, once the catalogue is known', async () => {
    answerCatalogue([
      makeBootcamp({ id: 1, startDate: '2099-10-01T22:00:00Z', availableSeats: 0 }),
      makeBootcamp({ id: 2 }),
    ])
    const { unmount } = renderWithApp(<LandingPage />)
    const next = await screen.findByText(
      /^Next start: Thu, Oct 8 at 6:00 PM EDT/,
      {},
      { timeout: 5000 },
    )
    expect(next).toBeVisible()
    // Each part of the page takes the deferred answer over by itself.
    await waitFor(() => expect(dataBlock()?.textContent).toContain('Beginner Bootcamp'))
    unmount()
    expect(dataBlock()).toBeNull()
  })

  test.each([
    ['America/Los_Angeles', 'Next start: Thu, Oct 8 at 6:00 PM EDT · 3:00 PM your time'],
    ['Asia/Kolkata', 'Next start: Thu, Oct 8 at 6:00 PM EDT · Fri, Oct 9 at 3:30 AM your time'],
    ['America/New_York', 'Next start: Thu, Oct 8 at 6:00 PM EDT'],
  ])('to a visitor in %s the next start reads %s', async (zone, words) => {
    vi.spyOn(dates, 'viewerZone').mockReturnValue(zone)
    answerCatalogue([makeBootcamp()])
    renderWithApp(<LandingPage />)
    expect(await screen.findByText(words, {}, { timeout: 5000 })).toBeVisible()
  })

  test('says hours and seats from what is on sale, and counts dates of one course', async () => {
    const short = { maxSeats: 4, endDate: '2099-10-08T23:00:00Z' }
    answerCatalogue([
      makeBootcamp({ id: 1, ...short }),
      makeBootcamp({ id: 2, ...short }),
      makeBootcamp({ id: 3, ...short }),
      makeBootcamp({ id: 4, ...short, name: 'Another course' }),
    ])
    renderWithApp(<LandingPage />)
    expect(await screen.findByText('1 hour live per workshop', {}, { timeout: 5000 })).toBeVisible()
    expect(screen.getByText('4 seats per bootcamp')).toBeVisible()
    expect(
      screen.getByText(/^Every workshop is live and online\. Four seats each\. /),
    ).toBeVisible()
    await waitFor(() => expect(screen.getAllByText('1 hour live')).toHaveLength(2))
    expect(screen.getByText(/1 more date/)).toBeVisible()
  })

  test('says how long, how many, with what besides, by whom, and what if not', () => {
    answerCatalogue()
    renderWithApp(<LandingPage />)
    expect(screen.getByText('3 hours live per workshop')).toBeVisible()
    // In the badge, too, until the seats are known.
    expect(screen.getAllByText('20 seats per bootcamp')).toHaveLength(2)
    expect(screen.getAllByText('3 hours live')).toHaveLength(3)
    expect(screen.getAllByText('1-hour private coaching session')).toHaveLength(2)
    for (const fact of ['MBA', '7+ years', '1 patent', '50+'])
      expect(screen.getByText(fact)).toBeVisible()
    expect(
      screen.getByText(
        "Attend the first session. If it isn't for you, ask for a refund before it ends and you'll get 100% of what you paid.",
      ),
    ).toBeVisible()
  })

  test('has its sections in order', () => {
    answerCatalogue()
    renderWithApp(<LandingPage />)
    const headings = screen.getAllByRole('heading', { level: 2 }).map((node) => node.textContent)
    expect(headings).toEqual([
      'Which of these sounds like you?',
      'Three steps. Take one, or take all three.',
      'A founder who sells, a marketer who builds.',
      'What You Could Build',
      'Limited Seats Available',
    ])
  })
})

describe('structured data', () => {
  const parse = (text: string) => JSON.parse(text) as { '@graph': Record<string, unknown>[] }

  test('is one course with an instance and an offer for each date', () => {
    const dates = [makeBootcamp({ id: 1 }), makeBootcamp({ id: 2, availableSeats: 0 })]
    const [organization, course, ...others] = parse(structuredData(dates, Date.now()))['@graph']
    expect(organization).toMatchObject({ '@type': 'Organization', name: 'Build Lab' })
    expect(others).toEqual([])
    expect(course).toMatchObject({
      '@type': 'Course',
      name: 'Beginner Bootcamp',
      hasCourseInstance: [
        {
          '@type': 'CourseInstance',
          courseMode: 'Online',
          startDate: '2099-10-08T22:00:00Z',
          endDate: '2099-10-09T01:00:00Z',
          offers: {
            price: '995.00',
            priceCurrency: 'USD',
            availability: 'https://schema.org/InStock',
            url: 'http://localhost:8000/checkout?bootcamp=1',
          },
        },
        { offers: { availability: 'https://schema.org/SoldOut' } },
      ],
    })
  })

  test('cannot be left through a name', () => {
    const name = '</script><script>alert(1)</script>'
    const text = structuredData([makeBootcamp({ name })], Date.now())
    expect(text).not.toContain('<')
    expect(parse(text)['@graph'][1]).toMatchObject({ name })
  })
})
