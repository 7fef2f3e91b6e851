/** Picks a time for a private hour. Nothing is booked before it is confirmed. */
import { CalendarX2, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogFooter,
  useStaysOpen,
} from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { formatRange, viewerZone } from '@/lib/dates'
import { site } from '@/lib/site'
import { toast } from '@/lib/toast'
import { useReaderZone } from '@/session/reader-zone'
import { type CoachingSession, useCoachingChange } from './coaching-sessions'
import { dayName } from './slot-days'
import { SlotPicker } from './slot-picker'

const MINUTE_MS = 60_000

interface SlotDialogProps {
  session: CoachingSession
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function SlotDialog({ session, open, onOpenChange }: SlotDialogProps) {
  const isMove = session.status === 'scheduled'
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={isMove ? 'Reschedule Session' : 'Schedule Session'}
        description={`Your 1-hour private session for ${session.bootcamp.name}.`}
        className="sm:max-w-2xl"
      >
        <Slots session={session} isMove={isMove} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}

interface SlotsProps {
  session: CoachingSession
  isMove: boolean
  onDone: () => void
}

function Slots({ session, isMove, onDone }: SlotsProps) {
  const path = { session_id: session.id }
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/user/coaching-sessions/{session_id}/slots',
    { params: { path } },
    // Others are booking too: what was free a minute ago says little.
    { staleTime: 0, gcTime: 0, retry: 1 },
  )

  if (!data && error) {
    return (
      <ErrorState
        title="We couldn't load the available times"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <SlotsSkeleton />
  return (
    <Choosing
      session={session}
      isMove={isMove}
      slots={data.slots}
      lengthMinutes={data.lengthMinutes}
      bootcampZone={data.timezone}
      onDone={onDone}
      onTaken={() => refetch()}
    />
  )
}

interface ChoosingProps extends SlotsProps {
  slots: readonly string[]
  lengthMinutes: number
  bootcampZone: string
  onTaken: () => Promise<unknown>
}

function useBooking({ session, isMove, onDone, onTaken }: ChoosingProps) {
  const keep = useCoachingChange()
  const [isBooking, setIsBooking] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function book(startsAt: string, when: string) {
    setIsBooking(true)
    setRefusal('')
    const options = {
      params: { path: { session_id: session.id } },
      body: { startsAt, timezone: viewerZone() },
    }
    try {
      const { data } = isMove
        ? await api.POST('/api/user/coaching-sessions/{session_id}/reschedule', options)
        : await api.POST('/api/user/coaching-sessions/{session_id}/schedule', options)
      if (data) await keep(data)
      toast({ title: isMove ? 'Session rescheduled' : 'Session scheduled', description: when })
      onDone()
      return true
    } catch (error) {
      setRefusal(errorMessage(error, "We couldn't book the session. Please try again."))
      await onTaken()
      return false
    } finally {
      setIsBooking(false)
    }
  }

  return { book, isBooking, refusal, clearRefusal: () => setRefusal('') }
}

function Choosing(props: ChoosingProps) {
  const { isMove, slots, lengthMinutes, bootcampZone } = props
  const { book, isBooking, refusal, clearRefusal } = useBooking(props)
  useStaysOpen(isBooking)
  const readerZone = useReaderZone()
  const [zone, setZone] = useState(readerZone ?? bootcampZone)
  const [picked, setPicked] = useState('')
  const chosen = slots.includes(picked) ? picked : ''
  const when = chosen && whenOf(chosen, lengthMinutes, zone)

  return (
    <div className="grid min-w-0 gap-5">
      <p
        role="alert"
        className="flex items-start gap-2 rounded-lg bg-market-soft px-4 py-3 text-market empty:hidden"
      >
        {refusal && (
          <>
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {refusal}
          </>
        )}
      </p>
      {slots.length === 0 ? (
        <NoSlots />
      ) : (
        <SlotPicker
          slots={slots}
          zone={zone}
          bootcampZone={bootcampZone}
          onZoneChange={setZone}
          picked={chosen}
          onPick={(slot) => {
            setPicked(slot)
            clearRefusal()
          }}
        />
      )}
      <div className="grid gap-4 border-t bg-surface pt-5 max-sm:sticky max-sm:-bottom-6 max-sm:-mx-6 max-sm:-mb-6 max-sm:px-6 max-sm:pb-6">
        {slots.length > 0 && (
          <p role="status" className={chosen ? 'font-medium' : 'text-muted-foreground'}>
            {when || 'Pick a day and a time.'}
          </p>
        )}
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          {slots.length > 0 && (
            <Button
              busy={isBooking}
              busyLabel="Booking..."
              disabled={!chosen}
              onClick={() => void book(chosen, when)}
            >
              {isMove ? 'Confirm new time' : 'Confirm time'}
            </Button>
          )}
        </DialogFooter>
      </div>
    </div>
  )
}

/** "Friday, Nov 20 at 9:00 AM – 10:00 AM EST" */
function whenOf(startsAt: string, lengthMinutes: number, zone: string): string {
  const endsAt = new Date(Date.parse(startsAt) + lengthMinutes * MINUTE_MS).toISOString()
  const weekday = dayName(startsAt, zone).split(',')[0]
  return `${weekday}, ${formatRange(startsAt, endsAt, zone)}`
}

function NoSlots() {
  return (
    <EmptyState
      icon={CalendarX2}
      title="No times available in the next six weeks"
      action={
        <Button asChild variant="outline">
          <a href={`mailto:${site.supportEmail}`}>Contact us</a>
        </Button>
      }
    >
      Contact us and we'll find one together.
    </EmptyState>
  )
}

function SlotsSkeleton() {
  return (
    <div className="grid gap-5">
      <p role="status" className="sr-only">
        Loading available times
      </p>
      <Skeleton aria-hidden className="h-5 w-56" />
      <Skeleton aria-hidden className="h-24 w-full" />
      <div aria-hidden className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {Array.from({ length: 8 }, (_, place) => (
          <Skeleton key={String(place)} className="h-11" />
        ))}
      </div>
    </div>
  )
}
