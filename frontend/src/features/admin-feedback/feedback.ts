/** Feedback at the desk: what is asked for, what is done to one of it, and its words. */
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { offerUndo } from '@/features/admin-kit/undo'
import { toast } from '@/lib/toast'

export type FeedbackRow = components['schemas']['FeedbackRowOut']
export type Figures = components['schemas']['FeedbackFiguresOut']
export type View = components['schemas']['FeedbackView']
export type HiddenBecause = components['schemas']['HiddenBecause']
type NotShownBecause = components['schemas']['NotShownBecause']

export const views: readonly { value: View; label: string }[] = [
  { value: 'all', label: 'All feedback' },
  { value: 'needs_reply', label: 'Needs a reply' },
  { value: 'to_read', label: 'Not shown until read' },
  { value: 'shown', label: 'Shown on the site' },
  { value: 'hidden', label: 'Hidden' },
]

/** Why a review may be hidden: there is no other reason, and a low score is none. */
export const reasons: Readonly<Record<HiddenBecause, { name: string; hint: string }>> = {
  abusive: { name: 'Abusive', hint: 'It insults or threatens someone.' },
  private: {
    name: 'Private details',
    hint: 'It tells something about a person who may not want it.',
  },
  off_topic: { name: 'Off topic', hint: "It isn't about the class." },
  asked: { name: 'Asked by the author', hint: 'Whoever wrote it wants it gone.' },
}

/** Why a review isn't on the sales page. */
export const notShown: Readonly<Record<NotShownBecause, string>> = {
  not_allowed: "Not shown: they didn't allow it.",
  no_words: "Not shown: there's no comment.",
  hidden: '',
  seat_ended: 'Not shown: the seat was refunded or withdrawn.',
  not_paid: "Not shown: the seat wasn't paid for. Read it, then decide.",
  not_seen: 'Not shown: no time in the meeting was recorded. Read it, then decide.',
}

interface Asked {
  view: View
  bootcampId: number | null
  page: number
}

export function useFeedbackList({ view, bootcampId, page }: Asked) {
  return $api.useQuery(
    'get',
    '/api/admin/feedback',
    { params: { query: { view, page, ...(bootcampId !== null && { bootcampId }) } } },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
}

/** The list, the count on the overview, and what visitors see hang on it. */
const CHANGED = ['/api/admin/feedback', '/api/admin/summary', '/api/reviews'] as const

export function useFeedbackChanged() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(CHANGED.map((path) => queryClient.invalidateQueries({ queryKey: ['get', path] })))
}

const acts = {
  done: '/api/admin/feedback/{enrolment_id}/done',
  reopen: '/api/admin/feedback/{enrolment_id}/reopen',
  show: '/api/admin/feedback/{enrolment_id}/show',
  unhide: '/api/admin/feedback/{enrolment_id}/unhide',
} as const
type Act = keyof typeof acts

const DID = {
  done: 'Marked as done',
  reopen: 'Needs a reply again',
  show: 'Shown on the sales page',
  unhide: 'Shown on the site again',
} as const

/** What can be taken back offers that, instead of asking beforehand. */
export function useFeedbackAct() {
  const changed = useFeedbackChanged()
  const { mutate, variables, isPending } = useMutation({
    mutationFn: ({ act, row }: { act: Act; row: FeedbackRow }) =>
      api.POST(acts[act], { params: { path: { enrolment_id: row.enrolmentId } } }),
    onSuccess: (_, { act, row }) =>
      toast({
        title: DID[act],
        description: row.name,
        ...(act === 'done' && offerUndo(() => mutate({ act: 'reopen', row }))),
      }),
    onError: (error) => showError(error, 'Please try again', "That couldn't be saved"),
    onSettled: changed,
  })
  return {
    run: (act: Act, row: FeedbackRow) => mutate({ act, row }),
    isBusy: ({ enrolmentId }: FeedbackRow) =>
      isPending && variables.row.enrolmentId === enrolmentId,
  }
}

export type FeedbackAct = ReturnType<typeof useFeedbackAct>
