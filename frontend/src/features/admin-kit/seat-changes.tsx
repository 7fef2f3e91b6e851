/** Changes a seat for a student: to another date, or to another person, with a reason. */
import { useMutation } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { isFailure } from '@/api/password-asked'
import type { components } from '@/api/schema'
import { SessionTime } from '@/components/session-time'
import { Button } from '@/components/ui/button'
import { Dialog, useStaysOpen } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { Radio, RadioGroup } from '@/components/ui/radio-group'
import { Skeleton } from '@/components/ui/skeleton'
import { formatCents, toCents } from '@/lib/money'
import { toast } from '@/lib/toast'
import { usePurchasesChanged } from './purchases-changed'
import { actOf } from './record-links'

type Seat = components['schemas']['DeskSeatOut']
const LONGEST_REASON = 200
const ASKED_FOR = 'The student asked for another date'

export function SeatChanges({ purchaseId }: { purchaseId: number }) {
  const isAsked = actOf(useLocation().state)?.act === 'move'
  const [open, setOpen] = useState(isAsked)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <CalendarSync aria-hidden />
        Change seat
      </Button>
      <Dialog open={open} onOpenChange={setOpen}>
        <FormDialogContent
          title="Change seat"
          description="Move it to another date, or offer it to someone else. We'll email everyone concerned."
        >
          {open && (
            <Seats purchaseId={purchaseId} isAsked={isAsked} onDone={() => setOpen(false)} />
          )}
        </FormDialogContent>
      </Dialog>
    </>
  )
}

interface SeatsProps {
  purchaseId: number
  /** Opened to move it, because somebody asked for that. */
  isAsked: boolean
  onDone: () => void
}

