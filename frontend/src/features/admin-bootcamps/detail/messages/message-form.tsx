/** Writing to everyone who comes, by e-mail or by text message. */
import { useMutation } from '@tanstack/react-query'
import { CalendarClock, Eye, MailCheck, Send } from 'lucide-react'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { MessagePreview } from '@/features/admin-kit/message-preview'
import { type Channel, useTemplateList } from '@/features/admin-kit/template-list'
import { SMS_LIMIT, TextLength } from '@/features/admin-kit/text-length'
import { toast } from '@/lib/toast'
import type { Attendee } from '../bootcamp-query'
import { LeftOutList } from './left-out-list'
import type { Audience } from './message-queries'
import { useMessageForm } from './use-message-form'

const words = {
  EMAIL: {
    templateHint: 'Use a pre-designed email template',
    template: 'Email Template',
    content: 'Email Content',
    placeholder: 'Enter your email message...',
    variables: '{firstName}, {lastName}, {bootcampName}, {bootcampDate}, {zoomLink}',
    send: 'Send Email',
    schedule: 'Schedule email',
  },
  SMS: {
    templateHint: 'Use a pre-designed SMS template',
    template: 'SMS Template',
    content: 'SMS Message',
    placeholder: 'Enter your SMS message (keep it concise)...',
    variables: '{firstName}, {bootcampName}, {bootcampDate}, {zoomLink}',
    send: 'Send SMS',
    schedule: 'Schedule SMS',
  },
}

interface MessageFormProps {
  type: Channel
  bootcampId: number
  audience: Audience
  /** Whom a preview can be for, never empty. */
  attendees: readonly Attendee[]
}

export function MessageForm({ type, bootcampId, audience, attendees }: MessageFormProps) {
  const { form, submit } = useMessageForm(bootcampId, type, audience.recipients)
  const { register, watch, control, formState } = form
  const { errors, isSubmitting } = formState
  const [isPreviewing, setIsPreviewing] = useState(false)
  const [purchaseId, setPurchaseId] = useState(attendees[0]?.purchase.id ?? null)
  const [content, subject, useTemplate, sendLater] = watch([
    'content',
    'subject',
    'useTemplate',
    'sendLater',
  ])
  const text = words[type]
  const seen = { type, subject, content, purchaseId, bootcampId }
  const count = audience.recipients.length
  return (
    <form noValidate aria-label={text.send} className="grid min-w-0 gap-5" onSubmit={submit}>
      <Controller
        control={control}
        name="useTemplate"
        render={({ field: { value, onChange } }) => (
          <Checkbox
            label="Use Template"
            hint={text.templateHint}
            checked={value}
            onCheckedChange={(checked) => onChange(checked === true)}
          />
        )}
      />
      {useTemplate && <TemplateChoice type={type} form={form} />}
      {type === 'EMAIL' && (
        <Field
          label="Email Subject"
          hint="If you leave it empty, we'll use the bootcamp's name and date."
          error={errors.subject?.message}
        >
          <Input placeholder="Enter email subject" autoComplete="off" {...register('subject')} />
        </Field>
      )}
      <Field
        label={text.content}
        hint={`Available variables: ${text.variables}`}
        error={errors.content?.message}
        aside={type === 'SMS' && <Counter length={content.length} />}
      >
        <Textarea
          placeholder={text.placeholder}
          {...(type === 'SMS' ? { maxLength: SMS_LIMIT } : {})}
          {...register('content')}
        />
      </Field>
      {type === 'SMS' && <TextLength words={seen} />}
      <div className="grid gap-3">
        <Controller
          control={control}
          name="sendLater"
          render={({ field: { value, onChange } }) => (
            <Checkbox
              label="Send later"
              checked={value}
              onCheckedChange={(checked) => onChange(checked === true)}
            />
          )}
        />
        {sendLater && (
          <Field
            label="Send at"
            hint="In your time zone. Goes to everyone enrolled at that time."
            error={errors.sendAt?.message}
          >
            <Input type="datetime-local" className="max-w-64" {...register('sendAt')} />
          </Field>
        )}
      </div>
      <div className="grid gap-3 border-t pt-5">
        <div className="flex flex-wrap items-center gap-2">
          <p className="text-muted-foreground tabular-nums">
            {count} {type === 'EMAIL' ? 'email' : 'SMS'} {count === 1 ? 'recipient' : 'recipients'}
          </p>
          {type === 'SMS' && count === 0 && <Badge tone="build">No phone numbers on file</Badge>}
        </div>
        <LeftOutList people={audience.leftOut} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isSubmitting} disabled={isSubmitting || count === 0}>
            {sendLater ? <CalendarClock aria-hidden /> : <Send aria-hidden />}
            {sendLater ? text.schedule : text.send}
          </Button>
          <Button variant="outline" onClick={() => setIsPreviewing(true)}>
            <Eye aria-hidden />
            Preview
          </Button>
          {type === 'EMAIL' && <TestToMe words={seen} />}
        </div>
      </div>
      <Dialog open={isPreviewing} onOpenChange={setIsPreviewing}>
        <DialogContent title="Preview" className="sm:max-w-2xl">
          <Field label="Preview for">
            <Select
              value={String(purchaseId)}
              onValueChange={(id) => setPurchaseId(Number(id))}
              options={attendees.map(({ name, email, purchase }) => ({
                value: String(purchase.id),
                label: `${name} · ${email}`,
              }))}
            />
          </Field>
          <MessagePreview words={seen} />
        </DialogContent>
      </Dialog>
    </form>
  )
}

/** The email as a reader would get it, to the admin's own address and to nobody else. */
function TestToMe({ words: sent }: { words: components['schemas']['PreviewIn'] }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.POST('/api/admin/message-test', { body: sent }),
    onSuccess: ({ data }) =>
      toast({ title: 'Test sent', description: data?.message ?? 'Check your inbox.' }),
    onError: (error) => showError(error, 'Please try again', 'Failed to send the test'),
  })
  return (
    <Button
      variant="outline"
      busy={isPending}
      disabled={sent.content.trim() === ''}
      onClick={() => mutate()}
    >
      <MailCheck aria-hidden />
      Send test to me
    </Button>
  )
}

/** Read out when typing pauses, not at every letter. */
function Counter({ length }: { length: number }) {
  return (
    <span aria-live="polite" className="tabular-nums">
      {length}/{SMS_LIMIT} characters
    </span>
  )
}

interface TemplateChoiceProps {
  type: Channel
  form: ReturnType<typeof useMessageForm>['form']
}

function TemplateChoice({ type, form }: TemplateChoiceProps) {
  const { data, isPending, isError } = useTemplateList()
  const offered = (data ?? []).filter(
    (template) => template.type === type && template.isActive && template.category !== 'WELCOME',
  )
  const note = isError
    ? "Templates couldn't be loaded."
    : isPending
      ? 'Loading templates'
      : offered.length === 0
        ? 'There are no active templates yet.'
        : undefined
  return (
    <Controller
      control={form.control}
      name="templateId"
      render={({ field: { value, onChange } }) => (
        <Field label={words[type].template} hint={note}>
          <Select
            value={value}
            placeholder="Select a template"
            options={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
            onValueChange={(id) => {
              onChange(id)
              const chosen = offered.find((template) => String(template.id) === id)
              if (!chosen) return
              form.setValue('subject', chosen.subject, { shouldValidate: false })
              const limit = type === 'SMS' ? SMS_LIMIT : undefined
              form.setValue('content', chosen.content.slice(0, limit))
              form.clearErrors()
            }}
          />
        </Field>
      )}
    />
  )
}
