/** How the business develops: charts of three questions, and the books of a month for the accountant. */
import { Tabs, TabsContent } from '@/components/ui/tabs'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { ViewTabs } from '@/features/admin-kit/view-tabs'
import { useRights } from '@/session/rights'
import { BooksView } from './books-view'
import { useChoice } from './choice'
import { FunnelCard } from './funnel-card'
import { RevenueCard } from './revenue-card'
import { SeatsCard } from './seats-card'

const views = [
  { value: 'charts', label: 'Charts', name: 'Charts' },
  { value: 'books', label: 'Books', name: 'Books' },
] as const

export function StatisticsSection() {
  const may = useRights()
  const { value, choose } = useChoice('view', views, 'charts')
  if (!may('money')) return <Charts />
  return (
    <Tabs
      value={value}
      onValueChange={(next) => choose(next === 'books' ? 'books' : 'charts')}
      className="gap-2.5"
    >
      <SectionTools tabs={<ViewTabs label="Statistics" views={views} />} />
      <TabsContent value="charts">
        <Charts />
      </TabsContent>
      <TabsContent value="books">
        <BooksView />
      </TabsContent>
    </Tabs>
  )
}

function Charts() {
  const may = useRights()
  return (
    <div className="grid min-w-0 gap-3">
      {may('money') && <RevenueCard />}
      <div className="grid min-w-0 items-start gap-3 xl:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <SeatsCard />
        <FunnelCard />
      </div>
    </div>
  )
}
