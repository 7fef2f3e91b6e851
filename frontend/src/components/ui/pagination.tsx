/** Page by page: previous, up to five numbers around the current page, next. */
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { cn } from '@/lib/cn'
import { Button } from './button'

const MAX_PAGE_BUTTONS = 5

/** The numbers to offer: the current page in the middle, moved in at either end. */
export function pagesAround(page: number, pageCount: number): number[] {
  const length = Math.min(MAX_PAGE_BUTTONS, pageCount)
  const centered = page - Math.floor(length / 2)
  const first = Math.max(1, Math.min(centered, pageCount - length + 1))
  return Array.from({ length }, (_, index) => first + index)
}

interface PaginationProps {
  page: number
  pageCount: number
  onPageChange: (page: number) => void
  /** Names this navigation where a page has several. */
  label?: string
  className?: string
}

export function Pagination({
  page,
  pageCount,
  onPageChange,
  label = 'Pages',
  className,
}: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label={label} className={cn('flex flex-wrap items-center gap-1.5', className)}>
      <Button
        variant="outline"
        size="sm"
        icon
        aria-label="Previous page"
        isOff={page <= 1}
        onClick={() => onPageChange(page - 1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      {pagesAround(page, pageCount).map((number) => (
        <Button
          key={number}
          variant={number === page ? 'primary' : 'ghost'}
          size="sm"
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          className="min-w-9 px-2 tabular-nums"
          onClick={() => onPageChange(number)}
        >
          {number}
        </Button>
      ))}
      <Button
        variant="outline"
        size="sm"
        icon
        aria-label="Next page"
        isOff={page >= pageCount}
        onClick={() => onPageChange(page + 1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  )
}
