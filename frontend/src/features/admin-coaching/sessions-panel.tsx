/** The coach's list: what is ahead, what is past, and who has not picked a time yet. */
import { CalendarClock, CalendarX2 } from 'lucide-react'
import { EmptyState } from '@/components/ui/empty-state'
import { Tabs, TabsContent } from '@/components/ui/tabs'
import { DataList } from '@/features/admin-kit/data-list'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { IN_PLACE, oneOf, readPage, useListParams } from '@/features/admin-kit/use-list-params'
import { ViewTabs } from '@/features/admin-kit/view-tabs'
import { type Shown, useDeskSessions } from './desk-sessions'
import { SessionCard, sessionColumns } from './session-row'

/** The server takes no more. */
const HIGHEST_PAGE = 100_000
const SHOWN = ['upcoming', 'past', 'waiting'] as const

const tabs: readonly { value: Shown; name: string }[] = [
  { value: 'upcoming', name: 'Upcoming' },
  { value: 'past', name: 'Past' },
  { value: 'waiting', name: 'Waiting' },
]
const emptyWords: Record<Shown, string> = {
  upcoming: 'No upcoming sessions.',
  past: 'No past sessions yet.',
  waiting: 'Everyone has picked a time.',
}
const words = {
  label: 'Coaching sessions',
  one: 'session',
  many: 'sessions',
  failed: "The sessions couldn't be loaded",
  pages: 'Pages of sessions',
}

function read(params: URLSearchParams) {
  return {
    search: '',
    shown: oneOf(SHOWN, params.get('shown')) ?? ('upcoming' as Shown),
    page: readPage(params, HIGHEST_PAGE),
  }
}

export function SessionsPanel() {
  const { chosen, choose } = useListParams(read)
  const { shown, page } = chosen
  const query = useDeskSessions(shown, page)
  return (
    <Tabs
      value={shown}
      onValueChange={(next) => choose({ shown: oneOf(SHOWN, next) ?? 'upcoming' }, IN_PLACE)}
    >
      <SectionTools tabs={<ViewTabs label="Which sessions" views={tabs} />} />
      <TabsContent value={shown}>
        <DataList
          words={words}
          query={query}
          page={page}
          onPageChange={(next) => choose({ page: next })}
          idOf={({ id }) => id}
          columns={sessionColumns}
          card={(session) => <SessionCard session={session} />}
          empty={
            <EmptyState
              icon={shown === 'past' ? CalendarX2 : CalendarClock}
              title={emptyWords[shown]}
            >
              Sessions appear here once students have bought a bootcamp with coaching.
            </EmptyState>
          }
        />
      </TabsContent>
    </Tabs>
  )
}
