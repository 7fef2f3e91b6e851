/** The classes a coach teaches: what students are asked, and what they answered. */
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ErrorState } from '@/components/ui/error-state'
import { cohortName } from '@/lib/cohorts'
import { AnswerList } from '@/session/answer-list'
import { QuestionList } from '@/session/question-list'

const QuestionEditor = lazy(async () => ({
  default: (await import('@/session/question-editor')).QuestionEditor,
}))

type TaughtClass = components['schemas']['TaughtClassOut']

export function ClassesCard() {
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/coach/classes',
    undefined,
    {
      staleTime: 0,
    },
  )
  if (!data && error) {
    return (
      <ErrorState
        title="Your classes couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  return data?.map((taught) => (
    <Taught key={taught.cohort.id} taught={taught} onChanged={() => void refetch()} />
  ))
}

function Taught({ taught, onChanged }: { taught: TaughtClass; onChanged: () => void }) {
  const [isEditing, setIsEditing] = useState(false)
  const { name, cohort, questions, students } = taught
  const title = cohortName(name, cohort)
  return (
    <Card role="region" aria-label={`Questions: ${title}`} className="min-w-0 gap-4">
      <div className="grid gap-1">
        <h2 className="text-lg font-bold tracking-tight wrap-anywhere">{title}</h2>
        <p className="text-sm text-muted-foreground">Questions for students</p>
      </div>
      <QuestionList asked={questions} />
      {questions.canChange && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => setIsEditing(true)}
        >
          <Pencil aria-hidden />
          Edit questions
        </Button>
      )}
      {questions.questions.length > 0 && students.length > 0 && (
        <div className="border-t pt-4">
          <AnswerList asked={questions} students={students} />
        </div>
      )}
      {isEditing && (
        <Suspense fallback={null}>
          <QuestionEditor
            asked={questions}
            save={async (body) => {
              const params = { path: { bootcamp_id: cohort.id } }
              await api.PUT('/api/coach/classes/{bootcamp_id}/questions', { params, body })
            }}
            onClose={() => {
              setIsEditing(false)
              onChanged()
            }}
          />
        </Suspense>
      )}
    </Card>
  )
}
