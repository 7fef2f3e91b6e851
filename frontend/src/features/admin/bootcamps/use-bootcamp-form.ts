/** What the form of a bootcamp knows and does: its rules, the question before a move, saving. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { $api, api } from '@/api/client'
import { toast } from '@/lib/toast'
import { markRefused, showError } from '../form-failure'
import {
  type AdminBootcamp,
  changePayload,
  createPayload,
  movesBootcamp,
  newBootcamp,
  valuesOf,
} from './bootcamp-form'
import { type BootcampValues, bootcampFields, bootcampSchema } from './bootcamp-schema'
import { useRefreshCatalogue } from './use-bootcamps'

interface Options {
  /** The one to change; without it a new one is made. */
  bootcamp: AdminBootcamp | undefined
  onSaved: () => void
}

/** A move that waits for a yes, and how many people it touches. */
interface Move {
  values: BootcampValues
  attendees: number
}

export function useBootcampForm({ bootcamp, onSaved }: Options) {
  const [move, setMove] = useState<Move | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const preview = useChangePreview(bootcamp)
  // Until the server has said how many are taken: at least those that are paid.
  const takenSeats = preview.data?.takenSeats ?? bootcamp?.enrolled ?? 0
  const form = useForm<BootcampValues>({
    resolver: zodResolver(
      bootcampSchema({ taken: takenSeats, hasOwnMeeting: Boolean(bootcamp?.zoomMeetingId) }),
    ),
    defaultValues: bootcamp ? valuesOf(bootcamp) : newBootcamp,
  })
  const save = useSave({ bootcamp, onSaved, onFailure: showFailure })

  function showFailure(error: unknown) {
    setMove(null)
    const fallback = bootcamp ? 'Failed to update bootcamp' : 'Failed to create bootcamp'
    showError(error, fallback)
    markRefused(error, form, bootcampFields)
  }

  async function submit(values: BootcampValues) {
    if (!bootcamp || !movesBootcamp(values, bootcamp)) return save.mutate(values)
    setIsAsking(true)
    // Asked at this moment: somebody may have bought a seat since the window was opened.
    const { data, error } = await preview.refetch()
    setIsAsking(false)
    if (error || !data) showFailure(error)
    else if (data.attendees > 0) setMove({ values, attendees: data.attendees })
    else save.mutate(values)
  }

  const isSaving = isAsking || save.isPending
  return {
    form,
    takenSeats,
    isSaving,
    submit: form.handleSubmit((values) => (isSaving ? undefined : submit(values))),
    move,
    confirmMove: () => move && save.mutate(move.values),
    cancelMove: () => setMove(null),
  }
}

export type BootcampFormState = ReturnType<typeof useBootcampForm>

function useChangePreview(bootcamp: AdminBootcamp | undefined) {
  return $api.useQuery(
    'get',
    '/api/admin/bootcamps/{bootcamp_id}/change-preview',
    { params: { path: { bootcamp_id: bootcamp?.id ?? 0 } } },
    { enabled: bootcamp !== undefined, staleTime: 0 },
  )
}

interface SaveOptions extends Options {
  onFailure: (error: unknown) => void
}

function useSave({ bootcamp, onSaved, onFailure }: SaveOptions) {
  const refresh = useRefreshCatalogue()
  return useMutation({
    mutationFn: (values: BootcampValues) =>
      bootcamp
        ? api.PATCH('/api/admin/bootcamps/{bootcamp_id}', {
            params: { path: { bootcamp_id: bootcamp.id } },
            body: changePayload(values, bootcamp),
          })
        : api.POST('/api/admin/bootcamps', { body: createPayload(values) }),
    onSuccess: (_, { name }) => {
      toast({ title: bootcamp ? 'Bootcamp updated' : 'Bootcamp created', description: name })
      onSaved()
      void refresh()
    },
    onError: onFailure,
  })
}
