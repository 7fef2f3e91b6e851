/** One piece of feedback in the list: who said what of which class, and what can be done. */
import { Check, Eye, Mail } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { OPENS_ROW } from '@/features/admin-kit/list-keys'
import { CohortLink, PersonLink } from '@/features/admin-kit/record-links'
import {
  type FeedbackAct,
  type FeedbackRow,
  notShown,
  reasons,
  useFeedbackChanged,
} from './feedback'
import { HideReview } from './hide-review'

const PersonMessage = lazy(async () => ({
  default: (await import('@/features/admin-kit/person-message')).PersonMessage,
}))

interface Shown {
  row: FeedbackRow
  act: FeedbackAct
}

export function FeedbackCard({ row, act }: Shown) {
  const { score, words, bootcampName, cohort, givenAt } = row
  return (
    <div className="grid gap-3 md:grid-cols-[4.5rem_minmax(0,1fr)_auto] md:gap-5">
      <Score score={score} />
      <div className="grid min-w-0 content-start gap-2">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Whose row={row} />
          <State row={row} />
        </p>
        {words ? (
          <p className="max-w-160 wrap-anywhere whitespace-pre-line">{words}</p>
        ) : (
          <p className="text-muted-foreground">No comment.</p>
        )}
        <p className="text-sm text-muted-foreground">
          <CohortLink name={bootcampName} cohort={cohort} />
          <span className="max-md:hidden"> · </span>
          <span className="max-md:block">
            Answered <time dateTime={givenAt}>{day.format(new Date(givenAt))}</time>
            {row.hiddenBecause &&
              ` · Hidden by ${row.hiddenBy || 'a former colleague'}: ${reasons[row.hiddenBecause].name.toLowerCase()}`}
            {!row.isCounted && ' · Not in the average'}
            {row.handledAt && ` · Done by ${row.handledBy || 'a former colleague'}`}
          </span>
        </p>
        {row.notShownBecause && notShown[row.notShownBecause] && (
          <p className="text-sm text-muted-foreground">{notShown[row.notShownBecause]}</p>
        )}
      </div>
      <Actions row={row} act={act} />
    </div>
  )
}

function Score({ score }: { score: number }) {
  return (
    <p className="flex items-baseline gap-1 font-display whitespace-nowrap tabular-nums">
      <span className="text-2xl leading-7 font-bold">{score}</span>
      <span className="text-sm text-muted-foreground">of 10</span>
    </p>
  )
}

/** An account that was deleted left neither name nor address. */
function Whose({ row: { name, email, userId } }: { row: FeedbackRow }) {
  if (!email) return <span className="font-medium text-muted-foreground">Deleted account</span>
  return (
    <PersonLink userId={userId} email={email} className="font-medium wrap-anywhere">
      {name || email}
    </PersonLink>
  )
}

function State({ row: { needsReply, isShown, hiddenAt } }: { row: FeedbackRow }) {
  return (
    <>
      {needsReply && <Badge tone="market">Needs a reply</Badge>}
      {isShown && <Badge tone="positive">Shown on the site</Badge>}
      {hiddenAt && <Badge>Hidden</Badge>}
    </>
  )
}

/** In place, with what was said above the answer. */
function Reply({ row }: { row: FeedbackRow }) {
  const { needsReply, email, userId, name, score, words, bootcampName } = row
  const [isOpen, setIsOpen] = useState(false)
  const changed = useFeedbackChanged()
  return (
    <>
      <Button
        {...OPENS_ROW}
        variant={needsReply ? 'primary' : 'outline'}
        size="sm"
        aria-label={`Reply to ${name}`}
        onClick={() => setIsOpen(true)}
      >
        <Mail aria-hidden />
        Reply
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PersonMessage
            who={{ userId, email }}
            name={name}
            subject={`Your feedback on ${bootcampName}`.slice(0, LONGEST_SUBJECT)}
            onChanged={() => void changed()}
            onClose={() => setIsOpen(false)}
          >
            <figure className="grid gap-1.5 rounded-xl bg-surface-2 p-4">
              <Score score={score} />
              {words && (
                <blockquote className="max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-line">
                  {words}
                </blockquote>
              )}
            </figure>
          </PersonMessage>
        </Suspense>
      )}
    </>
  )
}

const LONGEST_SUBJECT = 200

function Actions({ row, act }: Shown) {
  const { needsReply, isShown, hiddenAt, email, name, notShownBecause } = row
  const canShow = notShownBecause === 'not_paid' || notShownBecause === 'not_seen'
  return (
    <div className="flex flex-wrap content-start gap-2 empty:hidden md:max-w-80 md:justify-end">
      {email && <Reply row={row} />}
      {needsReply && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Mark the feedback by ${name} as done`}
          busy={act.isBusy(row)}
          onClick={() => act.run('done', row)}
        >
          <Check aria-hidden />
          Done
        </Button>
      )}
      {canShow && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Show the review by ${name} on the sales page`}
          busy={act.isBusy(row)}
          onClick={() => act.run('show', row)}
        >
          <Eye aria-hidden />
          Show on the sales page
        </Button>
      )}
      {isShown && <HideReview row={row} />}
      {hiddenAt && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Show the review by ${name} again`}
          busy={act.isBusy(row)}
          onClick={() => act.run('unhide', row)}
        >
          <Eye aria-hidden />
          Show again
        </Button>
      )}
    </div>
  )
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
