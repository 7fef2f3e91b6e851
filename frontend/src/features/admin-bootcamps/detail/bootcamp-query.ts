/** What the detail page asks for. Seats, people and material move, so every visit asks again. */
import { $api } from '@/api/client'
import type { components } from '@/api/schema'

export type AdminBootcamp = components['schemas']['AdminBootcampOut']
export type Attendee = components['schemas']['AttendeeOut']

const byId = (id: number) => ({ params: { path: { bootcamp_id: id } } })
const fresh = { staleTime: 0 }

const LOOK_AGAIN_MS = 4000

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

export function useAttendees(id: number) {
  return $api.useQuery('get', '/api/admin/bootcamps/{bootcamp_id}/attendees', byId(id), fresh)
}
