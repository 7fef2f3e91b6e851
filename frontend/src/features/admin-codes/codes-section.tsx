/** Discount codes: found, made, generated and paused. */
import { ListPlus, Plus, SearchX, TicketPercent } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Select } from '@/components/ui/select'
import { DataList } from '@/features/admin-kit/data-list'
import { ExportButton } from '@/features/admin-kit/export-button'
import { FilterChip } from '@/features/admin-kit/filter-chip'
import { actOf } from '@/features/admin-kit/record-links'
import { SearchField } from '@/features/admin-kit/search-field'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { viewerZone } from '@/lib/dates'
import { useNarrow } from '@/lib/use-narrow'
import { useRights } from '@/session/rights'
import { CodeCard, codeColumns } from './code-rows'
import { states, useCodes, usePauseCode } from './codes'
import { lotFile } from './lots'
import { type CodeSearch, useCodeSearch } from './use-code-search'

// With the first window come the code of forms and their rules, which the list can do without.
const CodeDialog = lazy(async () => ({ default: (await import('./code-dialog')).CodeDialog }))
const GenerateDialog = lazy(async () => ({
  default: (await import('./generate-dialog')).GenerateDialog,
}))

const words = {
  label: 'Code list',
  one: 'code',
  many: 'codes',
  failed: "Codes couldn't be loaded",
  pages: 'Pages of codes',
}

/** A list to pick from cannot hold an empty value. */
const ALL = 'all'
const stateOptions = [
  { value: ALL, label: 'Any state' },
  ...Object.entries(states).map(([value, { name }]) => ({ value, label: name })),
]
const audienceOptions = [
  { value: ALL, label: 'All codes' },
  { value: 'everybody', label: 'For everybody' },
  { value: 'personal', label: 'Personal' },
  { value: 'generated', label: 'Generated' },
]

type Open = 'create' | 'generate' | null

export function CodesSection() {
  const search = useCodeSearch()
  const codes = useCodes(search.query)
  const may = useRights()
  const isNarrow = useNarrow()
  const pause = usePauseCode()
  const asked = actOf(useLocation().state)?.act === 'create'
  const [open, setOpen] = useState<Open>(asked ? 'create' : null)
  const zone = codes.data?.timezone ?? viewerZone()
  const canChange = may('catalogue')
  const pausing = canChange ? pause : null
  const { lot } = search.chosen
  return (
    <div className="grid min-w-0 gap-2.5">
      <SectionTools
        filters={<Filters search={search} />}
        actions={
          canChange && (
            <>
              <Button
                variant="outline"
                size="sm"
                icon={isNarrow}
                aria-label="Generate codes"
                onClick={() => setOpen('generate')}
              >
                <ListPlus aria-hidden />
                {!isNarrow && 'Generate'}
              </Button>
              <Button size="sm" onClick={() => setOpen('create')}>
                <Plus aria-hidden />
                New code
              </Button>
            </>
          )
        }
      />
      {lot && (
        <div className="flex flex-wrap items-center gap-2">
          <FilterChip
            label={`Generated together: ${lot}`}
            onRemove={() => search.narrow({ lot: '' })}
          />
          {canChange && <ExportButton {...lotFile(lot)} />}
        </div>
      )}
      <DataList
        words={words}
        query={codes}
        page={search.chosen.page}
        onPageChange={search.goToPage}
        idOf={({ id }) => id}
        columns={codeColumns({ zone, pausing, showsMoney: may('money') })}
        card={(code) => <CodeCard code={code} zone={zone} pausing={pausing} />}
        sorted={{
          by: search.chosen.sort,
          direction: search.chosen.direction,
          onSort: search.sortBy,
        }}
        isBusy={({ id }) => pause.isBusy(id)}
        empty={
          <NothingFound search={search} onCreate={canChange ? () => setOpen('create') : null} />
        }
      />
      <Suspense fallback={null}>
        {open === 'create' && canChange && <CodeDialog zone={zone} onClose={() => setOpen(null)} />}
        {open === 'generate' && <GenerateDialog zone={zone} onClose={() => setOpen(null)} />}
      </Suspense>
    </div>
  )
}

function Filters({ search }: { search: CodeSearch }) {
  const { chosen, narrow } = search
  return (
    <>
      <SearchField
        label="Search codes"
        placeholder="Search by code, note or email"
        text={search.text}
        onTextChange={search.setText}
      />
      <Select
        aria-label="Filter by state"
        options={stateOptions}
        className="w-32 shrink-0 md:h-10"
        value={chosen.state ?? ALL}
        onValueChange={(value) => narrow({ state: search.asState(value) })}
      />
      <Select
        aria-label="Filter by kind"
        options={audienceOptions}
        className="w-36 shrink-0 md:h-10"
        value={chosen.audience ?? ALL}
        onValueChange={(value) => narrow({ audience: search.asAudience(value) })}
      />
    </>
  )
}

interface NothingFoundProps {
  search: CodeSearch
  onCreate: (() => void) | null
}

function NothingFound({ search, onCreate }: NothingFoundProps) {
  if (search.isNarrowed) {
    return (
      <EmptyState
        icon={SearchX}
        title="No codes found"
        action={
          <Button variant="outline" onClick={search.clear}>
            Clear search
          </Button>
        }
      >
        {search.chosen.search
          ? `No codes match “${search.chosen.search}”.`
          : 'No codes match these filters.'}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={TicketPercent}
      title="No codes yet"
      action={onCreate && <Button onClick={onCreate}>New code</Button>}
    >
      A code lowers the price for a partner's audience, a launch, or one person.
    </EmptyState>
  )
}
