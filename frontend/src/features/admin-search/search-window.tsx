/** The desk's search: a few letters lead to a person, a purchase, a bootcamp, an email, a code or an act. */
import { keepPreviousData } from '@tanstack/react-query'
import { Command } from 'cmdk'
import {
  CalendarDays,
  CornerDownLeft,
  Mail,
  ReceiptText,
  Search,
  TicketPercent,
  User,
  Zap,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import { StatusBadge } from '@/components/status-badge'
import { Badge } from '@/components/ui/badge'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { type OpensAct, personPath, purchasePath } from '@/features/admin-kit/record-links'
import { cohortName } from '@/lib/cohorts'
import { useSettled } from '@/lib/use-settled'
import { type Act, actsFor, withoutAct } from './acts'

export interface Place {
  to: string
  label: string
}

interface SearchWindowProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The sections of the desk, found by their names. */
  places: readonly Place[]
}

const LONGEST = 100
/** Fewer are in everybody's name; digits may be a receipt's number. */
const FEWEST = 3

/** Whether the answer is still to these words. */
function isWaiting(typed: string, settled: string, isFetching: boolean): boolean {
  const words = withoutAct(typed)
  return isSearch(words) && (words !== settled || isFetching)
}

const isSearch = (words: string) =>
  /^\d+$/.test(words) || words.split(/\s+/).some((word) => word.length >= FEWEST)

/** The log, narrowed to this one as far as its search can. */
function logOf(recipient: string, subject: string): string {
  const search = `${recipient} ${subject}`.slice(0, LONGEST)
  return `/admin/communications/log?${new URLSearchParams({ search })}`
}

