/** How it is presented and delivered: everything here can wait until later. */
import { Controller } from 'react-hook-form'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { type BootcampForm, FormSection } from './form-section'

const stepOptions = [
  { value: '1', label: 'Step 1 · Build' },
  { value: '2', label: 'Step 2 · Launch' },
  { value: '3', label: 'Step 3 · Market' },
]

export function DeliveryFields({ form }: { form: BootcampForm }) {
  const { register, control, formState } = form
  const { errors } = formState
  return (
    <FormSection title="Delivery">
      <div className="grid items-start gap-5 sm:grid-cols-[1fr_14rem]">
        <Field label="Tagline" error={errors.tagline?.message}>
          <Input autoComplete="off" {...register('tagline')} />
        </Field>
        <Field label="Step" hint="Where it stands on the landing page" error={errors.step?.message}>
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
        label="Session link"
        hint="Where the session takes place. Only people who paid for a seat receive it."
        error={errors.sessionUrl?.message}
      >
        <Input type="url" inputMode="url" placeholder="https://" {...register('sessionUrl')} />
      </Field>
      <Field
        label="Recording link"
        hint="Appears in their portal once it is filled in."
        error={errors.recordingUrl?.message}
      >
        <Input type="url" inputMode="url" placeholder="https://" {...register('recordingUrl')} />
      </Field>
    </FormSection>
  )
}
