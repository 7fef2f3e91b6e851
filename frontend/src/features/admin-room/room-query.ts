/** The room as the server sees it, looked at every few seconds, and the marks made in it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { offerUndo } from '@/features/admin-kit/undo'
import { toast } from '@/lib/toast'

export type Room = components['schemas']['RoomOut']
export type Person = Room['people'][number]
export type Mark = Person['attendance']

const LOOK_AGAIN_MS = 3000
/** After two looks that failed, the list is older than it should be, and says so. */
export const STALE_MS = 8000

const byId = (id: number) => ({ params: { path: { bootcamp_id: id } } })
const roomOptions = (id: number) =>
  $api.queryOptions('get', '/api/admin/bootcamps/{bootcamp_id}/room', byId(id))

export function useRoom(id: number) {
  return useQuery({
    ...roomOptions(id),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
    // A server process that dies takes one look with it: the next one is not worth waiting for.
    retry: (failures, error) => failures < 1 && !(error instanceof ApiError),
    retryDelay: 300,
    refetchOnWindowFocus: true,
  })
}

/** For the way into the meeting, which the room itself does not hold. */
export function useClass(id: number, { enabled }: { enabled: boolean }) {
  return $api.useQuery('get', '/api/admin/bootcamps/{bootcamp_id}', byId(id), {
    staleTime: 60_000,
    enabled,
  })
}

export function useReach(id: number) {
  return $api.useQuery('get', '/api/admin/bootcamps/{bootcamp_id}/room/message', byId(id), {
    staleTime: 0,
    gcTime: 0,
  })
}

const words = { present: 'present', absent: 'absent' } as const
const attended = (mark: Mark) => (mark === null ? null : mark === 'present')

interface NewMark {
  person: Person
  mark: Mark
  /** What Undo does needs none of its own. */
  isUndo?: true
}

/** Shown at once, and taken back where the server refuses; Undo puts the mark back that was there. */
export function useMark(id: number) {
  const client = useQueryClient()
  const { queryKey } = roomOptions(id)
  const show = (person: Person, mark: Mark) => {
    // A mark is no look at the room: the list is still as old as it was.
    const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? Date.now()
    const isTheirs = ({ enrollmentId }: Person) => enrollmentId === person.enrollmentId
    client.setQueryData<Room>(
      queryKey,
      (room) =>
        room && {
          ...room,
          people: room.people.map((one) => (isTheirs(one) ? { ...one, attendance: mark } : one)),
        },
      { updatedAt },
    )
  }
  const { mutate } = useMutation({
    // One after the other: two taps on one person must not overtake each other.
    scope: { id: `room marks ${id}` },
    mutationFn: ({ person, mark }: NewMark) =>
      api.PUT('/api/admin/bootcamps/{bootcamp_id}/attendees/{purchase_id}/attendance', {
        params: { path: { bootcamp_id: id, purchase_id: person.purchaseId } },
        body: { attended: attended(mark) },
      }),
    onMutate: async ({ person, mark }) => {
      // An answer that is on its way would put the old mark back on the screen.
      await client.cancelQueries({ queryKey })
      show(person, mark)
    },
    // Here and not at the call: of several quick calls only the last one's own callbacks run.
    onSuccess: (_, { person, mark, isUndo }) => {
      if (isUndo) return
      const { name, attendance: before } = person
      toast({
        title: mark ? `${name} marked ${words[mark]}` : `${name}'s mark removed`,
        ...offerUndo(() =>
          mutate({ person: { ...person, attendance: mark }, mark: before, isUndo: true }),
        ),
      })
    },
    onError: (error, { person }) => {
      show(person, person.attendance)
      showError(error, `${person.name} wasn't marked. Please try again.`)
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey })
      void client.invalidateQueries({
        queryKey: ['get', '/api/admin/bootcamps/{bootcamp_id}/attendees'],
      })
    },
  })
  return (person: Person, mark: Mark) => mutate({ person, mark })
}
