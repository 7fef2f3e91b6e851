/** Books or moves a session for its student. */
import { type FormEvent, useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter, useStaysOpen } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { formatDay, formatMoment, formatTime, formatWeekday } from '@/lib/dates'
import { toast } from '@/lib/toast'
import { zoneName } from '@/lib/zones'
import { type DeskSession, useReloadSessions } from './desk-sessions'

interface TimeDialogProps {
  session: DeskSession
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function TimeDialog({ session, open, onOpenChange }: TimeDialogProps) {
  const isMove = session.status === 'scheduled'
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <FormDialogContent
        title={isMove ? 'Move session' : 'Book session'}
        description={`For ${session.studentName || 'this student'}. We'll email them and the coach.`}
      >
        <TimeForm session={session} isMove={isMove} onDone={() => onOpenChange(false)} />
      </FormDialogContent>
    </Dialog>
  )
}

/** "Fri, Jun 5" */
const dayOf = (iso: string, zone: string) => `${formatWeekday(iso, zone)}, ${formatDay(iso, zone)}`

interface TimeFormProps {
  session: DeskSession
  isMove: boolean
  onDone: () => void
}

function TimeForm({ session, isMove, onDone }: TimeFormProps) {
  const params = { path: { session_id: session.id } }
  const reload = useReloadSessions()
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/coaching/sessions/{session_id}/slots',
    { params },
    // Others are booking too.
    { staleTime: 0, gcTime: 0, retry: 1 },
  )
  const [day, setDay] = useState('')
  const [time, setTime] = useState('')
  const [reason, setReason] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  useStaysOpen(isSaving)
  const [refusal, setRefusal] = useState('')

  if (error && !data) {
    return (
      <ErrorState
        title="The available times couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <Skeleton className="h-40" />
  const zone = data.timezone
  const days = [...new Set(data.slots.map((slot) => dayOf(slot.startsAt, zone)))]
  const chosenDay = days.includes(day) ? day : (days[0] ?? '')
  const times = data.slots.filter((slot) => dayOf(slot.startsAt, zone) === chosenDay)
  const chosen = times.find((slot) => slot.startsAt === time) ?? times[0]
  const startsAt = chosen?.startsAt ?? ''
  const own = data.studentTimezone
  if (!chosen) {
    return <p className="text-muted-foreground">No coach has a free time in the next weeks.</p>
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    setIsSaving(true)
    setRefusal('')
    try {
      const body = { startsAt, reason: reason.trim() }
      await api.POST('/api/admin/coaching/sessions/{session_id}/time', { params, body })
      toast({
        title: isMove ? 'Session moved' : 'Session booked',
        description: `${chosenDay}, ${formatTime(startsAt, zone)}`,
      })
      await reload()
      onDone()
    } catch (failure) {
      setRefusal(errorMessage(failure, "The session couldn't be booked. Please try again."))
      setIsSaving(false)
      void refetch()
    }
  }

  return (
    <form
      aria-label={isMove ? 'Move session' : 'Book session'}
      className="grid min-w-0 gap-5"
      onSubmit={(event) => void save(event)}
    >
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Day">
          <Select
            options={days.map((each) => ({ value: each, label: each }))}
            value={chosenDay}
            onValueChange={setDay}
          />
        </Field>
        <Field label="Time" hint={zoneName(zone)}>
          <Select
            options={times.map((slot) => ({
              value: slot.startsAt,
              label: formatTime(slot.startsAt, zone),
            }))}
            value={startsAt}
            onValueChange={setTime}
          />
        </Field>
      </div>
      <p role="status" className="text-sm wrap-anywhere">
        With {chosen.coachName}.
        {own &&
          own !== zone &&
          ` For the student: ${formatWeekday(startsAt, own)}, ${formatMoment(startsAt, own)}.`}
      </p>
      <Field label="Reason" aside="Optional" hint="The student reads it in the email.">
        <Input
          autoComplete="off"
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <p role="alert" className="text-sm text-destructive empty:hidden">
        {refusal}
      </p>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSaving} busyLabel="Saving...">
          {isMove ? 'Move session' : 'Book session'}
        </Button>
      </DialogFooter>
    </form>
  )
}
