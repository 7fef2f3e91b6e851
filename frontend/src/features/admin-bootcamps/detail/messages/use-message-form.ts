/** Sends a message to the attendees: once, however often the button is pressed. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/api/api-error'
import { useAttemptKey } from '@/api/attempt-key'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import type { Channel } from '@/features/admin-kit/template-list'
import { offerUndo, UNDO_SECONDS } from '@/features/admin-kit/undo'
import { formatMoment, viewerZone } from '@/lib/dates'
import { toast } from '@/lib/toast'
import { readDraft, useKeptDraft } from './message-draft'
import { type Audience, useCancelBatch, useRefreshMessages } from './message-queries'
import { emptyMessage, type MessageValues, messageSchema } from './message-schema'

const nobody = {
  EMAIL: {
    title: 'No email recipients found',
    description: 'None of the attendees have email addresses',
  },
  SMS: {
    title: 'No sms recipients found',
    description: 'None of the attendees have phone numbers on file',
  },
}

export function useMessageForm(
  bootcampId: number,
  type: Channel,
  recipients: Audience['recipients'],
) {
  const refresh = useRefreshMessages()
  const cancel = useCancelBatch(bootcampId)
  const form = useForm<MessageValues>({
    resolver: zodResolver(messageSchema),
    defaultValues: readDraft(bootcampId, type),
  })
  useKeptDraft(form, bootcampId, type)
  const once = useAttemptKey(`message ${bootcampId} ${type}`)

  async function undo(batchId: string, values: MessageValues) {
    if (!(await cancel(batchId))) return
    // Whoever began another message meanwhile keeps that one.
    const { subject, content } = form.getValues()
    if (!subject && !content) form.reset(values)
  }

  async function send(values: MessageValues) {
    const sendAt = values.sendLater ? new Date(values.sendAt).toISOString() : null
    try {
      const { data } = await once((idempotencyKey) =>
        api.POST('/api/admin/bootcamps/{bootcamp_id}/send-message', {
          params: { path: { bootcamp_id: bootcampId } },
          body: {
            type,
            templateId: values.useTemplate && values.templateId ? Number(values.templateId) : null,
            subject: (type === 'EMAIL' && values.subject) || null,
            content: values.content,
            useTemplate: values.useTemplate,
            // A later message is for whoever has a seat by then.
            recipients: sendAt ? null : [...recipients],
            idempotencyKey,
            sendAt,
            undoSeconds: sendAt ? 0 : UNDO_SECONDS,
          },
        }),
      )
      const batchId = data?.batchId ?? ''
      toast(
        sendAt
          ? {
              title: 'Message scheduled',
              description: `It'll be sent ${formatMoment(sendAt, viewerZone())}`,
            }
          : {
              title: 'Messages sent successfully!',
              description: `Sent ${data?.successCount ?? 0} messages to attendees`,
              ...offerUndo(() => void undo(batchId, values)),
            },
      )
      form.reset(emptyMessage(type))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'no_recipients') {
        toast({ ...nobody[type], variant: 'destructive' })
      } else {
        showError(error, 'Please try again', 'Failed to send messages')
        markRefused(error, form, ['subject', 'content', 'sendAt'])
      }
    }
    await refresh()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (form.formState.isSubmitting) return
    if (recipients.length === 0) toast({ ...nobody[type], variant: 'destructive' })
    else void form.handleSubmit(send)(event)
  }
  return { form, submit }
}
