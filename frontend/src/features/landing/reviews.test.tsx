import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { makeBootcamp } from '@/test/catalogue'
import { makeReviews } from '@/test/feedback'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, untilAnswered } from '@/test/server'
import { reviewCount } from './reviews'
import { ReviewsSection } from './reviews-section'
import { structuredData } from './structured-data'

const section = () => screen.findByRole('heading', { level: 2, name: 'Rated 9.1 out of 10' })

describe('reviews on the sales page', () => {
  test('tell the average of all answers, what is hidden, and who attended when', async () => {
    answerGet('/api/reviews', makeReviews())
    renderWithApp(<ReviewsSection />)
    expect(await section()).toBeVisible()
    expect(
      screen.getByText('Average of 200 ratings. 12 people wrote a review, 1 hidden: off topic.'),
    ).toBeVisible()
    const [review] = screen.getAllByRole('listitem')
    expect(review).toHaveTextContent('Worth every hour.')
    expect(within(review as HTMLElement).getByText('Ada')).toBeVisible()
    expect(review).toHaveTextContent(/Beginner Bootcamp, attended Nov 24(, 2026)?$/)
  })

  test('words that look like HTML are words', async () => {
    const evil = '<img src=x onerror=alert(1)></script>'
    const newest = makeReviews().newest.map((review) => ({ ...review, words: evil }))
    answerGet('/api/reviews', makeReviews({ newest }))
    renderWithApp(<ReviewsSection />)
    expect(await screen.findByText(evil)).toBeVisible()
    expect(document.querySelector('blockquote img')).toBeNull()
  })

  test.each([
    [
      'there are none',
      { answers: 0, average: null, reviews: 0, hidden: [], newest: [], courses: [] },
    ],
    ['none may be shown', { newest: [] }],
  ])('are absent while %s', async (_, given) => {
    answerGet('/api/reviews', makeReviews(given))
    renderWithApp(<ReviewsSection />)
    await untilAnswered()
    expect(screen.queryByRole('heading')).not.toBeInTheDocument()
  })

  test('are absent while the server cannot say', async () => {
    refuseGet('/api/reviews', 503, 'Away')
    renderWithApp(<ReviewsSection />)
    await untilAnswered()
    expect(screen.queryByRole('heading')).not.toBeInTheDocument()
  })

  test('name each reason with its count', () => {
    const hidden = [
      { because: 'abusive', count: 2 },
      { because: 'asked', count: 1 },
    ] as const
    expect(reviewCount({ reviews: 9, hidden: [...hidden] })).toBe(
      '9 people wrote a review, 2 hidden: abusive, 1 hidden: asked by the author.',
    )
    expect(reviewCount({ reviews: 1, hidden: [] })).toBe('1 person wrote a review.')
  })
})

describe('search engines', () => {
  const organization = (reviews?: ReturnType<typeof makeReviews>) =>
    JSON.parse(structuredData([], 0, reviews))['@graph'][0]

  test('are told the average over all answers while the page shows it', () => {
    expect(organization(makeReviews()).aggregateRating).toEqual({
      '@type': 'AggregateRating',
      ratingValue: '9.1',
      bestRating: 10,
      worstRating: 0,
      ratingCount: 200,
      reviewCount: 12,
    })
  })

  test('are told the rating of a course that the page shows, and of no other', async () => {
    const rated = { name: 'Beginner Bootcamp', answers: 30, average: '8.7', reviews: 4 }
    const reviews = makeReviews({ courses: [rated] })
    const [, ...courses] = JSON.parse(
      structuredData(
        [makeBootcamp({ name: rated.name }), makeBootcamp({ id: 2, name: 'Another' })],
        0,
        reviews,
      ),
    )['@graph']
    expect(courses[0].aggregateRating).toEqual({
      '@type': 'AggregateRating',
      ratingValue: '8.7',
      bestRating: 10,
      worstRating: 0,
      ratingCount: 30,
      reviewCount: 4,
    })
    expect(courses[1]).not.toHaveProperty('aggregateRating')
    answerGet('/api/reviews', reviews)
    renderWithApp(<ReviewsSection />)
    await section()
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent(
      'Beginner Bootcamp: 8.7 out of 10, 30 answers, 4 reviews',
    )
  })

  test('are told no rating while none is shown or known', () => {
    expect(organization(makeReviews({ newest: [] }))).not.toHaveProperty('aggregateRating')
    expect(organization()).not.toHaveProperty('aggregateRating')
  })
})
