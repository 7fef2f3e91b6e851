/** What can be done to one person, behind one button. */
import {
  CircleCheck,
  CircleSlash,
  Ellipsis,
  Eye,
  GraduationCap,
  ShieldCheck,
  Trash2,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { useRights } from '@/session/rights'
import { nameOf, type Person } from './people'
import { otherRole, type PeopleDesk } from './use-people-desk'

interface PersonActionsProps {
  person: Person
  desk: PeopleDesk
  /** On the person's own page there is no need to lead there. */
  withDetails?: boolean
  /** The button's words; without them it is three dots. */
  children?: ReactNode
}

export function PersonActions({ person, desk, withDetails = true, children }: PersonActionsProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const isDone = useRef(false)
  // A window gives the focus back to whatever had it, and the item pressed is gone by then. So is
  // the menu, which would otherwise reach for the focus when it has faded.
  const leaveMenu = (act: () => void) => {
    trigger.current?.focus()
    isDone.current = true
    act()
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          ref={trigger}
          variant={children ? 'outline' : 'ghost'}
          size="sm"
          icon={!children}
          aria-label={`Actions for ${nameOf(person)}`}
          busy={desk.isBusy(person.id)}
        >
          {children}
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        onCloseAutoFocus={(event) => {
          if (isDone.current) event.preventDefault()
          isDone.current = false
        }}
      >
        {withDetails && (
          <DropdownMenuItem asChild>
            <Link to={`/admin/users/${person.id}`}>
              <UserRound aria-hidden />
              View Details
            </Link>
          </DropdownMenuItem>
        )}
        <ActionItems person={person} desk={desk} leaveMenu={leaveMenu} />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

interface ActionItemsProps extends Pick<PersonActionsProps, 'person' | 'desk'> {
  leaveMenu: (act: () => void) => void
}

function ActionItems({ person, desk, leaveMenu }: ActionItemsProps) {
  const may = useRights()
  // Whoever has a role at the desk is an owner's to change.
  const mayChange = may(person.role === 'STUDENT' ? 'people' : 'roles')
  const isActive = person.status === 'active'
  const next = otherRole(person.role)
  const open = (opened: Parameters<PeopleDesk['open']>[0]) => leaveMenu(() => desk.open(opened))
  const grant = (
    <DropdownMenuItem onSelect={() => open({ kind: 'role', person, role: next })}>
      {next === 'ADMIN' ? <ShieldCheck aria-hidden /> : <GraduationCap aria-hidden />}
      {next === 'ADMIN' ? 'Make Admin' : 'Make Student'}
    </DropdownMenuItem>
  )
  const changeRole = (
    <DropdownMenuItem onSelect={() => open({ kind: 'team role', person })}>
      <UsersRound aria-hidden />
      Change role
    </DropdownMenuItem>
  )
  // Nobody deactivates or deletes themself; the server would refuse it too.
  if (desk.isMyself(person)) {
    return (
      <>
        {may('roles') && grant}
        <DropdownMenuSeparator />
        <DropdownMenuLabel>This is you</DropdownMenuLabel>
      </>
    )
  }
  return (
    <>
      {may('impersonate') && isActive && person.role === 'STUDENT' && (
        <DropdownMenuItem onSelect={() => open({ kind: 'impersonate', person })}>
          <Eye aria-hidden />
          Impersonate
        </DropdownMenuItem>
      )}
      {may('roles') && grant}
      {may('roles') && changeRole}
      {mayChange && <ChangeItems person={person} desk={desk} leaveMenu={leaveMenu} open={open} />}
    </>
  )
}

interface ChangeItemsProps extends ActionItemsProps {
  open: PeopleDesk['open']
}

function ChangeItems({ person, desk, leaveMenu, open }: ChangeItemsProps) {
  const isActive = person.status === 'active'
  return (
    <>
      {isActive ? (
        <DropdownMenuItem onSelect={() => open({ kind: 'deactivate', person })}>
          <CircleSlash aria-hidden />
          Deactivate
        </DropdownMenuItem>
      ) : (
        <DropdownMenuItem onSelect={() => leaveMenu(() => desk.activate(person))}>
          <CircleCheck aria-hidden />
          Activate
        </DropdownMenuItem>
      )}
      <DropdownMenuSeparator />
      <DropdownMenuItem destructive onSelect={() => open({ kind: 'delete', person })}>
        <Trash2 aria-hidden />
        Delete
      </DropdownMenuItem>
    </>
  )
}
