/** Who comes, and below it what they did before the class. */
import { lazy, Suspense } from 'react'
import { useRights } from '@/session/rights'
import type { AdminBootcamp } from './bootcamp-query'
import { PeopleCard } from './people-card'

const AnswersCard = lazy(async () => ({
  default: (await import('./before-class/answers-card')).AnswersCard,
}))

export function PeopleTab({ bootcamp, now }: { bootcamp: AdminBootcamp; now: number }) {
  const may = useRights()
  return (
    <div className="grid min-w-0 gap-4">
      <PeopleCard bootcamp={bootcamp} now={now} />
      {may('seats') && (
        <Suspense fallback={null}>
          <AnswersCard bootcampId={bootcamp.id} />
        </Suspense>
      )}
    </div>
  )
}
