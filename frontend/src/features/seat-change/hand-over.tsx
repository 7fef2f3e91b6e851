/** Offers the seat to somebody by email, and takes the offer back. */

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { errorMessage } from '@/api/api-error'
import { markRefused } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { formatDate } from '@/lib/dates'
import { emailField } from '@/lib/email-field'
import { personName } from '@/lib/person-name-schema'
import { Refusal } from './refusal'
import type { Recipient, SeatActs, SeatChanges } from './seat-types'

const NOT_SENT = "We couldn't send the offer. Nothing has changed. Please try again."
const NOT_WITHDRAWN = "We couldn't withdraw the offer. Please try again."

const recipientSchema = z.object({
  name: personName('Enter their name'),
  email: emailField('Enter their email'),
})

interface HandOverProps {
  seat: SeatChanges
  acts: SeatActs
  onChanged: (seat: SeatChanges) => void
}

export function HandOver({ seat, acts, onChanged }: HandOverProps) {
  if (seat.offer) return <Offered seat={seat} acts={acts} onChanged={onChanged} />
  if (seat.keptBecause) return <p className="rounded-xl bg-surface-2 p-4">{seat.keptBecause}</p>
  return <OfferForm acts={acts} onChanged={onChanged} />
}

function Offered({ seat, acts, onChanged }: HandOverProps) {
  const takeBack = useMutation({
    mutationFn: acts.takeBack,
    onSuccess: (changed) => changed && onChanged(changed),
    onError: () => acts.reload(),
  })
  if (!seat.offer) return null
  return (
    <div className="grid gap-4">
      <p role="status" className="rounded-xl bg-accent-soft p-4 wrap-anywhere">
        Offered to <strong>{seat.offer.name}</strong> ({seat.offer.email}). The seat is yours until
        they accept. The offer is open until {formatDate(seat.offer.expiresAt, seat.timezone)}.
      </p>
      {takeBack.error && <Refusal words={errorMessage(takeBack.error, NOT_WITHDRAWN)} />}
      <Button
        variant="outline"
        className="justify-self-start max-sm:w-full"
        busy={takeBack.isPending}
        busyLabel="Withdrawing…"
        onClick={() => takeBack.mutate()}
      >
        Withdraw the offer
      </Button>
    </div>
  )
}

function OfferForm({ acts, onChanged }: Omit<HandOverProps, 'seat'>) {
  const form = useForm<Recipient>({
    resolver: zodResolver(recipientSchema),
    defaultValues: { name: '', email: '' },
  })
  const { errors } = form.formState
  const offer = useMutation({
    mutationFn: acts.offer,
    onSuccess: (changed) => changed && onChanged(changed),
    onError: (error) => markRefused(error, form, ['name', 'email']),
  })
  const submit = (event: FormEvent) => {
    if (offer.isPending) event.preventDefault()
    else void form.handleSubmit((to) => offer.mutate(to))(event)
  }
  return (
    <form noValidate aria-label="Hand over your seat" className="grid gap-5" onSubmit={submit}>
      <p className="text-muted-foreground">
        They get an email and accept for free. The seat is yours until then; after that your join
        link stops working. You won't get a refund.
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Their name" error={errors.name?.message} required>
          <Input autoComplete="off" {...form.register('name')} />
        </Field>
        <Field label="Their email" error={errors.email?.message} required>
          <Input type="email" autoComplete="off" {...form.register('email')} />
        </Field>
      </div>
      {offer.error && <Refusal words={errorMessage(offer.error, NOT_SENT)} />}
      <Button
        type="submit"
        variant="outline"
        className="justify-self-start max-sm:w-full"
        busy={offer.isPending}
        busyLabel="Sending…"
      >
        Send the offer
      </Button>
    </form>
  )
}
