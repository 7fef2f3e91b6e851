/** The way to the waiting list: where it stands, and what the link says there. */

export type Course = 'Build' | 'Launch' | 'Market'
export const courses: readonly Course[] = ['Build', 'Launch', 'Market']

/** Of a date or a bundle that is full, or of a course without a date. */
type Wish = { bootcamp: number } | { bundle: string } | { course: string }

export const TELL_ME_OF_SEAT = 'Notify me if a seat opens up'
export const TELL_ME_OF_SEATS = 'Notify me if seats open up'
export const TELL_ME_OF_NEXT = 'Notify me of the next date'

export const WAITING_PATH = '/waiting'

export function waitingPath(wish: Wish): string {
  const params = Object.entries(wish).map(([name, value]) => [name, String(value)])
  return `${WAITING_PATH}?${new URLSearchParams(params)}`
}

/** The checkout of a seat that is held for somebody from the list. */
export const offerCheckoutPath = (token: string) =>
  `/checkout?${new URLSearchParams({ offer: token })}`
