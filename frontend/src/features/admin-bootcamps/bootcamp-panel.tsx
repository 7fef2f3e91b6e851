/** The bootcamps in their three tabs, and the windows in which they are worked on. */
import { GraduationCap, Plus, SearchX } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Tabs, TabsContent } from '@/components/ui/tabs'
import { DataList } from '@/features/admin-kit/data-list'
import { SearchField } from '@/features/admin-kit/search-field'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { ViewTabs } from '@/features/admin-kit/view-tabs'
import type { AdminBootcamp } from './bootcamp-form'
import { BootcampCard, bootcampColumns } from './bootcamp-rows'
import { useBootcampDesk } from './use-bootcamp-desk'
import { useBootcamps } from './use-bootcamps'
import { useShownBootcamps, type View, views } from './use-shown-bootcamps'

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
const NONE: readonly AdminBootcamp[] = []

interface BootcampPanelProps {
  pageSize: number
  /** Beside something else there is no room for columns, nor need for a search. */
  layout: 'table' | 'cards'
}

export function BootcampPanel({ pageSize, layout }: BootcampPanelProps) {
  const desk = useBootcampDesk()
  const { data, error, refetch, isFetching } = useBootcamps()
  const list = useShownBootcamps(data ?? NONE, pageSize)
  const content = useKeptFocus(data)
  const tabs = views.map((value) => ({
    value,
    name: data ? `${viewNames[value]} (${list.counts[value]})` : viewNames[value],
  }))
  const create = (
    <Button size="sm" onClick={() => desk.open({ kind: 'create' })}>
      <Plus aria-hidden />
      Create Bootcamp
    </Button>
  )
  return (
    <Tabs value={list.view} onValueChange={list.showView} className="content-start gap-2.5">
      <SectionTools
        tabs={<ViewTabs label="Bootcamps by status" views={tabs} />}
        actions={layout === 'cards' && create}
      />
      {layout === 'table' && (
        <SectionTools
          filters={
            <SearchField
              label="Search bootcamps"
              placeholder="Search by name or date"
              text={list.text}
              onTextChange={list.setText}
            />
          }
          actions={create}
        />
      )}
      <TabsContent ref={content} value={list.view}>
        <DataList
          words={words}
          query={{ data: data && list, error, refetch, isFetching, isPlaceholderData: false }}
          page={list.page}
          onPageChange={list.showPage}
          pageSize={pageSize}
          layout={layout}
          idOf={({ id }) => id}
          columns={bootcampColumns(desk)}
          card={(bootcamp) => <BootcampCard bootcamp={bootcamp} desk={desk} />}
          isBusy={({ id }) => desk.isBusy(id)}
          empty={
            list.search ? (
              <NothingFound search={list.search} onClear={list.clear} />
            ) : (
              <NoBootcamps view={list.view} />
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
function useKeptFocus(bootcamps: readonly AdminBootcamp[] | undefined) {
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
          Clear search
        </Button>
      }
    >
      No bootcamps match “{search}”.
    </EmptyState>
  )
}