function Seats({ purchaseId, isAsked, onDone }: SeatsProps) {
  const { data, error, isFetching, refetch } = $api.useQuery(
    'get',
    '/api/admin/purchases/{purchase_id}/seats',
    { params: { path: { purchase_id: purchaseId } } },
    { staleTime: 0, gcTime: 0 },
  )
  const [chosen, setChosen] = useState('')
  if (error && !data) {
    return (
      <ErrorState
        title={errorMessage(error, 'Failed to load seats')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  if (!data) return <Skeleton className="h-72 rounded-xl" />
  const seat = data.find(({ enrollmentId }) => String(enrollmentId) === chosen) ?? data[0]
  if (!seat) return null
  return (
    <div className="grid gap-5">
      {data.length > 1 && (
        <RadioGroup aria-label="Seat" value={String(seat.enrollmentId)} onValueChange={setChosen}>
          {data.map((one) => (
            <Radio key={one.enrollmentId} value={String(one.enrollmentId)} label={one.name} />
          ))}
        </RadioGroup>
      )}
      <p className="text-sm wrap-anywhere">
        <SessionTime {...seat} /> · {seat.attendeeName} ({seat.attendeeEmail})
      </p>
      <OneSeat
        key={seat.enrollmentId}
        seat={seat}
        usualReason={isAsked ? ASKED_FOR : ''}
        onDone={onDone}
        onRefused={() => void refetch()}
      />
    </div>
  )
}

interface OneSeatProps {
  seat: Seat
  usualReason: string
  onDone: () => void
  onRefused: () => void
}

function OneSeat({ seat, usualReason, onDone, onRefused }: OneSeatProps) {
  const [date, setDate] = useState('')
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState(usualReason)
  const changed = usePurchasesChanged()
  const params = { path: { enrollment_id: seat.enrollmentId } }
  const act = useMutation({
    mutationFn: (what: 'move' | 'offer' | 'withdraw') => {
      if (what === 'move') {
        const body = { bootcampId: Number(date), reason }
        return api.POST('/api/admin/seats/{enrollment_id}/move', { params, body })
      }
      const path = '/api/admin/seats/{enrollment_id}/hand-over'
      if (what === 'withdraw') return api.DELETE(path, { params })
      return api.POST(path, { params, body: { name, email, reason } })
    },
    onSuccess: ({ data }) => {
      toast({ title: 'Seat changed', description: data?.message })
      onDone()
    },
    onError: onRefused,
    onSettled: () => void changed(),
  })
  useStaysOpen(act.isPending)
  const dates = seat.dates.filter(({ isSameCourse }) => isSameCourse)
  const others = seat.dates.filter(({ isSameCourse }) => !isSameCourse)
  const why = reason.trim().length >= 3
  const note = seat.dates.find((one) => one.isSameCourse && String(one.bootcampId) === date)?.note
  const refusal = isFailure(act.error)
    ? errorMessage(act.error, "The seat wasn't changed. Please try again.")
    : ''
  return (
    <div className="grid gap-5">
      {seat.overrides && (
        <p className="rounded-xl bg-build-soft p-4 text-sm">
          The student can't do this: {seat.overrides}
        </p>
      )}
      {seat.staysBecause ? (
        <p className="rounded-xl bg-surface-2 p-4">{seat.staysBecause}</p>
      ) : (
        <RadioGroup aria-label="New date" value={date} onValueChange={setDate}>
          {dates.map((one) => (
            <NewDate key={one.bootcampId} date={one} />
          ))}
          {dates.length === 0 && <p>There's no other date of this course on sale.</p>}
          {others.length > 0 && (
            <details>
              <summary className="w-fit cursor-pointer rounded-sm py-1 font-medium">
                Other courses ({others.length})
              </summary>
              <div className="mt-2 grid gap-3">
                {others.map((one) => (
                  <NewDate key={one.bootcampId} date={one} isOther />
                ))}
              </div>
            </details>
          )}
        </RadioGroup>
      )}
      {note && <p className="text-sm text-muted-foreground">{note}</p>}
      <Field label="Reason" hint="For the audit log. The student won't see it." required>
        <Input
          value={reason}
          maxLength={LONGEST_REASON}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {refusal && (
        <p role="alert" className="rounded-xl bg-market-soft p-4 text-market">
          {refusal}
        </p>
      )}
      {!seat.staysBecause && !(date && why) && (
        <p className="text-sm text-muted-foreground">
          To move it, {date ? 'give' : why ? 'choose a date' : 'choose a date and give'}
          {!why && ' a reason of 3 characters or more'}.
        </p>
      )}
      <Button
        className="justify-self-end"
        disabled={!date || !why}
        busy={act.isPending && act.variables === 'move'}
        busyLabel="Moving..."
        onClick={() => act.mutate('move')}
      >
        Move seat
      </Button>
      <div className="grid gap-5 border-t pt-5">
        <h3 className="font-bold">Hand over</h3>
        {seat.offer ? (
          <>
            <p className="wrap-anywhere">
              Offered to {seat.offer.name} ({seat.offer.email}).
            </p>
            <Button
              variant="outline"
              className="justify-self-end"
              busy={act.isPending && act.variables === 'withdraw'}
              onClick={() => act.mutate('withdraw')}
            >
              Withdraw offer
            </Button>
          </>
        ) : seat.keptBecause ? (
          <p className="rounded-xl bg-surface-2 p-4">{seat.keptBecause}</p>
        ) : (
          <>
            <div className="grid gap-5 sm:grid-cols-2">
              <Field label="New attendee's name">
                <Input value={name} onChange={(event) => setName(event.target.value)} />
              </Field>
              <Field label="Their email">
                <Input
                  type="email"
                  value={email}
                  onChange={(event) => setEmail(event.target.value)}
                />
              </Field>
            </div>
            <p className="text-sm text-muted-foreground">
              Offering it needs their name, their email and the reason above.
            </p>
            <Button
              variant="outline"
              className="justify-self-end"
              disabled={!why || name.trim().length < 2 || !email.includes('@')}
              busy={act.isPending && act.variables === 'offer'}
              busyLabel="Sending..."
              onClick={() => act.mutate('offer')}
            >
              Send offer
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

interface NewDateProps {
  date: Seat['dates'][number]
  /** Of another course: says its name, its price and what the difference comes to. */
  isOther?: boolean
}

function NewDate({ date, isOther = false }: NewDateProps) {
  const free = `${date.availableSeats} free`
  const price = `${formatCents(toCents(date.price), { exact: true })} · ${date.note || 'Same price.'}`
  const hint = isOther ? `${free} · ${price}` : free
  return (
    <Radio
      value={String(date.bootcampId)}
      disabled={date.refusal !== ''}
      label={
        <>
          {isOther && <strong className="block wrap-anywhere">{date.name}</strong>}
          <SessionTime {...date} />
        </>
      }
      hint={date.refusal || hint}
    />
  )
}
