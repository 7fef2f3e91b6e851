/** When it takes place, on the clocks of its own zone. */
import { Controller, useWatch } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { formatRange, formatViewerRange } from '@/lib/dates'
import { zoneNames } from '@/lib/zones'
import { scheduleOf } from './bootcamp-form'
import { type BootcampForm, FormSection } from './form-section'

const zoneOptions = zoneNames.map((zone) => ({ value: zone, label: zone }))

export function ScheduleFields({ form }: { form: BootcampForm }) {
  const { register, control, getValues, setValue, formState } = form
  const { errors } = formState

  // Most bootcamps end on the day they begin. One that does not was told so by hand.
  const startDate = register('startDate')
  const lastStart = useWatch({ control, name: 'startDate' })
  const followStart = (next: string) => {
    const end = getValues('endDate')
    if (end === '' || end === lastStart) setValue('endDate', next)
  }

  return (
    <FormSection title="Schedule">
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5">
        <Field label="Start date" error={errors.startDate?.message} required>
          <Input
            type="date"
            {...startDate}
            onChange={(event) => {
              followStart(event.target.value)
              return startDate.onChange(event)
            }}
          />
        </Field>
        <Field label="Start time" error={errors.startTime?.message} required>
          <Input type="time" {...register('startTime')} />
        </Field>
        <Field label="End date" error={errors.endDate?.message} required>
          <Input type="date" {...register('endDate')} />
        </Field>
        <Field label="End time" error={errors.endTime?.message} required>
          <Input type="time" {...register('endTime')} />
        </Field>
      </div>
      <Field label="Timezone" error={errors.timezone?.message} required>
        <Controller
          control={control}
          name="timezone"
          render={({ field }) => (
            <Select
              options={zoneOptions}
              placeholder="Select a timezone"
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
      </Field>
      <Outcome form={form} />
    </FormSection>
  )
}

/** What the fields add up to, so that a wrong zone is seen before anybody misses a session. */
function Outcome({ form }: { form: BootcampForm }) {
  const values = useWatch({ control: form.control, compute: (all) => all })
  const schedule = scheduleOf(values)
  if (!schedule || schedule.endDate <= schedule.startDate) return null
  const { startDate, endDate } = schedule
  const ownTime = formatViewerRange(startDate, endDate, values.timezone)
  return (
    <div className="grid gap-0.5 rounded-lg bg-surface-2 px-4 py-3 text-[0.9375rem]">
      <p className="font-medium">{formatRange(startDate, endDate, values.timezone)}</p>
      {ownTime && <p className="text-sm text-muted-foreground">Your time: {ownTime}</p>}
    </div>
  )
}
