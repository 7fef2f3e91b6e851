/** The week of a coach: for each day the openings in which they can be booked. */
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogFooter,
  useStaysOpen,
} from '@/components/ui/dialog'
import { Input } from '@/components/ui/input'
import { toast } from '@/lib/toast'
import { type Coach, dayNames, type Opening } from './calendar'

interface HoursDialogProps {
  coach: Coach
  /** Sends them; what it throws is said in words and the window stays. */
  save: (hours: Opening[]) => Promise<void>
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface Row extends Opening {
  /** Rows come and go; their place says nothing about which is which. */
  id: number
}

export function HoursDialog({ coach, save, open, onOpenChange }: HoursDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Weekly Hours"
        description={`When ${coach.name} can be booked. Time zone: ${coach.timezone.replaceAll('_', ' ')}. Existing bookings aren't affected.`}
        className="sm:max-w-xl"
      >
        <HoursForm coach={coach} send={save} onSaved={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}

function useWeek(coach: Coach) {
  const [rows, setRows] = useState<Row[]>(() =>
    coach.weeklyHours.map((opening, id) => ({ ...opening, id })),
  )
  return {
    rows,
    add: (weekday: number) =>
      setRows((before) => {
        const last = before.findLast((row) => row.weekday === weekday)
        const id = Math.max(-1, ...before.map((row) => row.id)) + 1
        const hours = last ? { opens: '', closes: '' } : { opens: '09:00', closes: '17:00' }
        return [...before, { id, weekday, ...hours }]
      }),
    remove: (id: number) => setRows((before) => before.filter((row) => row.id !== id)),
    change: (id: number, change: Partial<Opening>) =>
      setRows((before) => before.map((row) => (row.id === id ? { ...row, ...change } : row))),
  }
}

interface HoursFormProps {
  coach: Coach
  send: HoursDialogProps['save']
  onSaved: () => void
}

function HoursForm({ coach, send, onSaved }: HoursFormProps) {
  const week = useWeek(coach)
  const [isSaving, setIsSaving] = useState(false)
  const [refusal, setRefusal] = useState('')
  useStaysOpen(isSaving)

  async function save() {
    if (isSaving) return
    const hours = week.rows.map(({ weekday, opens, closes }) => ({ weekday, opens, closes }))
    if (hours.some(({ opens, closes }) => !opens || !closes)) {
      setRefusal('Enter a start and end time for each opening, or remove it.')
      return
    }
    setIsSaving(true)
    setRefusal('')
    try {
      await send(hours)
      toast({ title: 'Hours saved', description: coach.name })
      onSaved()
    } catch (error) {
      setRefusal(errorMessage(error, "The hours couldn't be saved. Please try again."))
      setIsSaving(false)
    }
  }

  return (
    <form
      noValidate
      aria-label="Weekly hours"
      className="grid min-w-0 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <ul className="grid divide-y border-y">
        {dayNames.map((name, weekday) => (
          <DayRow key={name} name={name} weekday={weekday} week={week} />
        ))}
      </ul>
      <p role="alert" className="text-sm text-destructive empty:hidden">
        {refusal}
      </p>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSaving} busyLabel="Saving...">
          Save Hours
        </Button>
      </DialogFooter>
    </form>
  )
}

interface DayRowProps {
  name: string
  weekday: number
  week: ReturnType<typeof useWeek>
}

function DayRow({ name, weekday, week }: DayRowProps) {
  const openings = week.rows.filter((row) => row.weekday === weekday)
  return (
    <li className="grid gap-2 py-3 sm:grid-cols-[7rem_1fr_auto] sm:items-start">
      <div className="flex min-h-11 items-center justify-between font-medium">
        {name}
        <AddButton name={name} onAdd={() => week.add(weekday)} className="sm:hidden" />
      </div>
      <div className="grid gap-2">
        {openings.length === 0 && (
          <p className="flex items-center text-muted-foreground sm:min-h-11">Closed</p>
        )}
        {openings.map(({ id, opens, closes }) => (
          <div key={id} className="grid grid-cols-[1fr_auto_1fr_auto] items-center gap-2">
            <Input
              type="time"
              aria-label={`${name} opens`}
              value={opens}
              onChange={(event) => week.change(id, { opens: event.target.value })}
            />
            <span aria-hidden>–</span>
            <Input
              type="time"
              aria-label={`${name} closes`}
              value={closes}
              onChange={(event) => week.change(id, { closes: event.target.value })}
            />
            <Button
              variant="ghost"
              size="sm"
              icon
              aria-label={`Remove this opening on ${name}`}
              onClick={() => week.remove(id)}
            >
              <Trash2 aria-hidden />
            </Button>
          </div>
        ))}
      </div>
      <AddButton name={name} onAdd={() => week.add(weekday)} className="max-sm:hidden" />
    </li>
  )
}

interface AddButtonProps {
  name: string
  onAdd: () => void
  className: string
}

function AddButton({ name, onAdd, className }: AddButtonProps) {
  return (
    <div className={className}>
      <Button
        variant="ghost"
        size="sm"
        icon
        className="sm:mt-1"
        aria-label={`Add an opening on ${name}`}
        onClick={onAdd}
      >
        <Plus aria-hidden />
      </Button>
    </div>
  )
}
