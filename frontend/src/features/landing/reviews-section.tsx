/** Reviews, once there are any: their script comes only then, and the page is there before it. */
import { lazy, Suspense } from 'react'
import { isShown, useReviews } from './reviews-query'

const Reviews = lazy(async () => ({ default: (await import('./reviews')).Reviews }))

export function ReviewsSection() {
  const { reviews, asOf } = useReviews()
  if (!reviews || !isShown(reviews)) return null
  return (
    <Suspense fallback={null}>
      <Reviews reviews={reviews} asOf={asOf} />
    </Suspense>
  )
}
