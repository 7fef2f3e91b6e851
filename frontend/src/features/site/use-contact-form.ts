/** What the contact form knows and does: filling in what is known, sending, and what follows. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import { isOffline, OFFLINE } from '@/lib/online'
import { toast } from '@/lib/toast'
import { useSession } from '@/session/session'
import { type ContactValues, contactSchema } from './contact-schema'

const FALLBACK_MESSAGE = 'There was an error sending your message. Please try again.'
const shownFields = ['name', 'email', 'subject', 'message'] as const
type ShownField = (typeof shownFields)[number]
const neverChanges = () => () => {}

async function sendContactMessage({ website, ...message }: ContactValues) {
  // The call has four fields; the fifth exists only to give programs away.
  await api.POST('/api/contact', { body: website ? { ...message, website } : message })
}

export function useContactForm() {
  // No default values: the page is prerendered, and they would erase what was typed before the
  // script arrived.
  const form = useForm({ resolver: zodResolver(contactSchema) })
  const { getValues, setValue, setError, setFocus, reset, handleSubmit } = form
  const { user } = useSession()
  const [searchParams] = useSearchParams()
  const [answerGoesTo, setAnswerGoesTo] = useState<string | null>(null)
  const [fieldToFocus, setFieldToFocus] = useState<ShownField | null>(null)
  const submitRef = useRef<HTMLButtonElement>(null)
  const isReady = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )

  const name = user ? `${user.firstName} ${user.lastName}`.trim() : ''
  const email = user?.email ?? ''
  const subject = searchParams.get('subject')?.trim() ?? ''

  useEffect(() => {
    const known = { name, email, subject }
    for (const field of ['name', 'email', 'subject'] as const) {
      if (known[field] && !getValues(field)) setValue(field, known[field])
    }
  }, [name, email, subject, getValues, setValue])

  async function deliver(values: ContactValues) {
    // The fields are disabled now, and a disabled field drops the focus; the button keeps it.
    submitRef.current?.focus()
    setAnswerGoesTo(null)
    try {
      await sendContactMessage(values)
    } catch (error) {
      showFailure(error)
      return
    }
    reset({ name, email, subject: '', message: '', website: '' })
    setAnswerGoesTo(values.email)
    toast({
      title: 'Message Sent Successfully!',
      description: "We'll get back to you within 24 hours.",
    })
  }

  function showFailure(error: unknown) {
    toast({
      title: 'Failed to Send Message',
      description: errorMessage(error, isOffline() ? OFFLINE : FALLBACK_MESSAGE),
      variant: 'destructive',
    })
    const refused = error instanceof ApiError ? error.fields : {}
    for (const field of shownFields) {
      if (refused[field]) setError(field, { message: refused[field] })
    }
    setFieldToFocus(shownFields.find((field) => refused[field]) ?? null)
  }

  const { isSubmitting } = form.formState
  useEffect(() => {
    // Not before: a field cannot take the focus while it is disabled.
    if (isSubmitting || !fieldToFocus) return
    setFocus(fieldToFocus)
    setFieldToFocus(null)
  }, [isSubmitting, fieldToFocus, setFocus])

  return {
    form,
    isReady,
    isSending: isSubmitting,
    answerGoesTo,
    submitRef,
    send: handleSubmit(deliver),
  }
}
