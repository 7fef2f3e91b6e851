/** How it is presented and delivered: everything here can wait until later. */
import { Controller } from 'react-hook-form'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { phaseOf } from '@/features/admin-kit/class-clock'
import type { AdminBootcamp } from './bootcamp-form'
import { type BootcampForm, FormSection } from './form-section'

const stepOptions = [
  { value: '1', label: 'Step 1 · Build' },
  { value: '2', label: 'Step 2 · Launch' },
  { value: '3', label: 'Step 3 · Market' },
]

interface DeliveryFieldsProps {
  form: BootcampForm
  bootcamp: AdminBootcamp | undefined
}

export function DeliveryFields({ form, bootcamp }: DeliveryFieldsProps) {
  const { register, control, formState } = form
  const { errors } = formState
  return (
    <FormSection title="Delivery">
      <div className="grid items-start gap-5 sm:grid-cols-[1fr_14rem]">
        <Field label="Tagline" error={errors.tagline?.message}>
          <Input autoComplete="off" {...register('tagline')} />
        </Field>
        <Field label="Step" hint="Its place on the landing page" error={errors.step?.message}>
          <Controller
            control={control}
            name="step"
            render={({ field }) => (
              <Select
                options={stepOptions}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
              />
            )}
          />
        </Field>
      </div>
      <Controller
        control={control}
        name="includesCoaching"
        render={({ field }) => (
          <Checkbox
            label="Includes a private coaching session"
            hint="Everyone who buys a seat from now on can book one."
            checked={field.value}
            onCheckedChange={(checked) => field.onChange(checked === true)}
            onBlur={field.onBlur}
          />
        )}
      />
      <Field
        label="Minimum attendance for a certificate"
        aside="%"
        hint="Leave empty to count anyone who joined. People marked present always qualify."
        error={errors.certificatePercent?.message}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          className="max-w-32"
          {...register('certificatePercent')}
        />
      </Field>
      <Field
        label="Session link"
        hint="Where the session takes place. Only people who paid for a seat receive it."
        error={errors.sessionUrl?.message}
      >
        <Input type="url" inputMode="url" placeholder="https://" {...register('sessionUrl')} />
      </Field>
      <Field
        label="Recording link"
        hint={recordingHint(bootcamp)}
        error={errors.recordingUrl?.message}
      >
        <Input type="url" inputMode="url" placeholder="https://" {...register('recordingUrl')} />
      </Field>
    </FormSection>
  )
}

/** Whom the link is emailed to, and when. */
function recordingHint(bootcamp: AdminBootcamp | undefined): string {
  const shown = 'Appears in their portal once you add it.'
  // They are told once: who has a link already gets no second email.
  if (!bootcamp || bootcamp.enrolled === 0 || bootcamp.recordingUrl) return shown
  const { enrolled } = bootcamp
  const people = enrolled === 1 ? 'The 1 person enrolled is' : `All ${enrolled} people enrolled are`
  const when = phaseOf(bootcamp) === 'ended' ? 'shortly after you save' : 'when the class ends'
  return `${shown} ${people} emailed ${when}.`
}
