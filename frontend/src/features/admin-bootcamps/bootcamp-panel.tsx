/** The bootcamps in their three tabs, and the windows in which they are worked on. */
import { GraduationCap, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Pagination } from '@/components/ui/pagination'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import type { AdminBootcamp } from './bootcamp-form'
import { BootcampRows, type RowLayout } from './bootcamp-rows'
import { BootcampsSkeleton } from './bootcamps-skeleton'
import { DeskWindows } from './desk-windows'
import { type BootcampDesk, useBootcampDesk } from './use-bootcamp-desk'
import { useBootcamps } from './use-bootcamps'
import { useShownBootcamps, type View, views } from './use-shown-bootcamps'

interface BootcampPanelProps {
  pageSize: number
  layout: RowLayout
}

export function BootcampPanel({ pageSize, layout }: BootcampPanelProps) {
  const desk = useBootcampDesk()
  return (
    <div className="grid min-w-0 content-start gap-5">
      <PanelBody desk={desk} pageSize={pageSize} layout={layout} />
      <DeskWindows desk={desk} />
    </div>
  )
}

function PanelBody({ desk, pageSize, layout }: BootcampPanelProps & { desk: BootcampDesk }) {
  const { data, error, refetch, isFetching } = useBootcamps()
  if (error) {
    return (
      <ErrorState
        title="Failed to fetch bootcamps"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <BootcampsSkeleton rows={Math.min(pageSize, 6)} />
  return <BootcampTabs bootcamps={data} desk={desk} pageSize={pageSize} layout={layout} />
}

const viewNames: Record<View, string> = { active: 'Active', archived: 'Archived', all: 'All' }

interface BootcampTabsProps extends BootcampPanelProps {
  bootcamps: AdminBootcamp[]
  desk: BootcampDesk
}

function BootcampTabs({ bootcamps, desk, pageSize, layout }: BootcampTabsProps) {
  const list = useShownBootcamps(bootcamps, pageSize)
  const content = useKeptFocus(bootcamps)
  const create = () => desk.open({ kind: 'create' })
  return (
    <Tabs value={list.view} onValueChange={list.showView}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <TabsList aria-label="Bootcamps by status">
          {views.map((view) => (
            <TabsTrigger key={view} value={view} className="tabular-nums">
              {viewNames[view]} ({list.counts[view]})
            </TabsTrigger>
          ))}
        </TabsList>
        <Button onClick={create}>
          <Plus aria-hidden />
          Create Bootcamp
        </Button>
      </div>
      <TabsContent ref={content} value={list.view} className="grid gap-5">
        {list.shown.length > 0 ? (
          <BootcampRows bootcamps={list.shown} desk={desk} layout={layout} />
        ) : (
          <NoBootcamps view={list.view} />
        )}
        <Pagination
          page={list.page}
          pageCount={list.pageCount}
          onPageChange={list.showPage}
          label="Pages of bootcamps"
        />
      </TabsContent>
    </Tabs>
  )
}

/**
 * A row that leaves the list takes the focus with it, and the keyboard would start again at the
 * top of the page. The list takes it over.
 */
function useKeptFocus(bootcamps: readonly AdminBootcamp[]) {
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
