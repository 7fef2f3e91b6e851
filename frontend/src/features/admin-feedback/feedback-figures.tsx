/** The average over all answers with how they spread, what waits for a reply, and what is hidden. */
import { StatCard, StatRow, StatRowSkeleton } from '@/features/admin-kit/stat-card'
import { useNarrow } from '@/lib/use-narrow'
import { type Figures, reasons } from './feedback'

const NAMES = ['Average', 'Needs a reply', 'Shown', 'Hidden'] as const

export function FeedbackFigures({ figures }: { figures: Figures | undefined }) {
  const isNarrow = useNarrow()
  if (!figures) return <StatRowSkeleton names={NAMES} />
  const { average, answers, needsReply, toRead, shown, hidden } = figures
  const hiddenCount = hidden.reduce((sum, { count }) => sum + count, 0)
  const why = hidden
    .map(({ because, count }) => `${count}: ${reasons[because].name.toLowerCase()}.`)
    .join(' ')
  return (
    <div className="grid gap-2.5 xl:grid-cols-[minmax(0,1fr)_18rem]">
      <StatRow>
        <StatCard
          name="Average"
          value={average === null ? 'None yet' : `${average} of 10`}
          definition={`Over all ${answers} answers that count: shown, not shown and hidden. Refunded seats don't count; free seats count once the meeting saw their attendee or you show them. The site shows the same.`}
        />
        <StatCard
          name="Needs a reply"
          value={String(needsReply)}
          definition="Scores of 6 or less that nobody has marked as done."
        />
        <StatCard
          name="Shown"
          value={String(shown)}
          definition={`Reviews of paid seats whose attendee the meeting saw, and those you chose to show. ${toRead} more can be shown once you've read them.`}
        />
        <StatCard
          name="Hidden"
          value={String(hiddenCount)}
          definition={`Everyone sees how many are hidden, and why. ${why}`}
        />
      </StatRow>
      {answers > 0 && !isNarrow && <Spread figures={figures} />}
    </div>
  )
}

/** On a phone it stands below the list, whose first row must not begin any lower. */
export function SpreadBelow({ figures }: { figures: Figures | undefined }) {
  const isNarrow = useNarrow()
  if (!isNarrow || !figures || figures.answers === 0) return null
  return (
    <div className="grid gap-1.5">
      <h3 className="text-sm font-semibold">Answers by score</h3>
      <Spread figures={figures} />
    </div>
  )
}

/** How many gave each score: a bar for the eye, and a list for everybody. */
function Spread({ figures: { scores, answers } }: { figures: Figures }) {
  const most = Math.max(...scores)
  return (
    <ol
      aria-label={`${answers} answers by score`}
      className="grid grid-cols-11 items-end gap-1 h-16 rounded-xl border bg-surface px-3 py-2"
    >
      {scores.map((count, score) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the score itself
        <li key={score} className="grid min-w-0 justify-items-center gap-0.5 text-xs tabular-nums">
          <span aria-hidden className="flex h-7 w-full max-w-10 items-end">
            <span
              className={
                score <= 6 ? 'w-full rounded-sm bg-market' : 'w-full rounded-sm bg-primary'
              }
              style={{ height: `${count === 0 ? 4 : Math.max(12, (100 * count) / most)}%` }}
            />
          </span>
          <span className="text-muted-foreground">
            <span className="sr-only">Score </span>
            {score}
            <span className="sr-only">: {count === 1 ? '1 answer' : `${count} answers`}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
