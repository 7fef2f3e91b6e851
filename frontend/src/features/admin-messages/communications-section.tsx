/** What people hear from us, and what visitors wrote; and whom we no longer write to. */
import { useNavigate, useParams } from 'react-router'
import { $api } from '@/api/client'
import { ErrorState } from '@/components/ui/error-state'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { SectionSkeleton } from '@/features/admin-kit/section-skeleton'
import { type Template, useTemplateList } from '@/features/admin-kit/template-list'
import { ContactInbox } from './contact-inbox'
import { MessageLog } from './message-log'
import { Suppressions } from './suppressions'
import { TemplatePanel } from './template-panel'

const views = ['email', 'sms', 'log', 'inbox', 'suppressed'] as const
type View = (typeof views)[number]

const isView = (word: string): word is View => views.some((view) => view === word)

export function CommunicationsSection() {
  const { '*': rest = '' } = useParams()
  const navigate = useNavigate()
  const view = isView(rest) ? rest : 'email'
  const templates = useTemplateList()
  const unread = useUnread()
  const count = (type: Template['type']) =>
    templates.data ? ` (${templates.data.filter((each) => each.type === type).length})` : ''

  const open = (next: string) =>
    void navigate(next === 'email' ? '/admin/communications' : `/admin/communications/${next}`, {
      preventScrollReset: true,
    })

  return (
    <Tabs value={view} onValueChange={open}>
      <TabsList aria-label="Communications">
        <TabsTrigger value="email">Email Templates{count('EMAIL')}</TabsTrigger>
        <TabsTrigger value="sms">SMS Templates{count('SMS')}</TabsTrigger>
        <TabsTrigger value="log">Message Log</TabsTrigger>
        <TabsTrigger value="inbox">Inbox{unread > 0 && ` (${unread} unread)`}</TabsTrigger>
        <TabsTrigger value="suppressed">Suppressed</TabsTrigger>
      </TabsList>
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
