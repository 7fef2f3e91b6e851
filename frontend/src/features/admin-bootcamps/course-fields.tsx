/** What is taught, for how much, and to how many. */
import { Controller, useWatch } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { PriceWarning } from '@/features/admin-kit/prices/price-warning'
import { followType } from './bootcamp-form'
import { type BootcampValues, bootcampTypes } from './bootcamp-schema'
import { type BootcampForm, FormSection } from './form-section'

const typeOptions = bootcampTypes.map((type) => ({ value: type, label: type }))

interface CourseFieldsProps {
  form: BootcampForm
  /** Nothing for a new one. */
  bootcampId: number | null
  takenSeats: number
}

export function CourseFields({ form, bootcampId, takenSeats }: CourseFieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <FormSection title="Bootcamp">
      <Field label="Name" error={errors.name?.message} required>
        <Input autoComplete="off" {...register('name')} />
      </Field>
      <Field label="Description" error={errors.description?.message} required>
        <Textarea {...register('description')} />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <TypeField form={form} isNew={bootcampId === null} />
        <Field label="Price" hint="In US dollars" error={errors.price?.message} required>
          <Input inputMode="decimal" placeholder="995.00" {...register('price')} />
        </Field>
        <Field
          label="Max seats"
          hint={takenSeats > 0 ? `${takenSeats} taken` : undefined}
          error={errors.maxSeats?.message}
          required
        >
          <Input inputMode="numeric" {...register('maxSeats')} />
        </Field>
      </div>
      {bootcampId !== null && <NewPrice form={form} bootcampId={bootcampId} />}
    </FormSection>
  )
}

function NewPrice({ form, bootcampId }: { form: BootcampForm; bootcampId: number }) {
  const price = useWatch({ control: form.control, name: 'price' })
  return <PriceWarning priced={{ bootcampId }} price={price} />
}

function TypeField({ form, isNew }: { form: BootcampForm; isNew: boolean }) {
  const { control, getValues, setValue } = form
  const change = (next: string) => {
    const type = next as BootcampValues['bootcampType']
    const { step, includesCoaching } = followType(getValues(), type, { isNew })
    setValue('bootcampType', type)
    if (step) setValue('step', step)
    if (includesCoaching !== undefined) setValue('includesCoaching', includesCoaching)
  }
  return (
    <Field label="Type" required>
      <Controller
        control={control}
        name="bootcampType"
        render={({ field }) => (
          <Select
            options={typeOptions}
            value={field.value}
            onValueChange={change}
            onBlur={field.onBlur}
          />
        )}
      />
    </Field>
  )
}
