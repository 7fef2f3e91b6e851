/** The instructor's questions about one bootcamp of the student's. */
import { useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { ClassAnswers } from '@/session/class-answers'
import type { EnrolledBootcamp } from './purchases'

const ANSWERS = '/api/user/bootcamps/{bootcamp_id}/answers'

interface OwnAnswersProps {
  bootcamp: EnrolledBootcamp
  headingLevel: 'h3' | 'h4'
}

export function OwnAnswers({ bootcamp, headingLevel }: OwnAnswersProps) {
  const queryClient = useQueryClient()
  const call = { params: { path: { bootcamp_id: bootcamp.id } } }
  const { data, error, refetch, isFetching } = $api.useQuery('get', ANSWERS, call)
  if (data) {
    return (
      <ClassAnswers
        asked={data}
        bootcampName={bootcamp.name}
        headingLevel={headingLevel}
        save={async (answers) => (await api.PUT(ANSWERS, { ...call, body: { answers } })).data}
        onSaved={(answers) =>
          queryClient.setQueryData($api.queryOptions('get', ANSWERS, call).queryKey, answers)
        }
        onStale={() => void refetch()}
      />
    )
  }
  if (error) {
    return (
      <ErrorState
        title="Your instructor's questions couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  return (
    <div role="status">
      <span className="sr-only">Loading your instructor's questions</span>
      <Skeleton className="h-40" />
    </div>
  )
}
