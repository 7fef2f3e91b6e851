/** Who did what, when, and as whom: to be read and searched, never changed. */
import { keepPreviousData } from '@tanstack/react-query'
import { ScrollText, SearchX } from 'lucide-react'
import { $api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { DataList } from '@/features/admin-kit/data-list'
import { datedFile, ExportButton } from '@/features/admin-kit/export-button'
import { SearchField } from '@/features/admin-kit/search-field'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { AuditCard, auditColumns } from './audit-entries'
import { AuditChips, AuditFilterButton } from './audit-filters'
import { type AuditSearch, useAuditSearch } from './use-audit-search'

const words = {
  label: 'Audit log',
  one: 'entry',
  many: 'entries',
  failed: "The audit log couldn't be loaded",
  pages: 'Pages of the audit log',
}

export function AuditSection() {
  const search = useAuditSearch()
  const { page, text, setText, goToPage, clear } = search
  const query = $api.useQuery(
    'get',
    '/api/admin/audit',
    { params: { query: { ...search.query, page } } },
    // An audit log that is a minute old is an old one, unlike most of what we show.
    { staleTime: 0, placeholderData: keepPreviousData },
  )
  return (
    <div className="grid min-w-0 gap-2.5">
      <SectionTools
        filters={
          <>
            <SearchField
              label="Search the audit log"
              placeholder="Search by person, action or id"
              text={text}
              onTextChange={setText}
            />
            <AuditFilterButton search={search} />
          </>
        }
        actions={
          <ExportButton
            address={`/api/admin/audit/export?${new URLSearchParams(search.query)}`}
            fileName={datedFile('audit')}
            failed="The audit log couldn't be exported. Please try again."
          />
        }
      />
      <AuditChips search={search} />
      <DataList
        words={words}
        query={query}
        page={page}
        onPageChange={goToPage}
        idOf={({ id }) => id}
        columns={auditColumns}
        card={(entry) => <AuditCard entry={entry} />}
        empty={<NothingFound search={search} onClear={clear} />}
      />
      <p className="text-sm text-muted-foreground">
        Entries are recorded automatically and can't be changed or removed.
      </p>
    </div>
  )
}

function NothingFound({ search, onClear }: { search: AuditSearch; onClear: () => void }) {
  if (!search.search && !search.isNarrowed) {
    return (
      <EmptyState icon={ScrollText} title="No entries yet">
        Sign-ins, role changes, impersonations and other important actions will be listed here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={SearchX}
      title="No entries found"
      action={
        <Button variant="outline" onClick={onClear}>
          {search.isNarrowed ? 'Clear filters' : 'Clear search'}
        </Button>
      }
    >
      {search.search ? `No entries match “${search.search}”.` : 'No entries match these filters.'}
    </EmptyState>
  )
}
