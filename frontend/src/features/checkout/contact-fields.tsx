/** A phone number and whether to send texts to it. Neither is needed to buy, so both are folded away. */
import { ChevronRight } from 'lucide-react'
import { type Ref, useState } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SMS_CONSENT_WORDS } from '@/lib/sms-consent'
import type { Contact } from './use-pay'

interface ContactFieldsProps {
  contact: Contact
  error: string | undefined
  isLocked: boolean
  phoneRef: Ref<HTMLInputElement>
  onChange: (contact: Contact) => void
}

export function ContactFields(props: ContactFieldsProps) {
  const { contact, error, isLocked, phoneRef, onChange } = props
  // Filled in before the buyer left to pay elsewhere, it is seen again.
  const [isGiven] = useState(contact.phone !== '' || contact.smsConsent)
  return (
    <details open={isGiven} className="group border-t pt-4">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-md text-sm font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-90"
        />
        Get text reminders
        <span className="ml-auto font-normal text-muted-foreground">Optional</span>
      </summary>
      <fieldset disabled={isLocked} className="mt-3 grid gap-4">
        <legend className="sr-only">Text messages</legend>
        <Field
          label="Phone"
          hint={'Include the country code, e.g. +1\u00a0555\u00a0010\u00a00199.'}
          error={error}
        >
          <Input
            ref={phoneRef}
            type="tel"
            autoComplete="tel"
            maxLength={32}
            value={contact.phone}
            onChange={(event) => onChange({ ...contact, phone: event.target.value })}
          />
        </Field>
        <Checkbox
          checked={contact.smsConsent}
          onCheckedChange={(next) => onChange({ ...contact, smsConsent: next === true })}
          label={<span className="text-sm text-muted-foreground">{SMS_CONSENT_WORDS}</span>}
        />
      </fieldset>
    </details>
  )
}
