/** The second step: which dates are offered instead, what is written, and until when to choose. */
import { errorMessage } from '@/api/api-error'
import { Checkbox } from '@/components/ui/checkbox'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Skeleton } from '@/components/ui/skeleton'
import { Textarea } from '@/components/ui/textarea'
import type { ChangedClass } from '@/features/admin-kit/class-change'
import { zoneLetters } from '@/features/admin-kit/moments'
import { cohortName } from '@/lib/cohorts'
import { formatRange } from '@/lib/dates'
import { priceBeside } from '@/lib/money'
import { type Draft, LONGEST_WORDS, leftOutOf, shownChooseBy } from './change-draft'
import type { ChangePreview, useChangePreview } from './change-queries'

type Alternatives = ChangePreview['alternatives']

interface OfferStepProps {
  draft: Draft
  bootcamp: ChangedClass
  now: number
  problem: string | null
  alternatives: Alternatives | undefined
  query: ReturnType<typeof useChangePreview>
  onChange: (part: Partial<Draft>) => void
}

export function OfferStep(props: OfferStepProps) {
  const { draft, bootcamp, now, problem, onChange } = props
  const { timezone } = bootcamp
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="mb-1 text-[0.9375rem] font-medium">Other dates you offer</legend>
        <OtherDates {...props} />
      </fieldset>
      <Field
        label="Your message"
        aside={`${[...draft.words].length}/${LONGEST_WORDS}`}
        hint="Why, and what you're sorry for. Included in the email and on the page where students choose."
      >
        <Textarea
          maxLength={LONGEST_WORDS}
          value={draft.words}
          onChange={({ target }) => onChange({ words: target.value })}
        />
      </Field>
      <Field
        label="Choose by"
        aside={zoneLetters(timezone)}
        hint={
          draft.kind === 'cancel'
            ? 'Refunds go out right after this. Until then students can change their mind.'
            : "Whoever hasn't chosen by then keeps the seat."
        }
        error={problem}
        required
      >
        <Input
          type="datetime-local"
          value={shownChooseBy(draft, timezone, now)}
          onChange={({ target }) => onChange({ chooseBy: target.value })}
        />
      </Field>
      <Checkbox
        label="Offer a credit"
        hint="Instead of a refund: what they paid plus 10%, as a personal code for one year."
        checked={draft.offersCredit}
        onCheckedChange={(checked) => onChange({ offersCredit: checked === true })}
      />
    </>
  )
}

function OtherDates(props: OfferStepProps) {
  const { draft, bootcamp, now, alternatives, query, onChange } = props
  if (query.error && !alternatives) {
    return (
      <ErrorState
        title="The other dates couldn't be loaded"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      >
        {errorMessage(query.error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!alternatives) {
    return (
      <div role="status" className="grid gap-2">
        <span className="sr-only">Loading the other dates</span>
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    )
  }
  const leftOut = leftOutOf(draft, bootcamp.timezone, { alternatives, now })
  const dates = alternatives.filter(({ isSameCourse }) => isSameCourse)
  const others = alternatives.filter(({ isSameCourse }) => !isSameCourse)
  const row = (one: Alternatives[number]) => (
    <Checkbox
      key={one.id}
      label={cohortName(one.name, one)}
      hint={[
        formatRange(one.startDate, one.endDate, one.timezone),
        `${one.freeSeats} free`,
        ...(one.isSameCourse ? [] : [priceBeside(one.price, bootcamp.price)]),
      ].join(' · ')}
      checked={!leftOut.includes(one.id)}
      onCheckedChange={(checked) =>
        onChange({
          leftOut: checked ? leftOut.filter((id) => id !== one.id) : [...leftOut, one.id],
        })
      }
    />
  )
  return (
    <>
      {dates.length > 0 ? (
        dates.map(row)
      ) : (
        <p className="rounded-xl bg-surface-2 p-4 text-muted-foreground">
          No other date of this course is on sale.
        </p>
      )}
      {others.length > 0 && (
        <details className="group grid gap-3">
          <summary className="w-fit cursor-pointer rounded-sm py-1 font-medium">
            Other courses ({others.length})
          </summary>
          <div className="mt-2 grid gap-3">
            <p className="text-sm text-muted-foreground">
              The price difference isn't charged or refunded.
            </p>
            {others.map(row)}
          </div>
        </details>
      )}
    </>
  )
}
