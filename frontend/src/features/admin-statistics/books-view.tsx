/** The money of a month or of any days: what came in, what went back, and for what; to print or keep. */
import { keepPreviousData } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { ApiError, errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ErrorState } from '@/components/ui/error-state'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { SectionSkeleton } from '@/features/admin-kit/section-skeleton'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { saveFile } from '@/lib/save-file'
import { type Days, daysName, offeredMonths, useDays } from './books-range'
import { BooksSheet } from './books-sheet'

const OTHER_DAYS = 'other'

export function BooksView() {
  const { days, choose, isWholeMonth } = useDays()
  const [isOther, setIsOther] = useState(!isWholeMonth)
  const { data, error, isFetching, isPlaceholderData, refetch } = $api.useQuery(
    'get',
    '/api/admin/statistics/books',
    { params: { query: days } },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
  return (
    <div className="grid min-w-0 gap-2.5">
      <SectionTools
        filters={<Range days={days} isOther={isOther} onOther={setIsOther} onChoose={choose} />}
        actions={
          <>
            <DownloadButton days={days} />
            <Button size="sm" disabled={!data || isPlaceholderData} onClick={() => window.print()}>
              <Printer aria-hidden />
              Print
            </Button>
          </>
        }
      />
      {error && !data ? (
        <ErrorState
          title="The books couldn't be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {errorMessage(error, 'Check your connection and try again.')}
        </ErrorState>
      ) : data ? (
        <>
          <Card
            className={
              isPlaceholderData ? 'rounded-xl p-4 opacity-60 sm:p-6' : 'rounded-xl p-4 sm:p-6'
            }
          >
            <BooksSheet books={data} />
          </Card>
          {/* On paper it stands alone, without the desk around it. */}
          {createPortal(
            <div data-print-sheet aria-hidden className="hidden print:block">
              <BooksSheet books={data} isPaper />
            </div>,
            document.body,
          )}
        </>
      ) : (
        <SectionSkeleton />
      )}
    </div>
  )
}

interface RangeProps {
  days: Days
  isOther: boolean
  onOther: (isOther: boolean) => void
  onChoose: (days: Days) => void
}

function Range({ days, isOther, onOther, onChoose }: RangeProps) {
  const months = offeredMonths()
  const known = months.some(({ since, until }) => since === days.since && until === days.until)
  return (
    <>
      <Select
        aria-label="Month"
        className="w-44 shrink-0 md:h-10"
        value={isOther || !known ? OTHER_DAYS : days.since}
        options={[
          ...months.map((month) => ({ value: month.since, label: daysName(month) })),
          { value: OTHER_DAYS, label: 'Other days' },
        ]}
        onValueChange={(value) => {
          const month = months.find(({ since }) => since === value)
          onOther(!month)
          if (month) onChoose(month)
        }}
      />
      {(isOther || !known) && (
        <>
          <Input
            type="date"
            aria-label="First day"
            className="w-40 shrink-0"
            value={days.since}
            max={days.until}
            onChange={({ target }) => target.value && onChoose({ ...days, since: target.value })}
          />
          <Input
            type="date"
            aria-label="Last day"
            className="w-40 shrink-0"
            value={days.until}
            min={days.since}
            onChange={({ target }) => target.value && onChoose({ ...days, until: target.value })}
          />
        </>
      )}
    </>
  )
}

function DownloadButton({ days }: { days: Days }) {
  const [isBusy, setIsBusy] = useState(false)

  async function download() {
    setIsBusy(true)
    try {
      const address = `/api/admin/statistics/books/export?${new URLSearchParams({ ...days })}`
      const response = await fetch(address, { credentials: 'include' })
      if (!response.ok) throw await ApiError.from(response)
      saveFile(await response.blob(), `books-${days.since}-${days.until}.csv`)
    } catch (error) {
      showError(error, "The books couldn't be exported. Please try again.")
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button variant="outline" size="sm" busy={isBusy} onClick={() => void download()}>
      <Download aria-hidden />
      CSV
    </Button>
  )
}
