/** People one below the other: a table where there is room, cards on a phone. */
import { Link } from 'react-router'
import { Card } from '@/components/ui/card'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table'
import { cn } from '@/lib/cn'
import { useNarrow } from '@/lib/use-narrow'
import { nameOf, type Person } from './people'
import { PersonActions } from './person-actions'
import { PersonRole, PersonStatus } from './person-badges'
import type { PeopleDesk } from './use-people-desk'

const LABEL = 'User list'

interface PeopleRowsProps {
  people: readonly Person[]
  desk: PeopleDesk
}

export function PeopleRows(props: PeopleRowsProps) {
  return useNarrow() ? <Cards {...props} /> : <Rows {...props} />
}

function Rows({ people, desk }: PeopleRowsProps) {
  return (
    <Card className="gap-0 p-0 sm:p-0">
      <Table label={LABEL}>
        <TableHead>
          <TableRow>
            <TableHeader className="pl-6">Name</TableHeader>
            <TableHeader>Email</TableHeader>
            <TableHeader>Status</TableHeader>
            <TableHeader>Role</TableHeader>
            <TableHeader>Joined</TableHeader>
            <TableHeader className="pr-6">
              <span className="sr-only">Actions</span>
            </TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {people.map((person) => (
            <TableRow key={person.id} className={cn(desk.isBusy(person.id) && 'opacity-60')}>
              <TableCell className="min-w-40 pl-6">
                <Name person={person} isMyself={desk.isMyself(person)} />
              </TableCell>
              <TableCell className="max-w-80 wrap-anywhere text-muted-foreground">
                {person.email}
              </TableCell>
              <TableCell>
                <PersonStatus {...person} />
              </TableCell>
              <TableCell>
                <PersonRole {...person} />
              </TableCell>
              <TableCell className="whitespace-nowrap text-muted-foreground tabular-nums">
                <Joined at={person.createdAt} />
              </TableCell>
              <TableCell className="pr-4 text-right">
                <PersonActions person={person} desk={desk} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

function Cards({ people, desk }: PeopleRowsProps) {
  return (
    <ul aria-label={LABEL} className="grid gap-3">
      {people.map((person) => (
        <li
          key={person.id}
          className={cn(
            'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2.5 rounded-xl border bg-surface p-4 shadow-card',
            desk.isBusy(person.id) && 'opacity-60',
          )}
        >
          <div className="grid min-w-0 gap-0.5">
            <Name person={person} isMyself={desk.isMyself(person)} />
            <span className="text-sm wrap-anywhere text-muted-foreground">{person.email}</span>
          </div>
          <PersonActions person={person} desk={desk} />
          <div className="col-span-2 flex flex-wrap items-center gap-1.5">
            <PersonStatus {...person} />
            <PersonRole {...person} />
            <span className="ml-auto text-sm text-muted-foreground tabular-nums">
              Joined <Joined at={person.createdAt} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Name({ person, isMyself }: { person: Person; isMyself: boolean }) {
  return (
    <span className="min-w-0">
      <Link
        to={`/admin/users/${person.id}`}
        className="rounded-sm font-medium break-words underline-offset-4 hover:underline"
      >
        {nameOf(person)}
      </Link>
      {isMyself && <span className="text-muted-foreground"> (you)</span>}
    </span>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

export function Joined({ at }: { at: string }) {
  return <time dateTime={at}>{dayFormat.format(new Date(at))}</time>
}
