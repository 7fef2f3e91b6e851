/** What the page of a bootcamp asks for. Seats, people and material move, so every visit asks again. */
import { $api } from '@/api/client'
import type { components } from '@/api/schema'

export type AdminBootcamp = components['schemas']['AdminBootcampOut']
export type Attendee = components['schemas']['AttendeeOut']

const byId = (id: number) => ({ params: { path: { bootcamp_id: id } } })
const fresh = { staleTime: 0 }

const LOOK_AGAIN_MS = 4000
const COMING_IN_MS = 15_000

export function useBootcamp(id: number) {
  return $api.useQuery('get', '/api/admin/bootcamps/{bootcamp_id}', byId(id), {
    ...fresh,
    // A meeting on its way is shown as soon as it is there.
    refetchInterval: ({ state }) =>
      state.data?.meetingState === 'coming' || state.data?.meetingState === 'failing'
        ? LOOK_AGAIN_MS
        : false,
  })
}

/** While people come in, the list keeps up with the door. */
export function useAttendees(id: number, { isOnTheDay = false } = {}) {
  return $api.useQuery('get', '/api/admin/bootcamps/{bootcamp_id}/attendees', byId(id), {
    ...fresh,
    refetchInterval: isOnTheDay ? COMING_IN_MS : false,
  })
}

export function useCohortMoney(id: number) {
  return $api.useQuery('get', '/api/admin/bootcamps/{bootcamp_id}/money', byId(id), fresh)
}
