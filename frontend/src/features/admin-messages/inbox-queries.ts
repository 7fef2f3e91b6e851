/** What the inbox asks the server for, and what it tells it. */
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { components } from '@/api/schema'

type Schemas = components['schemas']
export type ContactMessage = Schemas['ContactMessageOut']
export type Conversation = Schemas['ConversationOut']
export type Answer = Schemas['ContactAnswerOut']
type InboxState = Schemas['InboxState']

const LIST = '/api/admin/contact-messages'
const ONE = '/api/admin/contact-messages/{message_id}'
const LOOK_AGAIN_MS = 2_000

interface Asked {
  unread: boolean
  state: InboxState | null
  mine: boolean
  page: number
}

export function useInbox({ unread, state, mine, page }: Asked) {
  return $api.useQuery(
    'get',
    LIST,
    { params: { query: { unread, mine, page, ...(state && { state }) } } },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
}

/** Looks again as long as an answer is on its way. */
export function useConversation(id: number) {
  return $api.useQuery(
    'get',
    ONE,
    { params: { path: { message_id: id } } },
    {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data?.answers.some(({ state }) => state === 'sending') ? LOOK_AGAIN_MS : false,
    },
  )
}

export function useRefreshInbox() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [LIST, ONE, '/api/admin/summary'].map((path) =>
        queryClient.invalidateQueries({ queryKey: ['get', path] }),
      ),
    )
}

export function useChangeMessage(id: number) {
  const refresh = useRefreshInbox()
  return useMutation({
    mutationFn: (body: Schemas['ContactChangeIn']) =>
      api.PATCH(ONE, { params: { path: { message_id: id } }, body }),
    onError: (error) => showError(error, 'Please try again', 'Failed to change the message'),
    onSettled: refresh,
  })
}
