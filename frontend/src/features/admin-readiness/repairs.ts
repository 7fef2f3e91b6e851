/** What each repair does: one call of the desk, or the page where it is done. And whose it is. */
import { useMutation } from '@tanstack/react-query'
import { useAttemptKey } from '@/api/attempt-key'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { personPath, purchasePath } from '@/features/admin-kit/record-links'
import { toast } from '@/lib/toast'
import type { Right } from '@/session/rights'
import type { Attendee, RepairKind } from './readiness-queries'

export interface Place {
  bootcampId: number
  /** Nothing where the cell is the class's own. */
  attendee: Attendee | null
}

/** The server decides again; who lacks the right is told so instead of being refused. */
export const RIGHTS: Record<RepairKind, Right> = {
  make_meeting: 'catalogue',
  add_link: 'catalogue',
  add_material: 'catalogue',
  send_reminders: 'messages',
  serve_list: 'seats',
  decide_minimum: 'money',
  assign_coach: 'coaching',
  open_purchase: 'desk',
  reconcile: 'money',
  resend_confirmation: 'seats',
  resend_seat: 'seats',
  correct_address: 'seats',
  review_address: 'messages',
  send_reminder: 'messages',
  text_reminder: 'messages',
  activate_account: 'people',
  ask_to_test: 'messages',
  ask_to_answer: 'messages',
}

/** Where it is done, for what takes more than one press. */
export function repairPage(kind: RepairKind, { bootcampId, attendee }: Place): string | null {
  const home = `/admin/bootcamps/${bootcampId}`
  switch (kind) {
    case 'add_link':
      return `${home}/settings`
    case 'add_material':
      return `${home}/resources`
    case 'decide_minimum':
      return `${home}?change=cancel`
    case 'assign_coach':
      return '/admin/coaching'
    case 'reconcile':
      return '/admin/reconciliation'
    case 'open_purchase':
      return attendee && purchasePath(attendee.purchaseId)
    case 'review_address':
      return (
        attendee && `/admin/communications/suppressed?search=${encodeURIComponent(attendee.email)}`
      )
    case 'correct_address':
      return attendee && correctionPage(attendee)
    default:
      return null
  }
}

/** A guest's own purchase is corrected here, everybody else where their address is kept. */
function correctionPage({ userId, email, purchaseId, isHandedOver }: Attendee): string | null {
  if (userId !== null) return personPath({ userId, email })
  return isHandedOver ? purchasePath(purchaseId) : null
}

const ASKS = {
  ask_to_test: {
    subject: 'Please test your link before class',
    content:
      "Hello {firstName},\n\n{bootcampName} starts on {bootcampDate} at {bootcampTime}. Please open your link once before then, so that you'll get in without trouble:\n\n{zoomLink}",
  },
  ask_to_answer: {
    subject: 'A few questions before class',
    content:
      'Hello {firstName},\n\nYour instructor has a few questions for you before {bootcampName} on {bootcampDate}. You can answer them here:\n\n{zoomLink}',
  },
}

function call(
  kind: RepairKind,
  { bootcampId, attendee }: Place,
  idempotencyKey: string,
): Promise<unknown> | null {
  const params = { path: { bootcamp_id: bootcampId } }
  const home = '/api/admin/bootcamps/{bootcamp_id}'
  switch (kind) {
    case 'make_meeting':
      return api.POST(`${home}/meeting`, { params })
    case 'serve_list':
      return api.POST(`${home}/waiting-list/serve`, { params })
    case 'send_reminders':
      return api.POST(`${home}/reminders`, { params, body: {} })
  }
  if (!attendee) return null
  const { enrollmentId, purchaseId, userId, email } = attendee
  switch (kind) {
    case 'send_reminder':
      return api.POST(`${home}/reminders`, { params, body: { enrollmentId } })
    case 'text_reminder':
      return api.POST(`${home}/reminders`, { params, body: { enrollmentId, channel: 'SMS' } })
    case 'resend_confirmation':
      return api.POST('/api/admin/purchases/{purchase_id}/resend-confirmation', {
        params: { path: { purchase_id: purchaseId } },
      })
    case 'resend_seat':
      return api.POST('/api/admin/seats/{enrollment_id}/resend', {
        params: { path: { enrollment_id: enrollmentId } },
      })
    case 'activate_account':
      return api.PATCH('/api/admin/users/{user_id}/activate', {
        params: { path: { user_id: userId ?? 0 } },
      })
    case 'ask_to_test':
    case 'ask_to_answer':
      return api.POST(`${home}/send-message`, {
        params,
        body: {
          ...ASKS[kind],
          type: 'EMAIL',
          recipients: [{ address: email }],
          idempotencyKey,
        },
      })
    default:
      return null
  }
}

type RepairOfAll = 'ask_to_test' | 'ask_to_answer' | 'resend_confirmation'

/** What one call does for everybody. */
export const canRepairAll = (kind: RepairKind): kind is RepairOfAll =>
  ['ask_to_test', 'ask_to_answer', 'resend_confirmation'].includes(kind)

function callForAll(
  kind: RepairOfAll,
  bootcampId: number,
  people: readonly Attendee[],
  idempotencyKey: string,
): Promise<unknown> {
  switch (kind) {
    case 'resend_confirmation':
      return api.POST('/api/admin/bulk-acts', {
        body: {
          kind: 'resend_confirmation',
          subject: 'purchases',
          ids: people.map(({ purchaseId }) => purchaseId),
          title: '',
          text: '',
          idempotencyKey,
        },
      })
    default:
      return api.POST('/api/admin/bootcamps/{bootcamp_id}/send-message', {
        params: { path: { bootcamp_id: bootcampId } },
        body: {
          ...ASKS[kind],
          type: 'EMAIL',
          recipients: people.map(({ email }) => ({ address: email })),
          idempotencyKey,
        },
      })
  }
}

const DONE: Partial<Record<RepairKind, string>> = {
  make_meeting: 'The meeting is being made',
  serve_list: 'The free seats are being offered',
  send_reminders: 'The reminders are on their way',
  send_reminder: 'The reminder is on its way',
  text_reminder: 'The text is on its way',
  resend_confirmation: 'The confirmation is on its way',
  resend_seat: "The seat's email is on its way",
  activate_account: 'The account is active',
  ask_to_test: 'The email is on its way',
  ask_to_answer: 'The email is on its way',
}

export function useRepair(kind: RepairKind, place: Place, onRepaired: () => void) {
  const once = useAttemptKey(`${kind} ${place.bootcampId} ${place.attendee?.enrollmentId ?? ''}`)
  return useMutation({
    mutationFn: () => once(async (key) => await call(kind, place, key)),
    onSuccess: () => toast({ title: DONE[kind], description: place.attendee?.name }),
    onError: (error) => showError(error, "That didn't work. Please try again."),
    onSettled: onRepaired,
  })
}

export function useRepairAll(
  kind: RepairKind | null,
  bootcampId: number,
  people: readonly Attendee[],
  onRepaired: () => void,
) {
  const whom = people.map(({ enrollmentId }) => enrollmentId).join()
  const once = useAttemptKey(`all ${kind} ${bootcampId} ${whom}`)
  return useMutation({
    mutationFn: () =>
      once(async (key) => {
        if (kind && canRepairAll(kind)) await callForAll(kind, bootcampId, people, key)
      }),
    onSuccess: () =>
      toast({ title: 'The emails are on their way', description: `${people.length} people` }),
    onError: (error) => showError(error, "That didn't work. Please try again."),
    onSettled: onRepaired,
  })
}
