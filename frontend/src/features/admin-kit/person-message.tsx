/** Writes an email to one person; it goes after ten seconds, in which it can be taken back. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent, ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useAttemptKey } from '@/api/attempt-key'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/lib/toast'
import { limitedText } from './limited-text'
import { asked, type Who } from './record-links'
import { offerUndo } from './undo'

const schema = z.object({ subject: limitedText(1, 200), content: limitedText(1, 5000) })
type Values = z.infer<typeof schema>

interface PersonMessageProps {
  who: Who
  name: string
  /** Filled in, and can be changed. */
  subject?: string
  /** What it answers: shown above the form, and not sent. */
  children?: ReactNode
  onChanged: () => void
  onClose: () => void
}

export function PersonMessage({ name, children, ...form }: PersonMessageProps) {
  const { who, onClose } = form
  return (
    <Dialog open onOpenChange={onClose}>
      <FormDialogContent title={`Email ${name}`} description={`To ${who.email}`}>
        {children}
        <MessageForm {...form} />
      </FormDialogContent>
    </Dialog>
  )
}

type FormProps = Omit<PersonMessageProps, 'name' | 'children'>

function MessageForm({ who, subject = '', onChanged, onClose }: FormProps) {
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { subject, content: '' },
  })
  const once = useAttemptKey(`email ${JSON.stringify(asked(who))}`)
  const { errors, isSubmitting } = form.formState

  async function takeBack(id: number) {
    try {
      const params = { path: { message_id: id } }
      const { data } = await api.DELETE('/api/admin/people/messages/{message_id}', { params })
      toast({ title: 'Email canceled', description: data?.message })
    } catch (error) {
      showError(error, "The email couldn't be taken back.")
    }
    onChanged()
  }

  async function send(values: Values) {
    try {
      const { data } = await once((idempotencyKey) =>
        api.POST('/api/admin/people/message', {
          body: { userId: null, email: '', ...asked(who), ...values, idempotencyKey },
        }),
      )
      const id = data?.messageId
      toast({
        title: 'Email sent',
        description: data?.message,
        ...(id !== undefined && offerUndo(() => void takeBack(id))),
      })
      onClose()
      onChanged()
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
        {/* With a subject there, the words are what is missing. */}
        <Textarea autoFocus={subject !== ''} {...form.register('content')} />
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
