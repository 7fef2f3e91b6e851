/** The desk's search: a few letters lead to a person, a purchase, a bootcamp or a section. */
import { keepPreviousData } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { CalendarDays, CornerDownLeft, ReceiptText, Search, User } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import { StatusBadge } from '@/components/status-badge'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { cohortName } from '@/lib/cohorts'
import { useSettled } from './use-settled'

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

const isSearch = (words: string) =>
  /^\d+$/.test(words) || words.split(/\s+/).some((word) => word.length >= FEWEST)

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
  const settled = useSettled(typed)
  const wanted = isSearch(settled)
  const found = $api.useQuery(
    'get',
    '/api/admin/search',
    { params: { query: { q: settled } } },
    { enabled: wanted, placeholderData: keepPreviousData },
  )
  const go = (to: string) => {
    close()
    void navigate(to)
  }
  const { people = [], purchases = [], bootcamps = [] } = (wanted && found.data) || {}
  const named = places.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()))
  const isWaiting = isSearch(typed) && (typed !== settled || found.isFetching)

  // Enter may come before the answer: it means the first of what these words find, not of the last ones.
  const [pressedFor, setPressedFor] = useState('')
  const first =
    people.map(({ id }) => `/admin/users/${id}`)[0] ??
    bootcamps.map(({ id }) => `/admin/bootcamps/${id}`)[0] ??
    purchases.map(({ id }) => `/admin/purchases/${id}`)[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: `go` is new each time and always the same.
  useEffect(() => {
    if (!pressedFor || isWaiting) return
    setPressedFor('')
    if (pressedFor === typed && first) go(first)
  }, [pressedFor, isWaiting, typed, first])
  const waitWithEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isWaiting) return
    event.preventDefault()
    setPressedFor(typed)
  }

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
          placeholder="Name, email, receipt number or bootcamp"
          className="h-12 w-full rounded-md border bg-background pr-3 pl-10 text-base outline-none placeholder:text-muted-foreground focus-visible:ring-2 focus-visible:ring-ring"
        />
      </div>
      <Command.List className="max-h-[62dvh] sm:max-h-[min(30rem,62dvh)] min-h-24 overflow-y-auto overscroll-contain [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted-foreground">
        {!isWaiting && !found.isError && (
          <Command.Empty className="px-3 py-6 text-center text-muted-foreground">
            {isSearch(typed) ? `Nothing found for “${typed}”.` : 'Type at least 3 characters.'}
          </Command.Empty>
        )}
        {found.isError && wanted && (
          <p role="alert" className="px-3 py-6 text-center text-destructive">
            {errorMessage(found.error, 'Check your connection and try again.')}
          </p>
        )}
        {people.length > 0 && (
          <Command.Group heading="People">
            {people.map(({ id, name, email }) => (
              <Row
                key={id}
                value={`person ${id}`}
                isOld={isWaiting}
                icon={<User />}
                go={() => go(`/admin/users/${id}`)}
              >
                <Words main={name || email} more={name ? email : ''} />
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
                isOld={isWaiting}
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
                isOld={isWaiting}
                icon={<ReceiptText />}
                go={() => go(`/admin/purchases/${id}`)}
              >
                <Words main={customer || email} more={`${receiptNumber} · ${packageName}`} />
                <StatusBadge status={status} />
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
      </Command.List>
      <p role="status" className="sr-only">
        {isWaiting ? 'Searching' : ''}
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
