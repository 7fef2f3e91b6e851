/** The bootcamps in their three tabs, and the windows in which they are worked on. */
import { GraduationCap, Plus, SearchX } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Tabs, TabsContent } from '@/components/ui/tabs'
import { BulkBar } from '@/features/admin-kit/bulk/bulk-bar'
import { useSelection } from '@/features/admin-kit/bulk/selection'
import { DataList } from '@/features/admin-kit/data-list'
import { datedFile, ExportButton } from '@/features/admin-kit/export-button'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { ViewTabs } from '@/features/admin-kit/view-tabs'
import { cohortName } from '@/lib/cohorts'
import { useNarrow } from '@/lib/use-narrow'
import { useRights } from '@/session/rights'
import { BootcampFilters } from './bootcamp-filters'
import { BootcampCard, bootcampColumns } from './bootcamp-rows'
import { useBootcampDesk } from './use-bootcamp-desk'
import { useBootcampList, type View, views } from './use-bootcamp-list'

// With the first window come the code of forms and their rules, which the list can do without.
const DeskWindows = lazy(async () => ({
  default: (await import('./desk-windows')).DeskWindows,
}))

const words = {
  label: 'Bootcamp list',
  one: 'bootcamp',
  many: 'bootcamps',
  failed: 'Failed to fetch bootcamps',
  pages: 'Pages of bootcamps',
}
const viewNames: Record<View, string> = { active: 'Active', archived: 'Archived', all: 'All' }

interface BootcampPanelProps {
  pageSize: number
  /** Beside something else there is no room for columns, nor need for a search. */
  layout: 'table' | 'cards'
}

export function BootcampPanel({ pageSize, layout }: BootcampPanelProps) {
  const desk = useBootcampDesk()
  const list = useBootcampList(pageSize)
  const selection = useSelection(JSON.stringify(list.narrowed))
  const content = useKeptFocus(list.query.data)
  const { counts } = list
  const tabs = views.map((value) => ({
    value,
    name: counts ? `${viewNames[value]} (${counts[value]})` : viewNames[value],
  }))
  const showView = (show: string) =>
    list.choose({ show: views.find((view) => view === show) ?? 'active' })
  const may = useRights()
  const isNarrow = useNarrow()
  const create = may('catalogue') && (
    <Button size="sm" onClick={() => desk.open({ kind: 'create' })}>
      <Plus aria-hidden />
      Create Bootcamp
    </Button>
  )
  return (
    <Tabs value={list.show} onValueChange={showView} className="content-start gap-2.5">
      <SectionTools
        tabs={<ViewTabs label="Bootcamps by status" views={tabs} />}
        actions={layout === 'cards' && create}
      />
      {layout === 'table' && (
        <SectionTools
          filters={<BootcampFilters list={list} />}
          actions={
            <>
              <ExportButton
                address={`/api/admin/bootcamps/export?${new URLSearchParams(list.narrowed)}`}
                fileName={datedFile('bootcamps')}
                failed="The bootcamps couldn't be exported. Please try again."
                isIcon={isNarrow}
              />
              {create}
            </>
          }
        />
      )}
      <TabsContent ref={content} value={list.show} className="grid content-start gap-2.5">
        <BulkBar
          selection={selection}
          subject="bootcamps"
          kinds={['publish', 'early_price', 'archive']}
          words={words}
          page={list.query.data}
          filter={{ bootcamps: list.narrowed }}
        />
        <DataList
          words={words}
          query={list.query}
          choosing={
            layout === 'table' && may('catalogue')
              ? {
                  selection,
                  idOf: ({ id }) => id,
                  nameOf: (bootcamp) => cohortName(bootcamp.name, bootcamp),
                }
              : undefined
          }
          page={list.page}
          onPageChange={(page) => list.choose({ page })}
          pageSize={pageSize}
          layout={layout}
          idOf={({ id }) => id}
          columns={bootcampColumns(desk)}
          card={(bootcamp) => <BootcampCard bootcamp={bootcamp} desk={desk} />}
          sorted={{
            by: list.sort,
            direction: list.direction,
            onSort: (sort, direction) => list.choose({ sort, direction }),
          }}
          isBusy={({ id }) => desk.isBusy(id)}
          empty={
            list.isFiltered ? (
              <NothingFound search={list.search} onClear={list.clear} />
            ) : (
              <NoBootcamps view={list.show} />
            )
          }
        />
      </TabsContent>
      {desk.opened && (
        <Suspense fallback={null}>
          <DeskWindows desk={desk} />
        </Suspense>
      )}
    </Tabs>
  )
}

/**
 * A row that leaves the list takes the focus with it, and the keyboard would start again at the
 * top of the page. The list takes it over.
 */
function useKeptFocus(bootcamps: unknown) {
  const content = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)

  useEffect(() => {
    const note = () => {
      const { activeElement } = document
      if (activeElement !== document.body) {
        hadFocus.current = content.current?.contains(activeElement) ?? false
      }
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list may have lost the row.
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) {
      content.current?.focus({ preventScroll: true })
    }
  }, [bootcamps])
  return content
}

const emptyWords: Record<View, string> = {
  active: 'Create one, or unarchive an earlier one.',
  archived: 'Bootcamps are archived automatically after they end.',
  all: 'Create the first one.',
}

function NoBootcamps({ view }: { view: View }) {
  return (
    <EmptyState icon={GraduationCap} title="No bootcamps available">
      {emptyWords[view]}
    </EmptyState>
  )
}

function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="No bootcamps found"
      action={
        <Button variant="outline" onClick={onClear}>
          {search ? 'Clear search' : 'Clear filters'}
        </Button>
      }
    >
      {search ? `No bootcamps match “${search}”.` : 'No bootcamps match these filters.'}
    </EmptyState>
  )
}
