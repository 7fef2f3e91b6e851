/** Adds a coach, or changes the rules of one's calendar. */
import { Controller, useForm } from 'react-hook-form'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import type { Coach } from '@/features/coach-kit/calendar'
import { toast } from '@/lib/toast'
import { zoneNames } from '@/lib/zones'
import { useCoachChange } from './coaches'

const zoneOptions = zoneNames.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

interface CoachDialogProps {
  /** The one to change; a new one without it. */
  coach: Coach | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

type Zone = NonNullable<components['schemas']['CoachIn']['timezone']>

interface CoachValues {
  email: string
  meetingUrl: string
  timezone: Zone
  bufferMinutes: number
  noticeHours: number
}

export function CoachDialog({ coach, open, onOpenChange }: CoachDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <FormDialogContent
        title={coach ? 'Edit Coach' : 'Add Coach'}
        description={
          coach
            ? "If you change the meeting link, we'll email everyone with an upcoming session."
            : 'Choose an existing user. They get the coach role and their own desk.'
        }
      >
        <CoachForm coach={coach} onSaved={() => onOpenChange(false)} />
      </FormDialogContent>
    </Dialog>
  )
}

function sendCoach(coach: Coach | null, { email, ...values }: CoachValues) {
  if (!coach) return api.POST('/api/admin/coaching/coaches', { body: { email, ...values } })
  return api.PATCH('/api/admin/coaching/coaches/{coach_id}', {
    params: { path: { coach_id: coach.id } },
    body: values,
  })
}

function useCoachForm(coach: Coach | null, onSaved: () => void) {
  const keep = useCoachChange()
  const form = useForm<CoachValues>({
    defaultValues: {
      email: '',
      meetingUrl: coach?.meetingUrl ?? '',
      // What the server sent is one of those it takes.
      timezone: (coach?.timezone as Zone | undefined) ?? 'America/New_York',
      bufferMinutes: coach?.bufferMinutes ?? 15,
      noticeHours: coach?.noticeHours ?? 24,
    },
  })
  const submit = form.handleSubmit(async (values) => {
    try {
      const { data } = await sendCoach(coach, values)
      if (data) await keep(data)
      toast({ title: coach ? 'Coach updated' : 'Coach added', description: data?.name })
      onSaved()
    } catch (error) {
      showError(error, coach ? 'Failed to update the coach' : 'Failed to add the coach')
      const fields = ['email', 'meetingUrl', 'timezone', 'bufferMinutes', 'noticeHours'] as const
      markRefused(error, form, fields)
    }
  })
  return { form, submit }
}

const wholeNumber = (most: number) => ({
  valueAsNumber: true,
  validate: (value: number) =>
    (Number.isInteger(value) && value >= 0 && value <= most) ||
    `Enter a whole number from 0 to ${most}`,
})

function CoachForm({ coach, onSaved }: { coach: Coach | null; onSaved: () => void }) {
  const { form, submit } = useCoachForm(coach, onSaved)
  const { register, control, formState } = form
  const { errors, isSubmitting } = formState
  return (
    <form
      noValidate
      aria-label={coach ? 'Edit coach' : 'New coach'}
      className="grid min-w-0 gap-5"
      onSubmit={(event) => void submit(event)}
    >
      {!coach && (
        <Field label="Email of their account" error={errors.email?.message} required>
          <Input
            type="email"
            autoComplete="off"
            {...register('email', { required: 'Email is required' })}
          />
        </Field>
      )}
      <Field
        label="Meeting link"
        hint="Where the session takes place, such as a personal meeting room. Every student gets the same link, so turn on its waiting room."
        error={errors.meetingUrl?.message}
        required
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          {...register('meetingUrl', { required: 'A meeting link is required' })}
        />
      </Field>
      <Field label="Time zone" hint="Weekly hours are in this time zone." required>
        <Controller
          control={control}
          name="timezone"
          render={({ field }) => (
            <Select options={zoneOptions} value={field.value} onValueChange={field.onChange} />
          )}
        />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="Buffer after a session"
          aside="Minutes"
          error={errors.bufferMinutes?.message}
          required
        >
          <Input type="number" min={0} max={240} {...register('bufferMinutes', wholeNumber(240))} />
        </Field>
        <Field
          label="Minimum notice"
          aside="Hours"
          hint="How far ahead a session must be booked."
          error={errors.noticeHours?.message}
          required
        >
          <Input type="number" min={0} max={672} {...register('noticeHours', wholeNumber(672))} />
        </Field>
      </div>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSubmitting} busyLabel={coach ? 'Saving...' : 'Adding...'}>
          {coach ? 'Save Changes' : 'Add Coach'}
        </Button>
      </DialogFooter>
    </form>
  )
}
