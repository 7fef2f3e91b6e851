/** Above the list: whom to look for, which status, and what can be done with all of them. */
import { Download, UserPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ApiError } from '@/api/api-error'
import { $api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import { SearchField } from '@/features/admin-kit/search-field'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { cohortName } from '@/lib/cohorts'
import { saveFile } from '@/lib/save-file'
import { useNarrow } from '@/lib/use-narrow'
import { zoneAbbreviation } from '@/lib/zones'
import { PasswordNotConfirmed, useWithPassword } from '@/session/confirm-password'
import { useRights } from '@/session/rights'
import { FilterMenu } from './purchase-chips'
import { asParams, type PurchaseFilter, SORTS, STATUSES } from './use-purchase-filter'

const ALL = 'all'

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const statusOptions = [
  { value: ALL, label: 'All statuses' },
  ...STATUSES.map((status) => ({ value: status, label: capitalised(status) })),
]
const sortOptions = SORTS.flatMap((sort) => [
  { value: `${sort} descending`, label: sort === 'date' ? 'Newest first' : labelOf(sort, true) },
  { value: `${sort} ascending`, label: sort === 'date' ? 'Oldest first' : labelOf(sort, false) },
])

function labelOf(sort: (typeof SORTS)[number], isDown: boolean): string {
  if (sort === 'amount') return isDown ? 'Highest amount' : 'Lowest amount'
  return `${capitalised(sort)} ${isDown ? 'Z to A' : 'A to Z'}`
}

/** The next ones first, then what has been, the latest first. */
function useCohorts(chosen: number | null) {
  const { data } = $api.useQuery('get', '/api/admin/bootcamps', {}, { staleTime: 60_000 })
  return useMemo(() => {
    const now = Date.now()
    const begins = ({ startDate }: { startDate: string }) => new Date(startDate).getTime()
    const all = data ?? []
    const ahead = all.filter((one) => begins(one) >= now).sort((a, b) => begins(a) - begins(b))
    const past = all.filter((one) => begins(one) < now).sort((a, b) => begins(b) - begins(a))
    const options = [...ahead, ...past].map((one) => ({
      value: String(one.id),
      label: cohortName(one.name, one),
    }))
    // An address can name a cohort before the list has come.
    const isMissing = chosen && !all.some(({ id }) => id === chosen)
    return [
      { value: ALL, label: 'All cohorts' },
      ...(isMissing ? [{ value: String(chosen), label: `Cohort ${chosen}` }] : []),
      ...options,
    ]
  }, [data, chosen])
}

interface PurchasesToolbarProps {
  filter: PurchaseFilter
  /** Whose days the list's are. */
  timezone: string
  onEnrol: () => void
}

export function PurchasesToolbar({ filter, timezone, onEnrol }: PurchasesToolbarProps) {
  const narrow = useNarrow()
  const { text, setText, status, cohort, sort, direction, choose } = filter
  const cohorts = useCohorts(cohort)
  const may = useRights()
  return (
    <SectionTools
      filters={
        <>
          <SearchField
            label="Search purchases"
            placeholder="Search by name, email or bootcamp"
            text={text}
            onTextChange={setText}
          />
          <Select
            aria-label="Filter by status"
            options={statusOptions}
            value={status ?? ALL}
            onValueChange={(value) =>
              choose({ status: STATUSES.find((known) => known === value) ?? null })
            }
            className="w-36 shrink-0 md:h-10"
          />
          <Select
            aria-label="Filter by cohort"
            options={cohorts}
            value={cohort ? String(cohort) : ALL}
            onValueChange={(value) => choose({ cohort: Number(value) || null })}
            className="w-44 shrink-0 md:h-10"
          />
          <FilterMenu filter={filter} />
          {/* Cards have no column heads to press. */}
          {narrow && (
            <Select
              aria-label="Sort purchases"
              options={sortOptions.filter(
                ({ value }) => may('money') || !value.startsWith('amount'),
              )}
              value={`${sort} ${direction}`}
              onValueChange={(value) => {
                const [by, way] = value.split(' ')
                choose({
                  sort: SORTS.find((known) => known === by) ?? 'date',
                  direction: way === 'ascending' ? 'ascending' : 'descending',
                })
              }}
              className="w-40 shrink-0"
            />
          )}
          <span className="shrink-0 text-sm text-muted-foreground" title={timezone}>
            Times in {zoneAbbreviation(timezone, new Date())}
          </span>
        </>
      }
      actions={
        <>
          {may('money') && <ExportButton filter={filter} />}
          {may('seats') && (
            <Button size="sm" onClick={onEnrol}>
              <UserPlus aria-hidden />
              Enroll
            </Button>
          )}
        </>
      }
    />
  )
}

/** Fetched, not linked to: everybody's names and addresses may cost the password once more. */
function ExportButton({ filter }: { filter: PurchaseFilter }) {
  const [isBusy, setIsBusy] = useState(false)
  const withPassword = useWithPassword()

  async function fetchFile() {
    const address = `/api/admin/purchases/export?${asParams(filter)}`
    const response = await fetch(address, { credentials: 'include' })
    if (!response.ok) throw await ApiError.from(response)
    return response.blob()
  }

  async function download() {
    setIsBusy(true)
    try {
      const file = await withPassword(fetchFile)
      saveFile(file, `purchases-${new Date().toISOString().slice(0, 10)}.csv`)
    } catch (error) {
      if (!(error instanceof PasswordNotConfirmed)) {
        showError(error, "The purchases couldn't be exported. Please try again.")
      }
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button
      variant="outline"
      size="sm"
      busy={isBusy}
      busyLabel="Exporting..."
      onClick={() => void download()}
    >
      <Download aria-hidden />
      Export CSV
    </Button>
  )
}
