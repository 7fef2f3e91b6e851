/** Before the class: whose link is tested, and what students answered. Nothing where nothing is known. */
import { useId } from 'react'
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import { Card } from '@/components/ui/card'
import { ErrorState } from '@/components/ui/error-state'
import { ExportButton } from '@/features/admin-kit/export-button'
import { useNarrow } from '@/lib/use-narrow'
import { AnswerList } from '@/session/answer-list'

export function AnswersCard({ bootcampId }: { bootcampId: number }) {
  const titleId = useId()
  const isNarrow = useNarrow()
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/bootcamps/{bootcamp_id}/answers',
    { params: { path: { bootcamp_id: bootcampId } } },
    { staleTime: 0 },
  )
  if (!data && error) {
    return (
      <ErrorState
        title="Answers couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  // Below the people: it comes when it comes, and moves nothing above it.
  if (!data || data.attendees.length === 0) return null
  const { questions, attendees } = data
  const tested = attendees.filter(({ linkTestedAt }) => linkTestedAt !== null).length
  const asks = questions.questions.length > 0
  if (!asks && tested === 0) return null
  const answered = attendees.filter(({ answers }) => answers.length > 0).length
  return (
    <Card role="region" aria-labelledby={titleId} className="min-w-0 max-sm:gap-3 max-sm:p-4">
      <div className="flex items-center justify-between gap-x-4">
        <div>
          <h3 id={titleId} className="text-xl font-bold tracking-tight max-sm:text-lg">
            Before class
          </h3>
          <p className="text-muted-foreground tabular-nums">
            {tested} of {attendees.length} tested their link
            {asks && ` · ${answered} of ${attendees.length} answered`}
          </p>
        </div>
        <ExportButton
          address={`/api/admin/bootcamps/${bootcampId}/answers.csv`}
          fileName={`answers-${bootcampId}.csv`}
          failed="The answers couldn't be exported. Please try again."
          isIcon={isNarrow}
        />
      </div>
      {asks && <AnswerList asked={questions} students={attendees} />}
    </Card>
  )
}
