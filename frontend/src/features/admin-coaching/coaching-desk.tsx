/** The coaching desk: who meets whom, and when coaches can be met. */
import { useSearchParams } from 'react-router'
import { Tabs, TabsContent } from '@/components/ui/tabs'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { IN_PLACE } from '@/features/admin-kit/use-list-params'
import { ViewTabs } from '@/features/admin-kit/view-tabs'
import { CoachesPanel } from './coaches-panel'
import { SessionsPanel } from './sessions-panel'

const views = [
  { value: 'sessions', name: 'Sessions' },
  { value: 'coaches', name: 'Coaches' },
] as const

export function CoachingDesk() {
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'coaches' ? 'coaches' : 'sessions'
  return (
    <Tabs
      value={view}
      onValueChange={(next) => setParams(next === 'coaches' ? { view: next } : {}, IN_PLACE)}
      className="gap-2.5"
    >
      <SectionTools tabs={<ViewTabs label="Coaching" views={views} />} />
      <TabsContent value="sessions">
        <SessionsPanel />
      </TabsContent>
      <TabsContent value="coaches">
        <CoachesPanel />
      </TabsContent>
    </Tabs>
  )
}
