/** The coaching desk: who meets whom, and when coaches can be met. */
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { CoachesPanel } from './coaches-panel'
import { SessionsPanel } from './sessions-panel'

export function CoachingDesk() {
  return (
    <Tabs defaultValue="sessions">
      <TabsList aria-label="Coaching">
        <TabsTrigger value="sessions">Sessions</TabsTrigger>
        <TabsTrigger value="coaches">Coaches</TabsTrigger>
      </TabsList>
      <TabsContent value="sessions">
        <SessionsPanel />
      </TabsContent>
      <TabsContent value="coaches">
        <CoachesPanel />
      </TabsContent>
    </Tabs>
  )
}
