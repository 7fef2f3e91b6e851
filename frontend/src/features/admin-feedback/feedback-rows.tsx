/** One piece of feedback in the list: who said what of which class, and what can be done. */
import { Check, Eye, Mail } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { OPENS_ROW } from '@/features/admin-kit/list-keys'
import {
  CohortLink,
  type OpensAct,
  PersonLink,
  personPath,
} from '@/features/admin-kit/record-links'
import { type FeedbackAct, type FeedbackRow, reasons } from './feedback'
import { HideReview } from './hide-review'

interface Shown {
  row: FeedbackRow
  act: FeedbackAct
}

export function FeedbackCard({ row, act }: Shown) {
  const { score, words, bootcampName, cohort, givenAt } = row
  return (
    <div className="grid gap-3 md:grid-cols-[3.5rem_minmax(0,1fr)_auto] md:gap-5">
      <p className="flex items-baseline gap-1 font-display tabular-nums">
        <span className="text-2xl leading-7 font-bold">{score}</span>
        <span className="text-sm text-muted-foreground">of 10</span>
      </p>
      <div className="grid min-w-0 content-start gap-2">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Whose row={row} />
          <State row={row} />
        </p>
        {words ? (
          <p className="max-w-160 wrap-anywhere whitespace-pre-line">{words}</p>
        ) : (
          <p className="text-muted-foreground">No words.</p>
        )}
        <p className="text-sm text-muted-foreground">
          <CohortLink name={bootcampName} cohort={cohort} />
          {' · '}
          <time dateTime={givenAt}>{day.format(new Date(givenAt))}</time>
          {row.hiddenBecause &&
            ` · Hidden by ${row.hiddenBy || 'a former colleague'}: ${reasons[row.hiddenBecause].name.toLowerCase()}`}
          {row.handledAt && ` · Done by ${row.handledBy || 'a former colleague'}`}
        </p>
      </div>
      <Actions row={row} act={act} />
    </div>
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

const REPLY: OpensAct = { act: 'message' }

function Actions({ row, act }: Shown) {
  const { needsReply, isShown, hiddenAt, email, name } = row
  return (
    <div className="flex flex-wrap content-start gap-2 empty:hidden md:max-w-80 md:justify-end">
      {email && (
        <Button asChild variant={needsReply ? 'primary' : 'outline'} size="sm">
          <Link {...OPENS_ROW} to={personPath(row)} state={REPLY} aria-label={`Reply to ${name}`}>
            <Mail aria-hidden />
            Reply
          </Link>
        </Button>
      )}
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
