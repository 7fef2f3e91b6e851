/** The window that is open over the people, if any. */
import type { ComponentProps } from 'react'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { CreateUserDialog } from './create-user-dialog'
import { ImpersonateDialog } from './impersonate-dialog'
import { nameOf, type Person, type Role } from './people'
import { RoleDialog } from './role-dialog'
import type { PeopleDesk } from './use-people-desk'

export function PeopleWindows({ desk }: { desk: PeopleDesk }) {
  const { opened } = desk
  switch (opened?.kind) {
    case undefined:
      return null
    case 'create':
      return <CreateUserDialog onClose={desk.close} />
    case 'deactivate':
      return (
        <Confirm
          desk={desk}
          title="Deactivate this user?"
          description={`${nameOf(opened.person)} will be signed out everywhere and can't sign in until reactivated. Their purchases aren't affected.`}
          confirmLabel="Deactivate"
          pendingLabel="Deactivating..."
          onConfirm={() => desk.deactivate(opened.person)}
          destructive
        />
      )
    case 'delete':
      return (
        <Confirm
          desk={desk}
          title="Delete this user?"
          description={`The account of ${nameOf(opened.person)} (${opened.person.email}) will be permanently deleted, with its coaching sessions and pending invitations. Purchases are kept as a guest's. This can't be undone.`}
          confirmLabel="Delete"
          pendingLabel="Deleting..."
          onConfirm={() => desk.remove(opened.person)}
          destructive
        />
      )
    case 'role':
      return (
        <Confirm
          desk={desk}
          title={opened.role === 'ADMIN' ? 'Make this user an admin?' : 'Make this user a student?'}
          description={roleWords(opened.person, opened.role, desk.isMyself(opened.person))}
          confirmLabel={opened.role === 'ADMIN' ? 'Make Admin' : 'Make Student'}
          pendingLabel="Saving..."
          onConfirm={() => desk.grant(opened.person, opened.role)}
        />
      )
    case 'team role':
      return <RoleDialog person={opened.person} desk={desk} />
    case 'impersonate':
      return <ImpersonateDialog person={opened.person} desk={desk} />
  }
}

function roleWords(person: Person, role: Role, isMyself: boolean): string {
  if (isMyself) {
    return "You'll lose access to this dashboard immediately. Another admin can restore it."
  }
  return role === 'ADMIN'
    ? `${nameOf(person)} will be able to do everything you can: change the catalog, see all purchases and manage users.`
    : `${nameOf(person)} will lose access to the dashboard immediately and become a student.`
}

type ConfirmProps = Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'onOpenChange' | 'pending'>

function Confirm({ desk, ...props }: ConfirmProps & { desk: PeopleDesk }) {
  return <ConfirmDialog open onOpenChange={desk.close} pending={desk.isPending} {...props} />
}
