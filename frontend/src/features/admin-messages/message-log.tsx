/** Everything that was sent, to whom and how it went; what failed can be sent again. */
import { keepPreviousData } from '@tanstack/react-query'
import { MailOpen, SearchX } from 'lucide-react'
import { $api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Select } from '@/components/ui/select'
import { DataList } from '@/features/admin-kit/data-list'
import { datedFile, ExportButton } from '@/features/admin-kit/export-button'
import { SearchField } from '@/features/admin-kit/search-field'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { IN_PLACE, oneOf, readPage, useListParams } from '@/features/admin-kit/use-list-params'
import { MessageCard, messageColumns } from './logged-messages'

/** The server takes no more. */
const HIGHEST_PAGE = 100_000
const EVERY = 'all'
const STATUSES = ['SENT', 'PENDING', 'FAILED'] as const

const statuses = [
  { value: EVERY, label: 'All statuses' },
  { value: 'SENT', label: 'Sent' },
  { value: 'PENDING', label: 'Waiting' },
  { value: 'FAILED', label: 'Failed' },
]
const words = {
  label: 'Message log',
  one: 'message',
  many: 'messages',
  failed: "The message log couldn't be loaded",
  pages: 'Pages of the message log',
}

const numbered = (text: string | null) =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null

function read(params: URLSearchParams) {
  return {
    search: params.get('search') ?? '',
    status: oneOf(STATUSES, params.get('status')),
    /** Somebody came by a link about one bootcamp, or one person. */
    bootcamp: numbered(params.get('bootcamp')),
    user: numbered(params.get('user')),
    page: readPage(params, HIGHEST_PAGE),
  }
}

export function MessageLog() {
  const { chosen, text, setText, choose } = useListParams(read)
  const { search, status, bootcamp, user, page } = chosen
  const query = $api.useQuery(
    'get',
    '/api/admin/messages',
    { params: { query: { search, page, status, bootcampId: bootcamp, userId: user } } },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
  return (
    <div className="grid min-w-0 gap-2.5">
      <SectionTools
        filters={
          <>
            <SearchField
              label="Search the message log"
              placeholder="Search by address or subject"
              text={text}
              onTextChange={setText}
            />
            <Select
              aria-label="Status"
              className="w-36 shrink-0 md:h-10"
              value={status ?? EVERY}
              onValueChange={(value) => choose({ status: oneOf(STATUSES, value) }, IN_PLACE)}
              options={statuses}
            />
          </>
        }
        actions={
          <ExportButton
            address={`/api/admin/messages/export?${new URLSearchParams({
              search,
              ...(status && { status }),
              ...(bootcamp && { bootcampId: String(bootcamp) }),
              ...(user && { userId: String(user) }),
            })}`}
            fileName={datedFile('messages')}
            failed="The message log couldn't be exported. Please try again."
            isIcon
          />
        }
      />
      {(bootcamp || user) && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground">
          Only messages {bootcamp ? 'about one bootcamp' : 'to one person'} are shown.
          <Button
            variant="link"
            size="sm"
            onClick={() => choose({ bootcamp: null, user: null }, IN_PLACE)}
          >
            Show all messages
          </Button>
        </p>
      )}
      <DataList
        words={words}
        query={query}
        page={page}
        onPageChange={(next) => choose({ page: next })}
        idOf={({ id }) => id}
        columns={messageColumns}
        card={(message) => <MessageCard message={message} />}
        empty={<Nothing isNarrowed={Boolean(search || status)} />}
      />
    </div>
  )
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  return isNarrowed ? (
    <EmptyState icon={SearchX} title="No messages found">
      Try a different search or status.
    </EmptyState>
  ) : (
    <EmptyState icon={MailOpen} title="Nothing has been sent yet">
      Confirmations, reminders and your own messages will be listed here with their outcome.
    </EmptyState>
  )
}
