/** What the instructors of the classes just paid for want to know; nothing where they ask nothing. */
import { useQueryClient } from '@tanstack/react-query'
import { $api, api } from '@/api/client'
import { ClassAnswers, type OwnAnswers } from '@/session/class-answers'

const LOOK = '/api/purchase-questions/look'

export function PaidQuestions({ purchaseId }: { purchaseId: number }) {
  const queryClient = useQueryClient()
  const call = { body: { purchaseId } }
  const { data, refetch } = $api.useQuery(
    'post',
    LOOK,
    call,
    // Whoever can't be asked here finds the questions behind the link in their email.
    { retry: false },
  )
  const keep = (token: string, questions: OwnAnswers) =>
    queryClient.setQueryData<typeof data>($api.queryOptions('post', LOOK, call).queryKey, (all) =>
      all?.map((one) => (one.token === token ? { ...one, questions } : one)),
    )
  return data?.map(({ name, token, questions }) => (
    <div key={token} className="grid gap-2 rounded-2xl border bg-surface p-6 shadow-card sm:p-7">
      {data.length > 1 && <p className="text-sm text-muted-foreground wrap-anywhere">{name}</p>}
      <ClassAnswers
        asked={questions}
        bootcampName={name}
        save={async (answers) =>
          (await api.PUT('/api/join/answers', { body: { token, answers } })).data
        }
        onSaved={(answers) => keep(token, answers)}
        onStale={() => void refetch()}
      />
    </div>
  ))
}
