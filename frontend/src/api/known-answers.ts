/** Answers that came with the page itself, so that the app need not ask for them again. */
import type { QueryClient } from '@tanstack/react-query'
import { getQuery } from './get-query'
import type { components } from './schema'

export interface KnownAnswers {
  /** When the server gave them. */
  asOf: number
  '/api/bootcamps': components['schemas']['BootcampOut'][]
  '/api/bundles': components['schemas']['BundleOut'][]
  /** Missing where the server could not say. */
  '/api/reviews'?: components['schemas']['ReviewsOut']
}

/** The element of the page that holds them. */
export const KNOWN_ANSWERS_ID = 'known-answers'

export function readKnownAnswers(): KnownAnswers | null {
  const text = document.getElementById(KNOWN_ANSWERS_ID)?.textContent
  return text ? (JSON.parse(text) as KnownAnswers) : null
}

export function tellKnownAnswers(queryClient: QueryClient, known: KnownAnswers) {
  for (const path of ['/api/bootcamps', '/api/bundles', '/api/reviews'] as const) {
    if (!known[path]) continue
    queryClient.setQueryData(getQuery(path).queryKey, known[path], { updatedAt: known.asOf })
  }
}
