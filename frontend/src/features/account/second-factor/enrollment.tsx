/** Telling the authenticator app its secret, and proving with a code that it arrived. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useLayoutEffect } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { CopyButton } from '@/components/copy-button'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { codeSchema } from '../account-schemas'
import { QrCode } from './qr-code'

interface EnrollmentProps {
  secret: string
  uri: string
  onDone: (recoveryCodes: string[]) => void
  onCancel: () => void
}

export function Enrollment({ secret, uri, onDone, onCancel }: EnrollmentProps) {
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: '' } })
  const { register, handleSubmit, setFocus, formState } = form
  const { errors, isSubmitting } = formState

  useLayoutEffect(() => setFocus('code'), [setFocus])

  async function prove({ code }: { code: string }) {
    try {
      const { data } = await api.POST('/api/user/second-factor/finish', { body: { code } })
      if (data) onDone(data.codes)
    } catch (error) {
      showError(error, "We couldn't set up two-step verification. Please try again.")
      markRefused(error, form, ['code'])
    }
  }

  return (
    <form
      noValidate
      aria-label="Set up two-step verification"
      className="grid items-start gap-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-8"
      onSubmit={(event) => void handleSubmit(prove)(event)}
    >
      <QrCode text={uri} label="QR code for your authenticator app" />
      <div className="grid gap-5">
        <div className="grid gap-1.5">
          <p className="font-medium">1. Scan the QR code with your app</p>
          <p className="text-sm text-muted-foreground">On this device? Enter the key instead.</p>
          <div className="flex items-center gap-2">
            <code className="min-w-0 rounded-md bg-surface-2 px-2.5 py-1.5 text-sm wrap-anywhere">
              {secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </code>
            <CopyButton text={secret} label="Copy the key" />
          </div>
        </div>
        <Field label="2. Enter the code it shows" error={errors.code?.message} required>
          <Input
            autoComplete="one-time-code"
            inputMode="numeric"
            spellCheck={false}
            className="max-w-48 text-lg tracking-[0.15em] tabular-nums"
            {...register('code')}
          />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isSubmitting} busyLabel="Checking...">
            Turn On
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </form>
  )
}