export function SearchWindow({ isOpen, onOpenChange, places }: SearchWindowProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title="Search"
        className="content-start gap-3 p-4 max-sm:h-[92dvh] sm:top-24 sm:max-w-xl sm:translate-y-0 sm:p-4"
      >
        <Finder places={places} close={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}

function Finder({ places, close }: { places: readonly Place[]; close: () => void }) {
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const typed = words.trim()
  // "Refund FR-000159" looks for the purchase: the act is no part of anybody's name.
  const settled = useSettled(withoutAct(typed))
  const wanted = isSearch(settled)
  const found = $api.useQuery(
    'get',
    '/api/admin/search',
    { params: { query: { q: settled } } },
    { enabled: wanted, placeholderData: keepPreviousData },
  )
  const go = (to: string, state?: OpensAct) => {
    close()
    void navigate(to, { state })
  }
  const {
    people = [],
    purchases = [],
    bootcamps = [],
    emails = [],
    codes = [],
  } = (wanted && found.data) || {}
  const acts = actsFor(typed, isWaiting(typed, settled, found.isFetching) ? [] : purchases)
  const named = places.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
  const waits = isWaiting(typed, settled, found.isFetching)

  // Enter may come before the answer: it means the first of what these words find, not of the last ones.
  const [pressedFor, setPressedFor] = useState('')
  const first: Act | undefined =
    acts.first[0] ??
    people.map(({ id, email }) => ({ to: personPath({ userId: id, email }) }))[0] ??
    bootcamps.map(({ id }) => ({ to: `/admin/bootcamps/${id}` }))[0] ??
    purchases.map(({ id }) => ({ to: purchasePath(id) }))[0] ??
    codes.map(({ id }) => ({ to: `/admin/codes/${id}` }))[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: `go` is new each time and always the same.
  useEffect(() => {
    if (!pressedFor || waits) return
    setPressedFor('')
    if (pressedFor === typed && first) go(first.to, first.state)
  }, [pressedFor, waits, typed, first])
  const waitWithEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !waits) return
    event.preventDefault()
    setPressedFor(typed)
  }

  const actGroup = (shown: ReturnType<typeof actsFor>['first']) =>
    shown.length > 0 && (
      <Command.Group heading="Actions">
        {shown.map(({ label, to, state }) => (
          <Row
            key={label}
            value={`act ${label}`}
            isOld={waits && (state?.act === 'refund' || state?.act === 'move')}
            icon={<Zap />}
            go={() => go(to, state)}
          >
            <Words main={label} more="" />
          </Row>
        ))}
      </Command.Group>
    )

  return (
    // What is found is the server's to say.
    <Command
      shouldFilter={false}
      label="Search the desk"
      onKeyDown={waitWithEnter}
      className="grid min-w-0 gap-3"
    >
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted-foreground"
        />
        <Command.Input
          value={words}
          onValueChange={(next) => {
            setWords(next)
            setPressedFor('')
          }}
          maxLength={LONGEST}
          placeholder="Name, email, receipt number, bootcamp or action"
          className="h-12 w-full rounded-md border bg-background pr-3 pl-10 text-base outline-none placeholder:text-muted-foreground focus-visible:ring-2 focus-visible:ring-ring"
        />
      </div>
      <Command.List className="max-h-[62dvh] sm:max-h-[min(30rem,62dvh)] min-h-24 overflow-y-auto overscroll-contain [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted-foreground">
        {!waits && !found.isError && (
          <Command.Empty className="px-3 py-6 text-center text-muted-foreground">
            {isSearch(withoutAct(typed))
              ? `Nothing found for “${typed}”.`
              : 'Type at least 3 characters.'}
          </Command.Empty>
        )}
        {found.isError && wanted && (
          <p role="alert" className="px-3 py-6 text-center text-destructive">
            {errorMessage(found.error, 'Check your connection and try again.')}
          </p>
        )}
        {actGroup(acts.first)}
        {people.length > 0 && (
          <Command.Group heading="People">
            {people.map(({ id, name, email }) => (
              <Row
                key={id ?? email}
                value={`person ${id ?? email}`}
                isOld={waits}
                icon={<User />}
                go={() => go(personPath({ userId: id, email }))}
              >
                <Words main={name || email} more={name ? email : ''} />
                {id === null && <Badge tone="outline">Guest</Badge>}
              </Row>
            ))}
          </Command.Group>
        )}
        {bootcamps.length > 0 && (
          <Command.Group heading="Bootcamps">
            {bootcamps.map((bootcamp) => (
              <Row
                key={bootcamp.id}
                value={`bootcamp ${bootcamp.id}`}
                isOld={waits}
                icon={<CalendarDays />}
                go={() => go(`/admin/bootcamps/${bootcamp.id}`)}
              >
                <Words
                  main={cohortName(bootcamp.name, bootcamp)}
                  more={bootcamp.status === 'archived' ? 'Archived' : ''}
                />
              </Row>
            ))}
          </Command.Group>
        )}
        {purchases.length > 0 && (
          <Command.Group heading="Purchases">
            {purchases.map(({ id, receiptNumber, customer, email, packageName, status }) => (
              <Row
                key={id}
                value={`purchase ${id}`}
                isOld={waits}
                icon={<ReceiptText />}
                go={() => go(purchasePath(id))}
              >
                <Words main={customer || email} more={`${receiptNumber} · ${packageName}`} />
                <StatusBadge status={status} />
              </Row>
            ))}
          </Command.Group>
        )}
        {codes.length > 0 && (
          <Command.Group heading="Codes">
            {codes.map(({ id, code, worth, note }) => (
              <Row
                key={id}
                value={`code ${id}`}
                isOld={waits}
                icon={<TicketPercent />}
                go={() => go(`/admin/codes/${id}`)}
              >
                <Words main={code} more={[worth, note].filter(Boolean).join(' · ')} />
              </Row>
            ))}
          </Command.Group>
        )}
        {emails.length > 0 && (
          <Command.Group heading="Emails">
            {emails.map(({ id, subject, recipient }) => (
              <Row
                key={id}
                value={`email ${id}`}
                isOld={waits}
                icon={<Mail />}
                go={() => go(logOf(recipient, subject))}
              >
                <Words main={subject} more={recipient} />
              </Row>
            ))}
          </Command.Group>
        )}
        {named.length > 0 && (
          <Command.Group heading="Go to">
            {named.map(({ to, label }) => (
              <Row key={to} value={`place ${to}`} icon={<CornerDownLeft />} go={() => go(to)}>
                <Words main={label} more="" />
              </Row>
            ))}
          </Command.Group>
        )}
        {actGroup(acts.beside)}
      </Command.List>
      <p role="status" className="sr-only">
        {waits ? 'Searching' : ''}
      </p>
    </Command>
  )
}

interface RowProps {
  value: string
  /** Of other words than those typed now: shown, and not to be opened. */
  isOld?: boolean
  icon: ReactNode
  go: () => void
  children: ReactNode
}

function Row({ value, isOld = false, icon, go, children }: RowProps) {
  return (
    <Command.Item
      value={value}
      disabled={isOld}
      onSelect={go}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 data-[selected=true]:bg-surface-2 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted-foreground"
    >
      {icon}
      {children}
    </Command.Item>
  )
}

function Words({ main, more }: { main: string; more: string }) {
  return (
    <span className="grid min-w-0 flex-1">
      <span className="truncate font-medium">{main}</span>
      {more && <span className="truncate text-sm text-muted-foreground">{more}</span>}
    </span>
  )
}
