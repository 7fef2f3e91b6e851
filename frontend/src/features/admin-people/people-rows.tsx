/** One person in the list: their columns where there is room, their card on a phone. */

import { Link } from 'react-router'
import type { Column } from '@/features/admin-kit/data-list'
import { DeskTime } from '@/features/admin-kit/desk-time'
import { OPENS_ROW } from '@/features/admin-kit/list-keys'
import { nameOf, type Person, type PersonRow } from './people'
import { PersonActions } from './person-actions'
import { PersonRole, PersonStatus } from './person-badges'
import type { PeopleDesk } from './use-people-desk'

export const peopleColumns = (desk: PeopleDesk): readonly Column<PersonRow>[] => [
  {
    name: 'Name',
    className: 'min-w-40',
    cell: (person) => <Name person={person} isMyself={desk.isMyself(person)} />,
  },
  {
    name: 'Email',
    className: 'max-w-80 wrap-anywhere text-muted-foreground',
    cell: ({ email }) => email,
  },
  { name: 'Status', cell: (person) => <PersonStatus {...person} /> },
  { name: 'Role', cell: (person) => <PersonRole {...person} /> },
  {
    name: 'Purchases',
    className: 'text-right tabular-nums',
    cell: ({ purchaseCount }) => purchaseCount || <span className="text-muted-foreground">–</span>,
  },
  {
    name: 'Joined',
    className: 'whitespace-nowrap text-muted-foreground tabular-nums',
    cell: ({ createdAt }) => <Joined at={createdAt} />,
  },
  {
    name: 'Actions',
    isActions: true,
    cell: (person) => <PersonActions person={person} desk={desk} />,
  },
]

export function PersonCard({ person, desk }: { person: PersonRow; desk: PeopleDesk }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2.5">
      <div className="min-w-0">
        <Name person={person} isMyself={desk.isMyself(person)} />
      </div>
      <PersonActions person={person} desk={desk} />
      {/* Under both: beside the button a long address would break. */}
      <p className="col-span-2 -mt-5 text-sm wrap-anywhere text-muted-foreground">{person.email}</p>
      <div className="col-span-2 flex flex-wrap items-center gap-1.5">
        <PersonStatus {...person} />
        <PersonRole {...person} />
        <span className="ml-auto text-sm text-muted-foreground tabular-nums">
          {person.purchaseCount > 0 &&
            `${person.purchaseCount} ${person.purchaseCount === 1 ? 'purchase' : 'purchases'} · `}
          Joined <Joined at={person.createdAt} />
        </span>
      </div>
    </div>
  )
}

function Name({ person, isMyself }: { person: Person; isMyself: boolean }) {
  return (
    <span className="min-w-0">
      <Link
        {...OPENS_ROW}
        to={`/admin/users/${person.id}`}
        className="rounded-sm font-medium break-words underline-offset-4 hover:underline"
      >
        {nameOf(person)}
      </Link>
      {isMyself && <span className="text-muted-foreground"> (you)</span>}
    </span>
  )
}

export function Joined({ at }: { at: string }) {
  return <DeskTime at={at} isDay />
}
