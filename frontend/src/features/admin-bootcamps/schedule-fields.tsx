/** When it takes place, on the clocks of its own zone. */
import { Controller, useWatch } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { formatRange, formatViewerRange } from '@/lib/dates'
import { endAfterMove, hoursLater } from '@/lib/local-times'
import { zoneNames } from '@/lib/zones'
import { useReaderZone } from '@/session/reader-zone'
import { scheduleOf, startsInPast } from './bootcamp-form'
import type { BootcampValues } from './bootcamp-schema'
import { type BootcampForm, FormSection } from './form-section'

const zoneOptions = zoneNames.map((zone) => ({ value: zone, label: zone }))

interface ScheduleFieldsProps {
  form: BootcampForm
  /** Not sold yet: a date that is over is asked about. */
  asksAboutPast: boolean
}

export function ScheduleFields({ form, asksAboutPast }: ScheduleFieldsProps) {
  const { register, control, getValues, setValue, formState } = form
  const { errors } = formState

  // Most bootcamps end on the day they begin. One that does not was told so by hand.
  const startDate = register('startDate')
  const lastStart = useWatch({ control, name: 'startDate' })
  const followStart = (next: string) => {
    const end = getValues('endDate')
    if (end === '' || end === lastStart) setValue('endDate', next)
  }

  // A class that begins later ends later: it stays as long as it was.
  const startTime = register('startTime')
  const followTime = (next: string) => {
    const { startTime: last, endDate, endTime } = getValues()
    const end = endAfterMove({ from: last, to: next, endDate, endTime })
    if (!end) return
    setValue('endTime', end.time, { shouldDirty: true })
    if (endDate) setValue('endDate', end.date, { shouldDirty: true })
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
          <Input
            type="time"
            {...startTime}
            onChange={(event) => {
              followTime(event.target.value)
              return startTime.onChange(event)
            }}
          />
        </Field>
        <Field label="End date" error={errors.endDate?.message} required>
          <Input type="date" {...register('endDate')} />
        </Field>
        <Field label="End time" error={errors.endTime?.message} required>
          <Input type="time" {...register('endTime')} />
        </Field>
      </div>
      <Lengths form={form} />
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
      {asksAboutPast && <RecordQuestion form={form} />}
    </FormSection>
  )
}

const LENGTHS = [1, 2, 3]

/** How many hours it lasts, where that is one of the usual lengths. */
function usualLength({ startDate, startTime, endDate, endTime }: BootcampValues) {
  return LENGTHS.find((hours) => {
    const end = hoursLater({ date: startDate, time: startTime }, hours)
    return end?.time === endTime && (startDate === '' || end.date === endDate)
  })
}

/** The usual lengths by one press, instead of reckoning the end. */
function Lengths({ form }: { form: BootcampForm }) {
  const { control, getValues, setValue, clearErrors } = form
  const chosen = useWatch({ control, compute: usualLength })
  const choose = (hours: number) => {
    const { startDate, startTime } = getValues()
    const end = hoursLater({ date: startDate, time: startTime }, hours)
    if (!end) return
    setValue('endTime', end.time, { shouldDirty: true })
    if (startDate) setValue('endDate', end.date, { shouldDirty: true })
    clearErrors(['endDate', 'endTime'])
  }
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="float-left mr-1 text-sm text-muted-foreground">Length</legend>
      {LENGTHS.map((hours) => (
        <Button
          key={hours}
          variant="outline"
          size="sm"
          className="aria-pressed:border-primary aria-pressed:bg-surface-2"
          aria-pressed={chosen === hours}
          onClick={() => choose(hours)}
        >
          {hours === 1 ? '1 hour' : `${hours} hours`}
        </Button>
      ))}
    </fieldset>
  )
}

/** What the fields add up to, so that a wrong zone is seen before anybody misses a session. */
function Outcome({ form }: { form: BootcampForm }) {
  const values = useWatch({ control: form.control, compute: (all) => all })
  const ownZone = useReaderZone()
  const schedule = scheduleOf(values)
  if (!schedule || schedule.endDate <= schedule.startDate) return null
  const { startDate, endDate } = schedule
  const ownTime = formatViewerRange(startDate, endDate, values.timezone, ownZone)
  return (
    <div className="grid gap-0.5 rounded-lg bg-surface-2 px-4 py-3 text-[0.9375rem]">
      <p className="font-medium">{formatRange(startDate, endDate, values.timezone)}</p>
      {ownTime && <p className="text-sm text-muted-foreground">Your time: {ownTime}</p>}
    </div>
  )
}

/** Asked only where the date is over: typed by mistake, or a class that has been. */
function RecordQuestion({ form }: { form: BootcampForm }) {
  const isPast = useWatch({ control: form.control, compute: startsInPast })
  if (!isPast) return null
  return (
    <Controller
      control={form.control}
      name="alreadyHeld"
      render={({ field }) => (
        <Checkbox
          label="This is a record of a class already held"
          hint="It'll be archived right away. No one can buy it, and no one will be emailed."
          checked={field.value}
          onCheckedChange={(checked) => {
            field.onChange(checked === true)
            form.clearErrors('startDate')
          }}
          onBlur={field.onBlur}
        />
      )}
    />
  )
}
