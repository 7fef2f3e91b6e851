/** The two fields that can be wrong, as they are now. */

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import { markRefused } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { emailField } from '@/lib/email-field'
import { personName } from '@/lib/person-name-schema'
import { keepPurchase } from '@/session/invitation'
import { readPurchase } from './remembered-purchase'

export type Corrected = components['schemas']['CorrectedOut']

const NOT_CORRECTED = "We couldn't correct it. Nothing has changed. Please try again."

const contactSchema = z.object({
  fullName: personName('Enter your full name'),
  email: emailField('Enter your email'),
})
type Contact = z.infer<typeof contactSchema>

interface CorrectionFormProps {
  contact: components['schemas']['CorrectableOut']
  proof: { purchaseId: number; clientSecret: string }
  onCorrected: (corrected: Corrected) => void
}

export function CorrectionForm({ contact, proof, onCorrected }: CorrectionFormProps) {
  const form = useForm<Contact>({
    resolver: zodResolver(contactSchema),
    defaultValues: { fullName: contact.fullName, email: contact.email },
  })
  const { errors } = form.formState
  const correct = useMutation({
    mutationFn: async (wanted: Contact) =>
      (await api.POST('/api/purchase-contact/correct', { body: { ...proof, ...wanted } })).data,
    onSuccess: (corrected) => {
      if (!corrected) return
      remember(proof.purchaseId, corrected)
      onCorrected(corrected)
    },
    onError: (error) => markRefused(error, form, ['fullName', 'email']),
  })
  const submit = (event: FormEvent) => {
    if (correct.isPending) event.preventDefault()
    else void form.handleSubmit((wanted) => correct.mutate(wanted))(event)
  }
  return (
    <Card>
      <form noValidate aria-label="Correct your details" className="grid gap-5" onSubmit={submit}>
        <p className="font-semibold wrap-anywhere">{contact.packageName}</p>
        <Field label="Full name" error={errors.fullName?.message} required>
          <Input autoComplete="name" {...form.register('fullName')} />
        </Field>
        <Field label="Email" error={errors.email?.message} required>
          <Input type="email" autoComplete="email" {...form.register('email')} />
        </Field>
        {correct.error && (
          <p role="alert" className="rounded-xl bg-market-soft p-4 text-market">
            {errorMessage(correct.error, NOT_CORRECTED)}
          </p>
        )}
        <Button type="submit" size="lg" busy={correct.isPending} busyLabel="Correcting…">
          Correct and send again
        </Button>
      </form>
    </Card>
  )
}

/** The confirmation shows what this tab remembers, and the invitation of before is dead. */
function remember(purchaseId: number, { email, invitationToken }: Corrected) {
  const remembered = readPurchase()
  if (typeof remembered !== 'object' || remembered.purchase.id !== purchaseId) return
  const purchase = { ...remembered.purchase, guestEmail: email }
  keepPurchase({ ...remembered, purchase, invitationToken })
}
