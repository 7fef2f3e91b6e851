/** A stretch in which a coach's week does not hold: off, or open all the same. */
import { Controller, useForm } from 'react-hook-form'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { Radio, RadioGroup } from '@/components/ui/radio-group'
import { instantOf } from '@/lib/local-times'
import { toast } from '@/lib/toast'
import type { Coach, NewException } from './calendar'

interface ExceptionDialogProps {
  coach: Coach
  add: (wanted: NewException) => Promise<void>
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface ExceptionValues {
  kind: 'off' | 'extra'
  startDate: string
  startTime: string
  endDate: string
  endTime: string
  note: string
  /** The server speaks of the whole end. */
  endsAt: string
}

export function ExceptionDialog({ coach, add, open, onOpenChange }: ExceptionDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <FormDialogContent
        title="Date Override"
        description={`Time zone: ${coach.timezone.replaceAll('_', ' ')}. Existing bookings aren't affected.`}
      >
        <ExceptionForm coach={coach} add={add} onSaved={() => onOpenChange(false)} />
      </FormDialogContent>
    </Dialog>
  )
}

interface ExceptionFormProps extends Pick<ExceptionDialogProps, 'coach' | 'add'> {
  onSaved: () => void
}

function useExceptionForm({ coach, add, onSaved }: ExceptionFormProps) {
  const form = useForm<ExceptionValues>({
    defaultValues: {
      kind: 'off',
      startDate: '',
      startTime: '00:00',
      endDate: '',
      endTime: '23:59',
      note: '',
      endsAt: '',
    },
  })
  const submit = form.handleSubmit(async (values) => {
    const { kind, startDate, startTime, endDate, endTime, note } = values
    const start = instantOf({ date: startDate, time: startTime }, coach.timezone)
    const end = instantOf({ date: endDate || startDate, time: endTime }, coach.timezone)
    if (!start) form.setError('startDate', { message: 'Enter a valid date and time' })
    if (!end) form.setError('endDate', { message: 'Enter a valid date and time' })
    if (!start || !end) return
    try {
      await add({
        startsAt: start.toISOString(),
        endsAt: end.toISOString(),
        isAvailable: kind === 'extra',
        note,
      })
      toast({ title: kind === 'extra' ? 'Extra hours added' : 'Time off added' })
      onSaved()
    } catch (error) {
      showError(error, 'Failed to add the override')
      markRefused(error, form, ['note', 'endsAt'])
    }
  })
  return { form, submit }
}

function ExceptionForm(props: ExceptionFormProps) {
  const { form, submit } = useExceptionForm(props)
  const { register, control, formState } = form
  const { errors, isSubmitting } = formState
  return (
    <form
      noValidate
      aria-label="Date override"
      className="grid min-w-0 gap-5"
      onSubmit={(event) => {
        form.clearErrors()
        void submit(event)
      }}
    >
      <Controller
        control={control}
        name="kind"
        render={({ field }) => (
          <RadioGroup aria-label="Kind" value={field.value} onValueChange={field.onChange}>
            <Radio value="off" label="Off" hint="No one can book during this time." />
            <Radio
              value="extra"
              label="Extra hours"
              hint="Can be booked on top of the weekly hours."
            />
          </RadioGroup>
        )}
      />
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5">
        <Field label="Start date" error={errors.startDate?.message} required>
          <Input type="date" {...register('startDate', { required: 'Enter a date' })} />
        </Field>
        <Field label="Start time" required>
          <Input type="time" {...register('startTime', { required: true })} />
        </Field>
        <Field
          label="End date"
          hint="Leave empty for the same day"
          error={errors.endDate?.message ?? errors.endsAt?.message}
        >
          <Input type="date" {...register('endDate')} />
        </Field>
        <Field label="End time" required>
          <Input type="time" {...register('endTime', { required: true })} />
        </Field>
      </div>
      <Field label="Note" aside="Optional" error={errors.note?.message}>
        <Input autoComplete="off" maxLength={200} {...register('note')} />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSubmitting} busyLabel="Adding...">
          Add
        </Button>
      </DialogFooter>
    </form>
  )
}
