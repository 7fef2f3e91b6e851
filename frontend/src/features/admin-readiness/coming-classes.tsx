/** The classes of the next seven days on the overview: which of them needs somebody, and why. */
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { OPENS_ROW, ROW } from '@/features/admin-kit/list-keys'
import { momentWords } from '@/features/admin-kit/moments'
import { unbroken } from '@/lib/dates'
import { LOOKS, problemWords, StateIcon } from './cell-state'
import { useComingClasses } from './readiness-queries'

export function ComingClasses() {
  const { data, error, refetch, isFetching } = useComingClasses()
  // One that is on has its own card, and its room.
  const coming = data?.filter(({ startsAt }) => Date.parse(startsAt) > Date.now())
  if (coming?.length === 0) return null
  return (
    <section
      aria-label="Are the coming classes ready?"
      className="min-w-0 rounded-xl border bg-surface px-4 py-1.5 shadow-card"
    >
      {coming ? (
        <ul className="divide-y">
          {coming.map(({ bootcampId, name, startsAt, timezone, worst, red, firstReason }) => (
            <li key={bootcampId} {...ROW}>
              <Link
                {...OPENS_ROW}
                to={`/admin/bootcamps/${bootcampId}/readiness`}
                className="group flex min-h-11 items-center gap-2.5 rounded-md py-1.5"
              >
                <StateIcon state={worst} />
                <span className="min-w-0 flex-1">
                  <span className="font-medium wrap-anywhere group-hover:underline">
                    {name} · {unbroken(momentWords(startsAt, timezone))}
                  </span>
                  <span className="block text-sm wrap-anywhere text-muted-foreground">
                    {LOOKS[worst].title}
                    {/* A warning can wait until somebody opens the class. */}
                    {red > 0 && (
                      <>
                        : {firstReason}
                        <span className="tabular-nums"> · {problemWords(red)}</span>
                      </>
                    )}
                  </span>
                </span>
                <ArrowRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
              </Link>
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState
          title="The coming classes couldn't be checked"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {errorMessage(error, 'Check your connection and try again.')}
        </ErrorState>
      ) : (
        <div role="status" className="py-1.5">
          <span className="sr-only">Checking the coming classes</span>
          <Skeleton className="h-11" />
        </div>
      )}
    </section>
  )
}
