/** What people who attended said: the average over all answers, and the newest reviews. */
import { formatDate, formatDay } from '@/lib/dates'
import type { Review, Reviews as Told } from './reviews-query'
import { Section, SectionHeading } from './section'

const HIDDEN_BECAUSE = {
  abusive: 'abusive',
  private: 'private details',
  off_topic: 'off topic',
  asked: 'asked by the author',
} as const

/** "12 people wrote a review, 1 hidden: off topic." */
export function reviewCount({ reviews, hidden }: Pick<Told, 'reviews' | 'hidden'>): string {
  const all = reviews === 1 ? '1 person wrote a review' : `${reviews} people wrote a review`
  const parts = hidden.map(({ because, count }) => `${count} hidden: ${HIDDEN_BECAUSE[because]}`)
  return `${[all, ...parts].join(', ')}.`
}

export function Reviews({ reviews, asOf }: { reviews: Told; asOf: number }) {
  const { average, answers, newest, courses } = reviews
  return (
    <Section id="reviews" className="border-t">
      <SectionHeading eyebrow="From people who attended" heading={`Rated ${average} out of 10`}>
        {answers === 1
          ? 'The first rating we have.'
          : `Average of ${answers.toLocaleString('en-US')} ratings.`}{' '}
        {reviewCount(reviews)}
      </SectionHeading>
      {courses.some((course) => course.answers !== answers) && <CourseRatings courses={courses} />}
      <ul className="mt-12 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {newest.map((review) => (
          <li key={`${review.attendedAt} ${review.firstName} ${review.words}`}>
            <ReviewCard review={review} asOf={asOf} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What search engines are told of each course. */
function CourseRatings({ courses }: Pick<Told, 'courses'>) {
  return (
    <ul className="mt-6 flex flex-wrap gap-x-8 gap-y-2 text-muted-foreground">
      {courses.map(({ name, average, answers, reviews }) => (
        <li key={name} className="wrap-anywhere">
          <span className="font-semibold text-foreground">{name}</span>: {average} out of 10,{' '}
          {answers === 1 ? '1 answer' : `${answers.toLocaleString('en-US')} answers`},{' '}
          {reviews === 1 ? '1 review' : `${reviews} reviews`}
        </li>
      ))}
    </ul>
  )
}

function ReviewCard({ review, asOf }: { review: Review; asOf: number }) {
  const { firstName, words, score, bootcampName } = review
  return (
    <figure className="grid h-full content-between gap-5 rounded-2xl border bg-surface p-6 shadow-card">
      <blockquote className="wrap-anywhere whitespace-pre-line">{words}</blockquote>
      <figcaption className="grid gap-1 border-t pt-4 text-sm">
        <span className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 font-semibold wrap-anywhere">
            {firstName || 'Someone who attended'}
          </span>
          <span className="shrink-0 text-muted-foreground tabular-nums">{score} out of 10</span>
        </span>
        <span className="wrap-anywhere text-muted-foreground">
          {bootcampName}, attended {dayAttended(review, asOf)}
        </span>
      </figcaption>
    </figure>
  )
}

/** "Nov 24", with its year where it is not this one. */
function dayAttended({ attendedAt, timezone }: Review, asOf: number): string {
  const year = (iso: string) => formatDate(iso, timezone).slice(-4)
  const isThisYear = year(attendedAt) === year(new Date(asOf).toISOString())
  return isThisYear ? formatDay(attendedAt, timezone) : formatDate(attendedAt, timezone)
}
