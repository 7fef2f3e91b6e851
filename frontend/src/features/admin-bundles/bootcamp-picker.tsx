/** Checkboxes over the bootcamps; a long list can be searched. */
import { CircleAlert, GraduationCap, Search } from 'lucide-react'
import { type Ref, useId, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/checkbox'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Input } from '@/components/ui/input'
import { Skeleton } from '@/components/ui/skeleton'
import { formatCents, toCents } from '@/lib/money'
import type { BootcampOption, useBootcampOptions } from './bootcamp-options'

const SEARCH_FROM = 9
/** Drawing thousands of checkboxes would freeze the dialog. */
const MOST_SHOWN = 60

interface BootcampPickerProps {
  available: ReturnType<typeof useBootcampOptions>
  chosen: readonly number[]
  onChange: (ids: number[]) => void
  error: string | undefined
  ref: Ref<HTMLFieldSetElement>
}

export function BootcampPicker({ available, chosen, onChange, error, ref }: BootcampPickerProps) {
  const errorId = useId()
  const { options } = available
  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      aria-describedby={error ? errorId : undefined}
      className="grid min-w-0 gap-2"
    >
      <legend className="mb-2 flex w-full items-baseline justify-between gap-3 font-medium">
        <span className="text-sm">Bootcamps</span>
        <span className="text-sm font-normal text-muted-foreground tabular-nums">
          {chosen.length} of at most 10 selected
        </span>
      </legend>
      {options ? (
        <Options options={options} chosen={chosen} onChange={onChange} />
      ) : (
        <NotThereYet available={available} />
      )}
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-sm text-destructive">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface OptionsProps {
  options: readonly BootcampOption[]
  chosen: readonly number[]
  onChange: (ids: number[]) => void
}

function Options({ options, chosen, onChange }: OptionsProps) {
  const [words, setWords] = useState('')
  const sought = words.trim().toLowerCase()
  const found = options.filter(({ name, when }) => `${name} ${when}`.toLowerCase().includes(sought))
  const shown = found.slice(0, MOST_SHOWN)

  // In the order of the list, whatever order they were ticked in.
  const toggle = (toggled: number) =>
    onChange(options.flatMap(({ id }) => (chosen.includes(id) !== (id === toggled) ? [id] : [])))

  if (options.length === 0) {
    return (
      <EmptyState icon={GraduationCap} title="No bootcamps available" className="py-8">
        Create a bootcamp first, then add it to a bundle.
      </EmptyState>
    )
  }
  return (
    <>
      {options.length >= SEARCH_FROM && <SearchField words={words} onChange={setWords} />}
      <ul className="max-h-72 overflow-y-auto rounded-lg border">
        {shown.map((option) => (
          <li key={option.id} className="border-b px-4 py-3 last:border-b-0">
            <Checkbox
              checked={chosen.includes(option.id)}
              onCheckedChange={() => toggle(option.id)}
              label={<OptionName option={option} />}
              hint={`${option.when} · ${formatCents(toCents(option.price))}`}
            />
          </li>
        ))}
        {shown.length === 0 && (
          <li className="px-4 py-6 text-center text-muted-foreground">
            No bootcamp matches “{words.trim()}”.
          </li>
        )}
      </ul>
      {found.length > shown.length && (
        <p className="text-sm text-muted-foreground tabular-nums">
          {shown.length} of {found.length} are shown. Search to find the others.
        </p>
      )}
    </>
  )
}

function OptionName({ option }: { option: BootcampOption }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
      {option.name}
      {option.gone && <Badge tone="build">{option.gone}</Badge>}
    </span>
  )
}

function SearchField({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  return (
    <div className="relative">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        type="search"
        aria-label="Search bootcamps"
        placeholder="Search by name or date"
        className="pl-10"
        value={words}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // Enter would send the form while its owner is still looking for a bootcamp.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
    </div>
  )
}

function NotThereYet({ available }: Pick<BootcampPickerProps, 'available'>) {
  const { error, isFetching, retry } = available
  if (error) {
    return (
      <ErrorState
        title="Failed to fetch bootcamps"
        onRetry={retry}
        retrying={isFetching}
        className="py-6"
      />
    )
  }
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">Loading bootcamps</span>
      <Skeleton className="h-17 rounded-lg" />
      <Skeleton className="h-17 rounded-lg" />
      <Skeleton className="h-17 rounded-lg" />
    </div>
  )
}
