/** What students are asked before the class; edited by whoever may change the bootcamp. */
import { useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { QuestionList } from '@/session/question-list'

const QuestionEditor = lazy(async () => ({
  default: (await import('@/session/question-editor')).QuestionEditor,
}))

const QUESTIONS = '/api/admin/bootcamps/{bootcamp_id}/questions'

export function QuestionsCard({ bootcampId }: { bootcampId: number }) {
  const titleId = useId()
  const [isEditing, setIsEditing] = useState(false)
  const queryClient = useQueryClient()
  const call = { params: { path: { bootcamp_id: bootcampId } } }
  const options = $api.queryOptions('get', QUESTIONS, call)
  const { data, error, refetch, isFetching } = $api.useQuery('get', QUESTIONS, call, {
    staleTime: 0,
  })
  return (
    <Card role="region" aria-labelledby={titleId} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={titleId} className="text-xl font-bold tracking-tight">
          Questions for students
        </h3>
        {data?.canChange && (
          <Button variant="outline" size="sm" onClick={() => setIsEditing(true)}>
            <Pencil aria-hidden />
            Edit questions
          </Button>
        )}
      </div>
      {data ? (
        <QuestionList asked={data} />
      ) : error ? (
        <ErrorState
          title="The questions couldn't be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {errorMessage(error, 'Check your connection and try again.')}
        </ErrorState>
      ) : (
        <div role="status">
          <span className="sr-only">Loading the questions</span>
          <Skeleton className="h-20" />
        </div>
      )}
      {isEditing && data && (
        <Suspense fallback={null}>
          <QuestionEditor
            asked={data}
            save={async (body) => {
              const { data: saved } = await api.PUT(QUESTIONS, { ...call, body })
              if (saved) queryClient.setQueryData(options.queryKey, saved)
            }}
            onClose={() => {
              setIsEditing(false)
              void refetch()
            }}
          />
        </Suspense>
      )}
    </Card>
  )
}
