/** One guest in the list: their columns where there is room, their card on a phone. */
import { Link } from 'react-router'
import type { components } from '@/api/schema'
import { StatusBadge } from '@/components/status-badge'
import type { Column } from '@/features/admin-kit/data-list'
import { OPENS_ROW } from '@/features/admin-kit/list-keys'
import { PurchaseLink, personPath } from '@/features/admin-kit/record-links'
import { Joined } from './people-rows'

type Guest = components['schemas']['GuestRowOut']

export const guestColumns: readonly Column<Guest>[] = [
  { name: 'Name', className: 'min-w-40', cell: (guest) => <Name guest={guest} /> },
  {
    name: 'Email',
    className: 'max-w-80 wrap-anywhere text-muted-foreground',
    cell: ({ email }) => email,
  },
  { name: 'Purchases', className: 'tabular-nums', cell: ({ purchases }) => purchases },
  { name: 'Latest purchase', cell: (guest) => <Latest guest={guest} /> },
  { name: 'Status', cell: ({ latestStatus }) => <StatusBadge status={latestStatus} /> },
  {
    name: 'Date',
    className: 'whitespace-nowrap text-muted-foreground tabular-nums',
    cell: ({ latestAt }) => <Joined at={latestAt} />,
  },
]

export function GuestCard({ guest }: { guest: Guest }) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
        <Name guest={guest} />
        <StatusBadge status={guest.latestStatus} />
        <span className="col-span-2 text-sm wrap-anywhere text-muted-foreground">
          {guest.email}
        </span>
      </div>
      <div className="flex flex-wrap justify-between gap-x-3">
        <Latest guest={guest} />
        <span className="text-sm text-muted-foreground tabular-nums">
          <Joined at={guest.latestAt} />
        </span>
      </div>
    </>
  )
}

function Name({ guest: { name, email } }: { guest: Guest }) {
  return (
    <Link
      {...OPENS_ROW}
      to={personPath({ userId: null, email })}
      className="rounded-sm font-medium break-words underline-offset-4 hover:underline"
    >
      {name || email}
    </Link>
  )
}

function Latest({ guest }: { guest: Guest }) {
  return (
    <span className="min-w-0">
      {guest.latestPackage}{' '}
      <span className="text-sm text-muted-foreground">
        <PurchaseLink id={guest.latestPurchaseId} />
      </span>
    </span>
  )
}
