/** When sales open and close, on the clocks of the class. */
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
          hint="Empty: when it's published"
          error={errors.salesOpenAt?.message}
        >
          <Input type="datetime-local" {...register('salesOpenAt')} />
        </Field>
        <Field
          label="Sales close"
          aside={zoneLetters(zone)}
          hint="Empty: when the class starts"
          error={errors.salesCloseAt?.message}
        >
          <Input type="datetime-local" {...register('salesCloseAt')} />
        </Field>
      </div>
    </FormSection>
  )
}
