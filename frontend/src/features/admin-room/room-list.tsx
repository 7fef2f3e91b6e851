/** Everybody with a seat: who is missing first, then who left, then who is in; each marked by one tap. */
import { Check, X } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { purchasePath } from '@/features/admin-kit/record-links'
import { formatTime, viewerZone } from '@/lib/dates'
import { useRights } from '@/session/rights'
import { type Mark, type Person, type Room, useMark } from './room-query'

const groups = [
  ['not_yet', 'Not here yet'],
  ['left', 'Left'],
  ['in', 'In the room'],
] as const

export function RoomList({ id, room }: { id: number; room: Room }) {
  const mark = useMark(id)
  const may = useRights()
  // Before it begins nobody can have been absent.
  const canMark = may('seats') && (room.state === 'on' || room.state === 'over')
  return (
    <div className="grid gap-4">
      {groups.map(([status, title]) => (
        <Group
          key={status}
          title={title}
          people={room.people.filter((person) => person.status === status)}
          onMark={canMark ? mark : null}
        />
      ))}
    </div>
  )
}

type OnMark = ((person: Person, mark: Mark) => void) | null

interface GroupProps {
  title: string
  people: readonly Person[]
  onMark: OnMark
}

function Group({ title, people, onMark }: GroupProps) {
  const titleId = useId()
  if (people.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="rounded-2xl border bg-surface shadow-card">
      <h3 id={titleId} className="border-b px-4 py-2.5 text-sm font-semibold tabular-nums">
        {title} ({people.length})
      </h3>
      <ul className="divide-y">
        {people.map((person) => (
          <Row key={person.enrollmentId} person={person} onMark={onMark} />
        ))}
      </ul>
    </section>
  )
}

function Row({ person, onMark }: { person: Person; onMark: OnMark }) {
  const { name, purchaseId, attendance } = person
  const may = useRights()
  const button = (mark: 'present' | 'absent', label: string) => {
    const isSo = attendance === mark
    return (
      <Button
        variant={isSo ? (mark === 'present' ? 'primary' : 'destructive') : 'outline'}
        size="md"
        aria-pressed={isSo}
        aria-label={`${label}: ${name}`}
        className="max-sm:w-11 max-sm:px-0"
        onClick={() => onMark?.(person, isSo ? null : mark)}
      >
        {mark === 'present' ? <Check aria-hidden /> : <X aria-hidden />}
        <span className="max-sm:sr-only">{label}</span>
      </Button>
    )
  }
  return (
    <li className="flex min-w-0 items-center justify-between gap-3 px-4 py-2.5">
      <div className="min-w-0">
        {may('desk') ? (
          <Link
            to={purchasePath(purchaseId)}
            className="inline-block min-h-6 rounded-sm leading-6 font-medium wrap-anywhere underline-offset-4 hover:underline"
          >
            {name}
          </Link>
        ) : (
          <p className="font-medium wrap-anywhere">{name}</p>
        )}
        <p className="text-sm text-muted-foreground tabular-nums">{standing(person)}</p>
      </div>
      {onMark && (
        <div className="flex shrink-0 gap-2">
          {button('present', 'Present')}
          {button('absent', 'Absent')}
        </div>
      )}
    </li>
  )
}

/** "In since 6:02 PM · 31 min", and whatever somebody of the team said about it. */
function standing({ status, since, minutes, attendance }: Person): string {
  const at = since ? formatTime(since, viewerZone()) : ''
  const where = {
    in: at ? `In since ${at}` : 'In',
    left: at ? `Left at ${at}` : 'Left',
    // Their group says so.
    not_yet: '',
  }[status]
  const parts = where ? [where] : []
  if (minutes) parts.push(`${minutes} min`)
  if (attendance) parts.push(`Marked ${attendance}`)
  return parts.join(' · ')
}
