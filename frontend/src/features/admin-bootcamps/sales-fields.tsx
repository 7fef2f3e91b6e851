/** When sales open and close, and how many it takes to run, on the clocks of the class. */
import { useWatch } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { zoneLetters } from '@/features/admin-kit/moments'
import { type BootcampForm, FormSection } from './form-section'

export function SalesFields({ form }: { form: BootcampForm }) {
  const { register, control, formState } = form
  const { errors } = formState
  const zone = useWatch({ control, name: 'timezone' })
  return (
    <FormSection title="Sales">
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field
          label="Sales open"
          aside={zoneLetters(zone)}
          hint="Defaults to publish time"
          error={errors.salesOpenAt?.message}
        >
          <Input type="datetime-local" {...register('salesOpenAt')} />
        </Field>
        <Field
          label="Sales close"
          aside={zoneLetters(zone)}
          hint="Defaults to the start of the class"
          error={errors.salesCloseAt?.message}
        >
          <Input type="datetime-local" {...register('salesCloseAt')} />
        </Field>
        <Field
          label="Minimum to run"
          hint="Seats sold. Leave empty for no minimum"
          error={errors.minSeats?.message}
        >
          <Input inputMode="numeric" autoComplete="off" {...register('minSeats')} />
        </Field>
        <Field
          label="Decide by"
          aside={zoneLetters(zone)}
          hint="We'll tell you a day before if there are fewer. The class is never canceled automatically"
          error={errors.decideBy?.message}
        >
          <Input type="datetime-local" {...register('decideBy')} />
        </Field>
      </div>
    </FormSection>
  )
}
