/** A phone number and whether to send texts to it. Neither is needed to buy. */
import type { Ref } from 'react'
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
  return (
    <fieldset disabled={isLocked} className="grid gap-4 border-t pt-6">
      <legend className="sr-only">Text messages</legend>
      <Field
        label="Phone"
        aside="Optional"
        hint="Include the country code, e.g. +1 555 010 0199."
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
  )
}
