/** What would do: any of the full dates, or the whole bundle; or the next date of a course. */
import { useId } from 'react'
import { SessionTime } from '@/components/session-time'
import { Checkbox } from '@/components/ui/checkbox'
import { Radio, RadioGroup } from '@/components/ui/radio-group'
import { cn } from '@/lib/cn'
import { type Course, courses } from '@/lib/waiting-list'
import { OwnTime } from '@/session/own-time'
import type { Bootcamp, Bundle } from './wishes'

const box = 'rounded-xl border p-4 has-[[data-state=checked]]:border-primary'
const heading = 'text-[0.9375rem] font-semibold'

interface DateFieldsProps {
  dates: readonly Bootcamp[]
  chosen: readonly number[]
  error?: string | undefined
  onChange: (chosen: number[]) => void
}

export function DateFields({ dates, chosen, error, onChange }: DateFieldsProps) {
  const noteId = useId()
  const isChoice = dates.length > 1
  const hasNames = new Set(dates.map(({ name }) => name)).size > 1
  return (
    <fieldset aria-describedby={noteId} className="grid gap-3">
      <legend className={cn(heading, 'mb-3')}>
        {isChoice ? 'Which of these dates would work for you?' : 'The date'}
      </legend>
      <div id={noteId} className="text-sm text-muted-foreground empty:hidden">
        {isChoice && <p>Choose as many as you like. You'll be offered one seat.</p>}
        {error && (
          <p role="alert" className="text-destructive">
            {error}
          </p>
        )}
      </div>
      {dates.map(({ id, name, startDate, endDate, timezone }) => {
        const hours = { startDate, endDate, timezone }
        return (
          <Checkbox
            key={id}
            className={box}
            checked={chosen.includes(id)}
            onCheckedChange={(next) =>
              onChange(next === true ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
            label={
              <>
                {hasNames && <span className="block font-medium wrap-anywhere">{name}</span>}
                <SessionTime {...hours} />
                <OwnTime {...hours} className="block text-sm text-muted-foreground" />
              </>
            }
          />
        )
      })}
    </fieldset>
  )
}

export type Extent = 'dates' | 'bundle'

interface ExtentFieldsProps {
  bundle: Bundle
  value: Extent
  onChange: (value: Extent) => void
}

/** One seat or the whole bundle: an entry waits for either, not for both. */
export function ExtentFields({ bundle, value, onChange }: ExtentFieldsProps) {
  const id = useId()
  return (
    <div className="grid gap-3">
      <p id={id} className={heading}>
        What are you waiting for?
      </p>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onChange(next === 'bundle' ? 'bundle' : 'dates')}
      >
        <Radio className={box} value="dates" label="One seat, on a date you choose" />
        <Radio
          className={box}
          value="bundle"
          label={bundle.name}
          hint={`All ${bundle.bootcamps.length} bootcamps together, when each of them has a seat for you.`}
        />
      </RadioGroup>
    </div>
  )
}

interface CourseFieldsProps {
  value: Course
  onChange: (value: Course) => void
}

export function CourseFields({ value, onChange }: CourseFieldsProps) {
  const id = useId()
  return (
    <div className="grid gap-3">
      <p id={id} className={heading}>
        Which bootcamp?
      </p>
      <RadioGroup
        aria-labelledby={id}
        value={value}
        onValueChange={(next) => onChange(next as Course)}
      >
        {courses.map((course) => (
          <Radio key={course} className={box} value={course} label={`${course} bootcamp`} />
        ))}
      </RadioGroup>
    </div>
  )
}
