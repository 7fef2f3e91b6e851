/** What people hear from us, and what visitors wrote; and whom we no longer write to. */
import { useLocation, useNavigate } from 'react-router'
import { $api } from '@/api/client'
import { ErrorState } from '@/components/ui/error-state'
import { Tabs, TabsContent } from '@/components/ui/tabs'
import { useAdminTitle } from '@/features/admin-kit/admin-title'
import { SectionSkeleton } from '@/features/admin-kit/section-skeleton'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { type Template, useTemplateList } from '@/features/admin-kit/template-list'
import { oneOf } from '@/features/admin-kit/use-list-params'
import { ViewTabs } from '@/features/admin-kit/view-tabs'
import { ContactInbox } from './contact-inbox'
import { MessageLog } from './message-log'
import { Notices } from './notices'
import { Suppressions } from './suppressions'
import { TemplatePanel } from './template-panel'

const HERE = '/admin/communications'
const views = ['email', 'sms', 'log', 'inbox', 'suppressed', 'notices'] as const
const names: Record<(typeof views)[number], string> = {
  email: 'Email Templates',
  sms: 'SMS Templates',
  log: 'Message Log',
  inbox: 'Inbox',
  suppressed: 'Suppressed',
  notices: 'Notices',
}

export function CommunicationsSection() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const view = oneOf(views, pathname.split('/')[3] ?? null) ?? 'email'
  useAdminTitle(view === 'email' ? undefined : names[view], 'Communications')
  const templates = useTemplateList()
  const unread = useUnread()
  const count = (type: Template['type']) =>
    templates.data ? ` (${templates.data.filter((each) => each.type === type).length})` : ''
  const counts: Partial<Record<keyof typeof names, string>> = {
    email: count('EMAIL'),
    sms: count('SMS'),
    inbox: unread > 0 ? ` (${unread} unread)` : '',
  }
  const tabs = views.map((value) => ({ value, name: `${names[value]}${counts[value] ?? ''}` }))
  const open = (next: string) =>
    void navigate(next === 'email' ? HERE : `${HERE}/${next}`, { preventScrollReset: true })

  return (
    <Tabs value={view} onValueChange={open} className="gap-2.5">
      <SectionTools tabs={<ViewTabs label="Communications" views={tabs} />} />
      <TabsContent value="email">
        <Templates type="EMAIL" query={templates} />
      </TabsContent>
      <TabsContent value="sms">
        <Templates type="SMS" query={templates} />
      </TabsContent>
      <TabsContent value="log">
        <MessageLog />
      </TabsContent>
      <TabsContent value="inbox">
        <ContactInbox />
      </TabsContent>
      <TabsContent value="suppressed">
        <Suppressions />
      </TabsContent>
      <TabsContent value="notices">
        <Notices />
      </TabsContent>
    </Tabs>
  )
}

function useUnread(): number {
  const { data } = $api.useQuery('get', '/api/admin/contact-messages', {
    params: { query: { unread: true, page: 1 } },
  })
  return data?.unread ?? 0
}

interface TemplatesProps {
  type: Template['type']
  query: ReturnType<typeof useTemplateList>
}

function Templates({ type, query: { data, isError, refetch, isFetching } }: TemplatesProps) {
  if (data)
    return <TemplatePanel type={type} templates={data.filter((each) => each.type === type)} />
  if (!isError) return <SectionSkeleton />
  return (
    <ErrorState
      title="Templates couldn't be loaded"
      onRetry={() => void refetch()}
      retrying={isFetching}
    >
      Check your connection and try again.
    </ErrorState>
  )
}
