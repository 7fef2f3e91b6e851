/** What the form of a bootcamp knows and does: its rules, the question before a move, saving. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { createElement, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { $api, api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { ToastAction } from '@/components/ui/toaster'
import { offerUndo } from '@/features/admin-kit/undo'
import { toast } from '@/lib/toast'
import {
  type AdminBootcamp,
  changePayload,
  createPayload,
  isDraft,
  movesBootcamp,
  newBootcamp,
  scheduleOf,
  valuesOf,
} from './bootcamp-form'
import { type BootcampValues, bootcampFields, bootcampSchema } from './bootcamp-schema'
import { useRefreshCatalogue } from './use-bootcamps'

interface Options {
  /** The one to change; without it a new one is made. */
  bootcamp: AdminBootcamp | undefined
  onSaved: () => void
}

/** A move that waits for a yes: how many people it touches, and how many of them hear of it. */
interface Move {
  values: BootcampValues
  attendees: number
  beingRefunded: number
  /** The new time is over: nobody is told of a class they cannot come to. */
  isOver: boolean
}

export function useBootcampForm({ bootcamp, onSaved }: Options) {
  const [move, setMove] = useState<Move | null>(null)
  // Here and not in the question: it stays while the question is closed and asked again.
  const [note, setNote] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const preview = useChangePreview(bootcamp)
  // Until the server has said how many are taken: at least those that are paid.
  const takenSeats = preview.data?.takenSeats ?? bootcamp?.enrolled ?? 0
  const form = useForm<BootcampValues>({
    resolver: zodResolver(
      bootcampSchema({
        taken: takenSeats,
        hasOwnMeeting: Boolean(bootcamp?.zoomMeetingId),
        refusesPast: !bootcamp,
      }),
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

  async function submit(values: BootcampValues, publish: boolean) {
    if (!bootcamp || !movesBootcamp(values, bootcamp)) return save.mutate({ values, publish })
    setIsAsking(true)
    // Asked at this moment: somebody may have bought a seat since the window was opened.
    const { data, error } = await preview.refetch()
    setIsAsking(false)
    if (error || !data) showFailure(error)
    else if (data.attendees + data.beingRefunded > 0 || (isOver(values) && !isDraft(bootcamp))) {
      setMove({ values, ...data, isOver: isOver(values) })
    } else save.mutate({ values, publish })
  }

  const isSaving = isAsking || save.isPending
  return {
    form,
    takenSeats,
    isSaving,
    submit: form.handleSubmit((values) => (isSaving ? undefined : submit(values, false))),
    /** For a draft: kept, and on sale from now on. */
    publish: form.handleSubmit((values) => (isSaving ? undefined : submit(values, true))),
    isPublishing: save.isPending && Boolean(save.variables?.publish),
    bootcampId: bootcamp?.id,
    move,
    note,
    setNote,
    confirmMove: () =>
      move && save.mutate({ values: move.values, publish: false, note: note.trim() }),
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

interface Saving {
  values: BootcampValues
  publish: boolean
  /** For those who are told of a move. */
  note?: string
}

async function write({ values, publish, note }: Saving, bootcamp: AdminBootcamp | undefined) {
  if (!bootcamp) return api.POST('/api/admin/bootcamps', { body: createPayload(values) })
  const params = { path: { bootcamp_id: bootcamp.id } }
  const saved = await api.PATCH('/api/admin/bootcamps/{bootcamp_id}', {
    params,
    body: { ...changePayload(values, bootcamp), ...(note ? { moveNote: note } : {}) },
  })
  if (!publish) return saved
  return api.POST('/api/admin/bootcamps/{bootcamp_id}/publish', {
    params,
    body: { alreadyHeld: values.alreadyHeld },
  })
}

function useSave({ bootcamp, onSaved, onFailure }: SaveOptions) {
  const refresh = useRefreshCatalogue()
  const navigate = useNavigate()
  const { mutate: takeBack } = useTakeRecordingBack()
  return useMutation({
    mutationFn: (saving: Saving) => write(saving, bootcamp),
    onSuccess: ({ data }, { values, publish }) => {
      const done = publish ? 'published' : bootcamp ? 'updated' : 'created'
      const isNews = publish || !bootcamp
      const told = bootcamp ? toldOfRecording(values, bootcamp) : 0
      toast({
        title: `Bootcamp ${done}`,
        description: told ? `${countPeople(told)} will be emailed the recording.` : values.name,
        ...(isNews && data ? { action: viewAction(() => navigate(pageOf(data.id))) } : {}),
        ...(bootcamp && told > 0 && offerUndo(() => takeBack(bootcamp.id))),
      })
      onSaved()
    },
    onError: onFailure,
    // Whatever came of it: a draft that was not published may have been saved.
    onSettled: () => void refresh(),
  })
}

/** How many are told that the recording is there: those of a class that is over, and only once. */
function toldOfRecording(values: BootcampValues, bootcamp: AdminBootcamp): number {
  const isNew = Boolean(values.recordingUrl) && !bootcamp.recordingUrl
  return isNew && isOver(values) ? bootcamp.enrolled : 0
}

const countPeople = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** A wrong link: nobody is emailed as long as it is taken back in time. */
function useTakeRecordingBack() {
  const refresh = useRefreshCatalogue()
  return useMutation({
    mutationFn: (id: number) =>
      api.PATCH('/api/admin/bootcamps/{bootcamp_id}', {
        params: { path: { bootcamp_id: id } },
        body: { recordingUrl: '' },
      }),
    onSuccess: () =>
      toast({ title: 'Recording link removed', description: 'Nobody will be emailed.' }),
    onError: (error) => showError(error, 'Failed to update bootcamp'),
    onSettled: () => void refresh(),
  })
}

const pageOf = (id: number) => `/admin/bootcamps/${id}`

/** Where it can be seen, and its checkout link copied. */
function viewAction(open: () => void) {
  return createElement(ToastAction, { onClick: open }, 'View it')
}

function isOver(values: BootcampValues): boolean {
  const schedule = scheduleOf(values)
  return schedule !== null && Date.parse(schedule.endDate) <= Date.now()
}
