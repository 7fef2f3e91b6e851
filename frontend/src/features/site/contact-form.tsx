/** The contact form: typed text survives every failure, and is cleared only when it has arrived. */
import { CircleCheck } from 'lucide-react'
import type { FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { cn } from '@/lib/cn'
import { support } from '@/lib/legal'
import { countCharacters, MESSAGE_LIMIT } from './contact-schema'
import { SupportEmail } from './support-email'
import { useContactForm } from './use-contact-form'

export function ContactForm() {
  const { form, isReady, isSending, answerGoesTo, submitRef, send } = useContactForm()
  const { register, watch, formState } = form
  const { errors } = formState
  const problems = Object.keys(errors).length

  const submit = (event: FormEvent) => {
    // While a message is on its way the button is busy, but the Enter key knows nothing of that.
    if (isSending) event.preventDefault()
    else void send(event)
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>Send us a message</CardTitle>
        <CardDescription>All fields are required.</CardDescription>
      </CardHeader>
      <noscript>
        <p>
          This form needs JavaScript. Please email <SupportEmail className="underline" /> instead.
        </p>
      </noscript>
      <form noValidate aria-label="Contact" onSubmit={submit}>
        <fieldset disabled={isSending} className="grid gap-5">
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <Field label="Name" error={errors.name?.message} required>
              <Input autoComplete="name" {...register('name')} />
            </Field>
            <Field label="Email" error={errors.email?.message} required>
              <Input type="email" autoComplete="email" {...register('email')} />
            </Field>
          </div>
          <Field label="Subject" error={errors.subject?.message} required>
            <Input {...register('subject')} />
          </Field>
          <Field
            label="Message"
            aside={<MessageCounter message={watch('message') ?? ''} />}
            error={errors.message?.message}
            required
          >
            <Textarea className="min-h-40" {...register('message')} />
          </Field>
          {/* Off the page rather than `display: none`, which programs have learnt to skip. */}
          <div aria-hidden className="sr-only">
            <label>
              Website
              <input type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
            </label>
          </div>
        </fieldset>
        {/* The focus goes to the first of them, whose own words are read out with it. */}
        <p role="alert" className="sr-only">
          {problems > 0 &&
            (problems === 1
              ? 'One field needs your attention.'
              : `${problems} fields need your attention.`)}
        </p>
        <Button
          ref={submitRef}
          type="submit"
          size="lg"
          className="mt-6 w-full sm:w-auto"
          // Pressed before the script is there, it would put the message into the address bar.
          disabled={!isReady}
          busy={isSending}
          busyLabel="Sending..."
        >
          Send Message
        </Button>
        {/* Below the button, where the reader is looking: nothing above it moves. */}
        {answerGoesTo && <Sent answerGoesTo={answerGoesTo} />}
      </form>
    </Card>
  )
}

function MessageCounter({ message }: { message: string }) {
  const length = countCharacters(message)
  return (
    <span className={cn('tabular-nums', length > MESSAGE_LIMIT && 'text-destructive')}>
      {length}/{MESSAGE_LIMIT} characters
    </span>
  )
}

/** Stays when the toast has gone, so that nobody wonders whether the message went out. */
function Sent({ answerGoesTo }: { answerGoesTo: string }) {
  return (
    <div className="mt-5 flex items-start gap-3 rounded-lg bg-accent-soft p-4">
      <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-primary" />
      <p>
        Thank you! We've received your message. We'll reply {support.answerTime}, to{' '}
        <strong className="font-semibold wrap-anywhere">{answerGoesTo}</strong>.
      </p>
    </div>
  )
}
