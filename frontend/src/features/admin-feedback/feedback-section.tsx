/** What people said after their class: the average over all of it, and what is to be done. */
import { MessageSquareHeart, SearchX } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Select } from '@/components/ui/select'
import { DataList } from '@/features/admin-kit/data-list'
import { datedFile, ExportButton } from '@/features/admin-kit/export-button'
import { FilterChip } from '@/features/admin-kit/filter-chip'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { IN_PLACE, oneOf, readPage, useListParams } from '@/features/admin-kit/use-list-params'
import { cohortName } from '@/lib/cohorts'
import { useFeedbackAct, useFeedbackList, views } from './feedback'
import { FeedbackFigures, SpreadBelow } from './feedback-figures'
import { FeedbackCard } from './feedback-rows'

/** The server takes no more. */
const HIGHEST_PAGE = 100_000
const words = {
  label: 'Feedback',
  one: 'answer',
  many: 'answers',
  failed: "Feedback couldn't be loaded",
  pages: 'Pages of feedback',
}
const VIEWS = views.map(({ value }) => value)

function read(params: URLSearchParams) {
  const bootcamp = Number(params.get('bootcampId'))
  return {
    search: '',
    view: oneOf(VIEWS, params.get('view')) ?? 'all',
    bootcampId: Number.isSafeInteger(bootcamp) && bootcamp > 0 ? bootcamp : null,
    page: readPage(params, HIGHEST_PAGE),
  }
}

export function FeedbackSection() {
  const { chosen, choose } = useListParams(read)
  const query = useFeedbackList(chosen)
  const act = useFeedbackAct()
  const first = query.data?.rows[0]
  const isNarrowed = chosen.view !== 'all' || chosen.bootcampId !== null
  return (
    <div className="grid min-w-0 gap-2.5">
      <SectionTools
        filters={
          <>
            <Select
              aria-label="Which feedback"
              className="w-48 shrink-0 md:h-10"
              value={chosen.view}
              options={views}
              onValueChange={(value) => choose({ view: oneOf(VIEWS, value) ?? 'all' }, IN_PLACE)}
            />
            {chosen.bootcampId !== null && (
              <FilterChip
                label={first ? cohortName(first.bootcampName, first.cohort) : 'One class'}
                onRemove={() => choose({ bootcampId: null }, IN_PLACE)}
              />
            )}
          </>
        }
        actions={
          <ExportButton
            address={`/api/admin/feedback/export?${new URLSearchParams({
              view: chosen.view,
              ...(chosen.bootcampId && { bootcampId: String(chosen.bootcampId) }),
            })}`}
            fileName={datedFile('feedback')}
            failed="Feedback couldn't be exported. Please try again."
          />
        }
      />
      {!query.error && <FeedbackFigures figures={query.data?.figures} />}
      <DataList
        words={words}
        query={query}
        page={chosen.page}
        onPageChange={(page) => choose({ page })}
        idOf={({ enrollmentId }) => enrollmentId}
        layout="cards"
        columns={[]}
        card={(row) => <FeedbackCard row={row} act={act} />}
        empty={
          isNarrowed ? (
            <EmptyState
              icon={SearchX}
              title={chosen.view === 'needs_reply' ? 'Nothing needs a reply' : 'No feedback here'}
              action={
                <Button
                  variant="outline"
                  onClick={() => choose({ view: 'all', bootcampId: null }, IN_PLACE)}
                >
                  Show all feedback
                </Button>
              }
            >
              No feedback matches these filters.
            </EmptyState>
          ) : (
            <EmptyState icon={MessageSquareHeart} title="No feedback yet">
              Everyone who attends a class is asked two hours after it ends.
            </EmptyState>
          )
        }
      />
      <SpreadBelow figures={query.data?.figures} />
    </div>
  )
}
