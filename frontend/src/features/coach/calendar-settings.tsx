/** The rules of one's calendar: where to meet, in which zone, how much time between sessions. */
import { Controller, useForm } from 'react-hook-form'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import type { Coach } from '@/features/coach-kit/calendar'
import { toast } from '@/lib/toast'
import { zoneNames } from '@/lib/zones'
import { useReloadOwn } from './own-desk'

type Values = Required<components['schemas']['OwnCalendarIn']>

const zoneOptions = zoneNames.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
const MOST_BUFFER = 240
const MOST_NOTICE = 672

const wholeNumber = (most: number) => ({
  valueAsNumber: true,
  validate: (value: number) =>
    (Number.isInteger(value) && value >= 0 && value <= most) ||
    `Enter a whole number from 0 to ${most}`,
})

interface CalendarSettingsProps {
  /** None the first time: the form then says what it is for. */
  calendar: Coach | null
  onSaved?: () => void
}

export function CalendarSettings({ calendar, onSaved }: CalendarSettingsProps) {
  const reload = useReloadOwn()
  const form = useForm<Values>({
    defaultValues: {
      meetingUrl: calendar?.meetingUrl ?? '',
      timezone: (calendar?.timezone as Values['timezone'] | undefined) ?? 'America/New_York',
      bufferMinutes: calendar?.bufferMinutes ?? 15,
      noticeHours: calendar?.noticeHours ?? 24,
    },
  })
  const { register, control, formState } = form
  const { errors, isSubmitting } = formState
  const submit = form.handleSubmit(async (body) => {
    try {
      await api.PUT('/api/coach/calendar', { body })
      toast({ title: 'Calendar saved' })
      await reload()
      onSaved?.()
    } catch (error) {
      showError(error, 'Failed to save your calendar')
      markRefused(error, form, ['meetingUrl', 'timezone', 'bufferMinutes', 'noticeHours'])
    }
  })
  const fields = (
    <form
      noValidate
      aria-label="Calendar settings"
      className="grid min-w-0 gap-5"
      onSubmit={(event) => void submit(event)}
    >
      <Field
        label="Meeting link"
        hint="Where students meet you. They get it half an hour before a session."
        error={errors.meetingUrl?.message}
        required
      >
        <Input
          type="url"
          autoComplete="off"
          {...register('meetingUrl', { required: 'Enter your meeting link' })}
        />
      </Field>
      <Controller
        control={control}
        name="timezone"
        render={({ field }) => (
          <Field label="Time zone" error={errors.timezone?.message}>
            <Select
              options={zoneOptions}
              value={field.value ?? ''}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
            />
          </Field>
        )}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Buffer after a session" aside="min" error={errors.bufferMinutes?.message}>
          <Input inputMode="numeric" {...register('bufferMinutes', wholeNumber(MOST_BUFFER))} />
        </Field>
        <Field label="Minimum notice" aside="hours" error={errors.noticeHours?.message}>
          <Input inputMode="numeric" {...register('noticeHours', wholeNumber(MOST_NOTICE))} />
        </Field>
      </div>
      <Button type="submit" busy={isSubmitting} busyLabel="Saving..." className="sm:w-fit">
        Save
      </Button>
    </form>
  )
  if (calendar) return fields
  return (
    <Card className="max-w-xl">
      <div className="grid gap-1">
        <h2 className="text-xl font-bold tracking-tight">Set up your calendar</h2>
        <p className="text-muted-foreground">
          Students can book you once you've added a meeting link and your weekly hours.
        </p>
      </div>
      {fields}
    </Card>
  )
}
