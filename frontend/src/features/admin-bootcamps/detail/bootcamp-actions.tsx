/** What can be done to the bootcamp of this page, and the two addresses it has on the site. */
import {
  Archive,
  ArchiveRestore,
  CalendarClock,
  CalendarPlus,
  CalendarX,
  Copy,
  Ellipsis,
  ExternalLink,
  Link2,
  Pencil,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import type { ChangeKind } from '@/features/admin-kit/class-change'
import { phaseOf } from '@/features/admin-kit/class-clock'
import { site } from '@/lib/site'
import { toast } from '@/lib/toast'
import { isCanceled, isDraft } from '../bootcamp-form'
import { saleTimeOf } from '../sale-time'
import type { BootcampDesk } from '../use-bootcamp-desk'
import type { AdminBootcamp } from './bootcamp-query'

interface ActionsProps {
  bootcamp: AdminBootcamp
  desk: BootcampDesk
  now: number
  /** Whether the role changes what is for sale. */
  canEdit: boolean
  /** Opens canceling or moving the class; null where that can't be done. */
  onChangeClass: ((kind: ChangeKind) => void) | null
}

/** Where it can be bought; null while it cannot. */
function checkoutOf({ bootcamp, now }: Pick<ActionsProps, 'bootcamp' | 'now'>): string | null {
  // While students choose, its sales have stopped.
  const isChanging = bootcamp.classChange !== null && bootcamp.classChange !== 'done'
  const isActive =
    bootcamp.status === 'active' && !isDraft(bootcamp) && !isCanceled(bootcamp) && !isChanging
  const isOnSale = isActive && phaseOf(bootcamp, now) === 'ahead'
  return isOnSale ? `/checkout?bootcamp=${bootcamp.id}` : null
}

export function DraftNotice({
  bootcamp,
  desk,
  now,
}: Pick<ActionsProps, 'bootcamp' | 'desk' | 'now'>) {
  const saleTime = saleTimeOf(bootcamp)
  const isBusy = desk.isBusy(bootcamp.id)
  const isMissed = saleTime !== null && phaseOf(bootcamp, now) !== 'ahead'
  const words = isMissed
    ? 'Nobody could buy a seat. Move it to a later date to sell it.'
    : `Nobody can see it or buy a seat until ${saleTime ? 'then' : 'you publish it'}.`
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-build-soft p-4 text-build">
      <p role="status">
        <strong className="font-semibold">{saleTime ? `${saleTime}.` : 'Not on sale yet.'}</strong>{' '}
        {words}
      </p>
      <div className="flex flex-wrap gap-2">
        {saleTime && !isMissed ? (
          <>
            <Button
              variant="outline"
              size="sm"
              disabled={isBusy}
              onClick={() => desk.unschedule(bootcamp)}
            >
              Cancel publishing
            </Button>
            <Button size="sm" disabled={isBusy} onClick={() => desk.publish(bootcamp)}>
              Publish now
            </Button>
          </>
        ) : (
          <>
            <Button
              variant="outline"
              size="sm"
              onClick={() => desk.open({ kind: 'publish-at', drafts: [bootcamp] })}
            >
              Publish at a time…
            </Button>
            <Button size="sm" onClick={() => desk.open({ kind: 'edit', bootcamp })}>
              Edit and publish
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

interface Act {
  name: string
  icon: ReactNode
  run: () => void
  isFrequent?: true
}

function actsOf(props: ActionsProps): Act[] {
  return [...(props.canEdit ? editActs(props) : []), ...classActs(props)]
}

function classActs({ onChangeClass }: ActionsProps): Act[] {
  if (!onChangeClass) return []
  return [
    {
      name: 'Move class…',
      icon: <CalendarClock aria-hidden />,
      run: () => onChangeClass('move'),
    },
    {
      name: 'Cancel class…',
      icon: <CalendarX aria-hidden />,
      run: () => onChangeClass('cancel'),
    },
  ]
}

function editActs({ bootcamp, desk }: ActionsProps): Act[] {
  const shelf: Act =
    bootcamp.status === 'active'
      ? { name: 'Archive', icon: <Archive aria-hidden />, run: () => desk.archive(bootcamp) }
      : {
          name: 'Unarchive',
          icon: <ArchiveRestore aria-hidden />,
          run: () => desk.unarchive(bootcamp),
        }
  return [
    {
      name: 'Edit',
      icon: <Pencil aria-hidden />,
      run: () => desk.open({ kind: 'edit', bootcamp }),
      isFrequent: true,
    },
    { name: 'Clone', icon: <Copy aria-hidden />, run: () => desk.clone(bootcamp) },
    {
      name: 'Copy to dates…',
      icon: <CalendarPlus aria-hidden />,
      run: () => desk.open({ kind: 'copies', bootcamp }),
      isFrequent: true,
    },
    // A canceled class goes to the archive when its refunds are done, and stays there.
    ...(isCanceled(bootcamp) ? [] : [shelf]),
  ]
}

async function copyLink(address: string) {
  try {
    await navigator.clipboard.writeText(address)
    toast({ title: 'Checkout link copied' })
  } catch {
    toast({
      title: 'Error',
      description: "Your browser doesn't allow copying.",
      variant: 'destructive',
    })
  }
}

/** Two at hand and the rest behind one button; on a phone the people come first: all behind it. */
export function Actions(props: ActionsProps & { isNarrow: boolean }) {
  const { bootcamp, desk, isNarrow } = props
  const checkout = checkoutOf(props)
  const isBusy = desk.isBusy(bootcamp.id)
  const acts = actsOf(props)
  const atHand = isNarrow ? [] : acts.filter(({ isFrequent }) => isFrequent)
  const others = acts.filter((act) => !atHand.includes(act))
  return (
    <>
      {atHand.map(({ name, icon, run }) => (
        <Button key={name} variant="outline" disabled={isBusy} onClick={run}>
          {icon}
          {name}
        </Button>
      ))}
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="outline"
            icon
            aria-label="More actions"
            busy={isBusy}
            className="max-md:ml-auto"
          >
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {others.map(({ name, icon, run }) => (
            <DropdownMenuItem key={name} onSelect={run}>
              {icon}
              {name}
            </DropdownMenuItem>
          ))}
          {checkout && (
            <>
              <DropdownMenuItem asChild>
                <a href={checkout} target="_blank" rel="noreferrer">
                  <ExternalLink aria-hidden />
                  View on site
                </a>
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={() => void copyLink(`${site.url}${checkout}`)}>
                <Link2 aria-hidden />
                Copy checkout link
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  )
}
