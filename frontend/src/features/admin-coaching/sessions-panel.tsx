/** The coach's list: what is ahead, what is past, and who has not picked a time yet. */
import { CalendarClock, CalendarX2 } from 'lucide-react'
import { EmptyState } from '@/components/ui/empty-state'
import { Tabs, TabsContent } from '@/components/ui/tabs'
import { DataList } from '@/features/admin-kit/data-list'
import { SearchField } from '@/features/admin-kit/search-field'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { IN_PLACE, oneOf, readPage, useListParams } from '@/features/admin-kit/use-list-params'
import { ViewTabs } from '@/features/admin-kit/view-tabs'
import { formatDay, formatWeekday } from '@/lib/dates'
import { useNarrow } from '@/lib/use-narrow'
import { CoachFilter } from './coach-filter'
import { type DeskSession, type Shown, useDeskSessions } from './desk-sessions'
import { RemindAll } from './remind-button'
import { SessionCard, sessionColumns } from './session-row'

/** The server takes no more. */
const HIGHEST_PAGE = 100_000
const LONGEST_SEARCH = 100
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
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH),
    coach: Number(params.get('coach')) || null,
    shown: oneOf(SHOWN, params.get('shown')) ?? ('upcoming' as Shown),
    page: readPage(params, HIGHEST_PAGE),
  }
}

/** An agenda by day, in the coach's zone as the times beside it. */
function dayOf({ scheduledDate, timezone }: DeskSession): string {
  return scheduledDate
    ? `${formatWeekday(scheduledDate, timezone)}, ${formatDay(scheduledDate, timezone)}`
    : ''
}

export function SessionsPanel() {
  const { chosen, text, setText, choose } = useListParams(read)
  const { shown, page, coach } = chosen
  const query = useDeskSessions(chosen)
  const isNarrow = useNarrow()
  const which = <ViewTabs label="Which sessions" views={tabs} />
  return (
    <Tabs
      value={shown}
      onValueChange={(next) => choose({ shown: oneOf(SHOWN, next) ?? 'upcoming' }, IN_PLACE)}
    >
      <SectionTools
        tabs={!isNarrow && which}
        filters={
          <>
            {/* On a phone there is room for one line of tools, which is scrolled. */}
            {isNarrow && <div className="shrink-0">{which}</div>}
            <SearchField
              label="Search sessions"
              placeholder="Search by name, email or bootcamp"
              text={text}
              onTextChange={setText}
            />
            {shown !== 'waiting' && (
              <CoachFilter coach={coach} onChange={(next) => choose({ coach: next }, IN_PLACE)} />
            )}
          </>
        }
        actions={shown === 'waiting' && query.data && query.data.total > 0 && <RemindAll />}
      />
      <TabsContent value={shown}>
        <DataList
          words={words}
          query={query}
          page={page}
          onPageChange={(next) => choose({ page: next })}
          idOf={({ id }) => id}
          columns={sessionColumns}
          groupOf={shown === 'waiting' ? undefined : dayOf}
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
