/** What canceling or moving a class asks for and does. */
import { useMutation } from '@tanstack/react-query'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { usePurchasesChanged } from '@/features/admin-kit/purchases-changed'
import { toast } from '@/lib/toast'

export type ClassChange = components['schemas']['ClassChangeOut']
export type ChangeRow = components['schemas']['ClassChangeRowOut']
export type ChangePreview = components['schemas']['ClassChangePreviewOut']
export type Wanted = Required<components['schemas']['ClassChangeIn']>
export type Choice = components['schemas']['Choice']

const CHANGE = '/api/admin/bootcamps/{bootcamp_id}/class-change'

/** People choose while one looks; carrying out takes seconds. */
const CHOOSING_MS = 15_000
const CARRYING_OUT_MS = 4000

const byId = (id: number) => ({ params: { path: { bootcamp_id: id } } })

export const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

export function useClassChange(id: number) {
  return $api.useQuery('get', CHANGE, byId(id), {
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      if (!data || data.state === 'done') return false
      return data.state === 'open' ? CHOOSING_MS : CARRYING_OUT_MS
    },
  })
}

/** What it would do, as the server sees it now. It changes nothing. */
export function useChangePreview(id: number, wanted: Wanted, { enabled }: { enabled: boolean }) {
  return $api.useQuery(
    'post',
    `${CHANGE}/preview`,
    { ...byId(id), body: wanted },
    { staleTime: 0, gcTime: 0, enabled },
  )
}

export function useAnnounce(id: number, onDone: () => void) {
  const changed = usePurchasesChanged()
  return useMutation({
    mutationFn: async (body: Wanted) => (await api.POST(CHANGE, { ...byId(id), body })).data,
    onSuccess: (answer, { kind }) => {
      toast({
        title: kind === 'cancel' ? 'Class canceled' : 'Class moved',
        description: answer && `We're writing to ${people(answer.counts.people)}.`,
      })
      onDone()
    },
    onSettled: () => changed(),
  })
}

export function useNudge(id: number, onDone: () => void) {
  const changed = usePurchasesChanged()
  return useMutation({
    mutationFn: async () => (await api.POST(`${CHANGE}/nudge`, byId(id))).data,
    onSuccess: (answer) =>
      toast({ title: 'Reminder sent', description: answer && `To ${people(answer.count)}.` }),
    onError: (error) => showError(error, "The reminder wasn't sent. Please try again."),
    onSettled: () => {
      onDone()
      return changed()
    },
  })
}

interface DeskChoice {
  choice: Choice
  toBootcampId: number | null
}

export function useChooseFor(id: number, row: ChangeRow, onDone: () => void) {
  const changed = usePurchasesChanged()
  const path = { bootcamp_id: id, enrollment_id: row.enrollmentId }
  return useMutation({
    mutationFn: async (body: DeskChoice) =>
      (await api.POST(`${CHANGE}/choices/{enrollment_id}`, { params: { path }, body })).data,
    onSuccess: () => {
      toast({ title: `Chosen for ${row.name}` })
      onDone()
    },
    onSettled: () => changed(),
  })
}
