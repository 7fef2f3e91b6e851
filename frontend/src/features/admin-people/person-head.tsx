/** The head of a person's record: who they are, how to reach them, and what can be done. */
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { PersonLink } from '@/features/admin-kit/record-links'
import { roleNames } from '@/lib/roles'
import { EditGuest } from './edit-guest'
import { EditMember } from './edit-member'
import { nameOf, type PersonDetail } from './people'
import { Joined } from './people-rows'
import { PeopleWindows } from './people-windows'
import { PersonActions } from './person-actions'
import { PersonActs } from './person-acts'
import { PersonRole, PersonStatus } from './person-badges'
import type { Guest, PersonRecord } from './record'
import { usePeopleDesk } from './use-people-desk'

const USERS = '/admin/users'
const SUPPRESSED = '/admin/communications/suppressed'

interface MemberHeadProps {
  person: PersonDetail
  titleId: string
  record: PersonRecord | undefined
}

export function MemberHead({ person, titleId, record }: MemberHeadProps) {
  const navigate = useNavigate()
  const desk = usePeopleDesk({ onDeleted: () => void navigate(USERS, { replace: true }) })
  return (
    <Card className="gap-4 rounded-xl p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 id={titleId} className="text-2xl font-bold tracking-tight break-words">
            {nameOf(person)}
          </h2>
          <div className="flex flex-wrap items-center gap-1.5">
            <PersonStatus {...person} />
            <PersonRole {...person} />
            {person.isCoach && <Badge tone="outline">Coach</Badge>}
          </div>
        </div>
        <PersonActions person={person} desk={desk} withDetails={false}>
          Actions
        </PersonActions>
      </div>
      <PersonActs
        who={{ userId: person.id, email: person.email }}
        name={nameOf(person)}
        actions={record?.actions}
        editor={(close) => <EditMember person={person} onClose={close} />}
      />
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        <Fact name="Full name">{person.fullName || '–'}</Fact>
        <Fact name="Email">
          <span className="wrap-anywhere">{person.email}</span>
          <span className="block text-sm text-muted-foreground">
            {person.emailVerified ? 'Verified' : 'Not verified yet'}
          </span>
          {person.mailStopped && (
            <span className="block text-sm text-destructive">
              {person.mailStopped}.
              <Link to={SUPPRESSED} className="block w-fit underline underline-offset-4">
                See suppressed addresses
              </Link>
            </span>
          )}
        </Fact>
        <Fact name="Role">{roleNames[person.role]}</Fact>
        <Fact name="Joined">
          <Joined at={person.createdAt} />
        </Fact>
        {person.phone && <Fact name="Phone">{person.phone}</Fact>}
        {record && record.guestPurchases > 0 && (
          <Fact name="Bought as a guest">
            <PersonLink userId={null} email={person.email} className="underline">
              {record.guestPurchases === 1 ? '1 purchase' : `${record.guestPurchases} purchases`}
            </PersonLink>
            <span className="block text-sm text-muted-foreground">
              With this address, and not in the account
            </span>
          </Fact>
        )}
      </dl>
      <PeopleWindows desk={desk} />
    </Card>
  )
}

interface GuestHeadProps {
  guest: Guest
  titleId: string
  record: PersonRecord | undefined
}

export function GuestHead({ guest, titleId, record }: GuestHeadProps) {
  return (
    <Card className="gap-4 rounded-xl p-4 sm:p-5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 id={titleId} className="text-2xl font-bold tracking-tight break-words">
          {guest.name || guest.email}
        </h2>
        <Badge tone="outline">Guest</Badge>
      </div>
      <PersonActs
        who={{ userId: null, email: guest.email }}
        name={guest.name || guest.email}
        actions={record?.actions}
        editor={(close) => <EditGuest guest={guest} onClose={close} />}
      />
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        <Fact name="Full name">{guest.name || '–'}</Fact>
        <Fact name="Email">
          <span className="wrap-anywhere">{guest.email}</span>
        </Fact>
        {guest.phone && <Fact name="Phone">{guest.phone}</Fact>}
        {guest.accountId !== null && (
          <Fact name="Account">
            <PersonLink userId={guest.accountId} email="" className="underline">
              There's an account with this address
            </PersonLink>
            <span className="block text-sm text-muted-foreground">
              These purchases aren't in it yet
            </span>
          </Fact>
        )}
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="min-w-0 font-medium">{children}</dd>
    </div>
  )
}
