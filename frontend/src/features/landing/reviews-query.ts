/** What people who attended said, as the server tells everybody. */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { getQuery } from '@/api/get-query'
import type { components } from '@/api/schema'

export type Reviews = components['schemas']['ReviewsOut']
export type Review = components['schemas']['ReviewOut']

const FRESH_MS = 5 * 60_000

export function useReviews(): { reviews: Reviews | undefined; asOf: number } {
  const { data, dataUpdatedAt } = useQuery({ ...getQuery('/api/reviews'), staleTime: FRESH_MS })
  return { reviews: useDeferredValue(data), asOf: dataUpdatedAt }
}

/** While nothing can be shown, neither is the average. */
export const isShown = ({ newest }: Reviews) => newest.length > 0
