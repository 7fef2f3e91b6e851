/** What can be done to one bootcamp, behind one button. */
import {
  Archive,
  ArchiveRestore,
  CalendarPlus,
  Copy,
  Ellipsis,
  Eye,
  Pencil,
  Trash2,
} from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { useRights } from '@/session/rights'
import { type AdminBootcamp, isCanceled } from './bootcamp-form'
import type { BootcampDesk } from './use-bootcamp-desk'

interface RowActionsProps {
  bootcamp: AdminBootcamp
  desk: BootcampDesk
}

export function RowActions({ bootcamp, desk }: RowActionsProps) {
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
          variant="ghost"
          size="sm"
          icon
          aria-label={`Actions for ${bootcamp.name}`}
          busy={desk.isBusy(bootcamp.id)}
        >
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent
        onCloseAutoFocus={(event) => {
          if (isDone.current) event.preventDefault()
          isDone.current = false
        }}
      >
        <Items bootcamp={bootcamp} desk={desk} leaveMenu={leaveMenu} />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

interface ItemsProps extends RowActionsProps {
  leaveMenu: (act: () => void) => void
}

function Items({ bootcamp, desk, leaveMenu }: ItemsProps) {
  const may = useRights()
  return (
    <>
      <DropdownMenuItem asChild>
        <Link to={`/admin/bootcamps/${bootcamp.id}`}>
          <Eye aria-hidden />
          View Details
        </Link>
      </DropdownMenuItem>
      {may('catalogue') && <ChangeItems bootcamp={bootcamp} desk={desk} leaveMenu={leaveMenu} />}
    </>
  )
}

function ChangeItems({ bootcamp, desk, leaveMenu }: ItemsProps) {
  return (
    <>
      <DropdownMenuItem onSelect={() => leaveMenu(() => desk.open({ kind: 'edit', bootcamp }))}>
        <Pencil aria-hidden />
        Edit
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => leaveMenu(() => desk.clone(bootcamp))}>
        <Copy aria-hidden />
        Clone
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => leaveMenu(() => desk.open({ kind: 'copies', bootcamp }))}>
        <CalendarPlus aria-hidden />
        Copy to dates…
      </DropdownMenuItem>
      {isCanceled(bootcamp) ? null : bootcamp.status === 'active' ? (
        <DropdownMenuItem onSelect={() => leaveMenu(() => desk.archive(bootcamp))}>
          <Archive aria-hidden />
          Archive
        </DropdownMenuItem>
      ) : (
        <DropdownMenuItem onSelect={() => leaveMenu(() => desk.unarchive(bootcamp))}>
          <ArchiveRestore aria-hidden />
          Unarchive
        </DropdownMenuItem>
      )}
      <DropdownMenuSeparator />
      <DropdownMenuItem
        destructive
        onSelect={() => leaveMenu(() => desk.open({ kind: 'delete', bootcamp }))}
      >
        <Trash2 aria-hidden />
        Delete
      </DropdownMenuItem>
    </>
  )
}
