/** What the log is narrowed by: chosen in one window, shown as chips that take themselves away. */
import { ListFilter } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { $api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Combobox } from '@/components/ui/combobox'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { FilterChip } from '@/features/admin-kit/filter-chip'
import { rangeWords } from '@/features/admin-kit/range-words'
import { receiptNumber } from '@/features/admin-kit/record-links'
import type { AuditSearch } from './use-audit-search'

/** They change with a release only. */
function useActs(enabled: boolean) {
  const { data } = $api.useQuery(
    'get',
    '/api/admin/audit/acts',
    {},
    { staleTime: Number.POSITIVE_INFINITY, enabled },
  )
  return data ?? []
}

export function AuditFilterButton({ search }: { search: AuditSearch }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" className="md:h-10" onClick={() => setIsOpen(true)}>
        <ListFilter aria-hidden />
        Filter
      </Button>
      {isOpen && <FilterDialog search={search} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function FilterDialog({ search, onClose }: { search: AuditSearch; onClose: () => void }) {
  const [who, setWho] = useState(search.who ?? '')
  const [act, setAct] = useState(search.act ?? '')
  const [since, setSince] = useState(search.since ?? '')
  const [until, setUntil] = useState(search.until ?? '')
  const isBackwards = since !== '' && until !== '' && since > until
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBackwards) return
    search.narrow({
      who: who.trim() || null,
      act: act || null,
      since: since || null,
      until: until || null,
    })
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title="Filter the audit log" description="Days are the operator's.">
        <form noValidate aria-label="Filter the audit log" className="grid gap-5" onSubmit={submit}>
          <Field label="Who" hint="Part of a name or an email address.">
            <Input
              autoComplete="off"
              maxLength={100}
              value={who}
              onChange={(event) => setWho(event.target.value)}
            />
          </Field>
          <Field label="Action">
            <ActPicker value={act} onChange={setAct} />
          </Field>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <Field label="From">
              <Input type="date" value={since} onChange={(event) => setSince(event.target.value)} />
            </Field>
            <Field label="To" error={isBackwards ? 'Choose a day after the first' : null}>
              <Input type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
            </Field>
          </div>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit">Apply</Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

function ActPicker({ value, onChange }: { value: string; onChange: (act: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const acts = useActs(true)
  const sought = text.trim().toLowerCase()
  const options = [{ act: '', words: 'Any action' }, ...acts]
    .filter(({ words }) => words.toLowerCase().includes(sought))
    .map(({ act, words }) => ({ value: act, label: words }))
  return (
    <Combobox
      searchLabel="Search actions"
      options={options}
      value={value}
      onValueChange={onChange}
      text={text}
      onTextChange={setText}
      isLoading={acts.length === 0}
      open={isOpen}
      onOpenChange={setIsOpen}
      placeholder="Any action"
    />
  )
}

export function AuditChips({ search }: { search: AuditSearch }) {
  const { who, act, since, until, subjectType, subjectId, narrow } = search
  const acts = useActs(act !== null)
  if (!search.isNarrowed) return null
  const actWords = acts.find((one) => one.act === act)?.words ?? act
  return (
    <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-2">
      {who && <FilterChip label={`By ${who}`} onRemove={() => narrow({ who: null })} />}
      {actWords && <FilterChip label={actWords} onRemove={() => narrow({ act: null })} />}
      {(since !== null || until !== null) && (
        <FilterChip
          label={rangeWords(since, until)}
          onRemove={() => narrow({ since: null, until: null })}
        />
      )}
      {(subjectType || subjectId) && (
        <FilterChip
          label={recordWords(subjectType ?? '', subjectId ?? '')}
          onRemove={() => narrow({ subjectType: null, subjectId: null })}
        />
      )}
    </div>
  )
}

function recordWords(kind: string, id: string): string {
  if (kind === 'purchase' && /^\d+$/.test(id)) return receiptNumber(Number(id))
  const name = kind.replaceAll('_', ' ')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${id}`.trim()
}
