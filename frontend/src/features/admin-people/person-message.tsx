/** Writes an email to one person; it goes after ten seconds, in which it can be taken back. */
import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { limitedText } from '@/features/admin-kit/limited-text'
import type { Who } from '@/features/admin-kit/record-links'
import { offerUndo } from '@/features/admin-kit/undo'
import { toast } from '@/lib/toast'
import { asked, useRecordChanged } from './record'

const schema = z.object({ subject: limitedText(1, 200), content: limitedText(1, 5000) })
type Values = z.infer<typeof schema>

interface PersonMessageProps {
  who: Who
  name: string
  onClose: () => void
}

export function PersonMessage({ who, name, onClose }: PersonMessageProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <FormDialogContent title={`Email ${name}`} description={`To ${who.email}`}>
        <MessageForm who={who} onSent={onClose} />
      </FormDialogContent>
    </Dialog>
  )
}

function MessageForm({ who, onSent }: { who: Who; onSent: () => void }) {
  const changed = useRecordChanged()
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { subject: '', content: '' },
  })
  // A second press of the same form is the same email.
  const key = useRef(crypto.randomUUID())
  const { errors, isSubmitting } = form.formState

  async function takeBack(id: number) {
    try {
      const params = { path: { message_id: id } }
      const { data } = await api.DELETE('/api/admin/people/messages/{message_id}', { params })
      toast({ title: 'Email canceled', description: data?.message })
    } catch (error) {
      showError(error, "The email couldn't be taken back.")
    }
    void changed()
  }

  async function send(values: Values) {
    try {
      const { data } = await api.POST('/api/admin/people/message', {
        body: { userId: null, email: '', ...asked(who), ...values, idempotencyKey: key.current },
      })
      const id = data?.messageId
      toast({
        title: 'Email sent',
        description: data?.message,
        ...(id !== undefined && offerUndo(() => void takeBack(id))),
      })
      onSent()
      void changed()
    } catch (error) {
      showError(error, "The email couldn't be sent. Please try again.")
      markRefused(error, form, ['subject', 'content'])
    }
  }

  const submit = (event: FormEvent) => {
    if (isSubmitting) event.preventDefault()
    else void form.handleSubmit(send)(event)
  }
  return (
    <form noValidate aria-label="Email this person" className="grid gap-5" onSubmit={submit}>
      <Field label="Subject" error={errors.subject?.message} required>
        <Input autoComplete="off" {...form.register('subject')} />
      </Field>
      <Field
        label="Message"
        hint="Plain text. URLs become links; blank lines separate paragraphs."
        error={errors.content?.message}
        required
      >
        <Textarea {...form.register('content')} />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSubmitting} busyLabel="Sending...">
          Send email
        </Button>
      </DialogFooter>
    </form>
  )
}
