/** Rows and columns. Where the columns do not fit, the table scrolls sideways and says so. */
import { ArrowDown, ArrowUp, ChevronsUpDown, MoveHorizontal } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { cn } from '@/lib/cn'

interface TableProps extends ComponentProps<'table'> {
  /** What the table lists; read out by screen readers. */
  label: string
}

export function Table({ label, className, ...props }: TableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const overflows = useOverflows(frame)
  return (
    <div className="min-w-0">
      {overflows && (
        <p className="flex items-center gap-2 px-4 pt-3 text-sm text-muted-foreground">
          <MoveHorizontal aria-hidden className="size-4" />
          Scroll sideways to see all columns
        </p>
      )}
      <div
        ref={frame}
        // A keyboard can only scroll what can be focused, and what is focused needs a name.
        {...(overflows
          ? { tabIndex: 0, role: 'region', 'aria-label': `${label}, scrolls sideways` }
          : {})}
        className="overflow-x-auto rounded-lg"
      >
        <table
          aria-label={label}
          className={cn('w-full border-collapse text-left text-[0.9375rem]', className)}
          {...props}
        />
      </div>
    </div>
  )
}

function useOverflows(frame: React.RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setOverflows(element.scrollWidth > element.clientWidth + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [frame])
  return overflows
}

export function TableHead(props: ComponentProps<'thead'>) {
  return <thead {...props} />
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return <tbody className={cn('[&>tr:last-child]:border-b-0', className)} {...props} />
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return <tr className={cn('border-b', className)} {...props} />
}

const headerClasses = 'h-11 px-4 text-sm font-medium whitespace-nowrap text-muted-foreground'

export function TableHeader({ className, ...props }: ComponentProps<'th'>) {
  return <th scope="col" className={cn(headerClasses, className)} {...props} />
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return <td className={cn('px-4 py-3 align-middle', className)} {...props} />
}

export type SortDirection = 'ascending' | 'descending'

interface SortableHeaderProps {
  children: ReactNode
  /** Null when the table is sorted by another column. */
  direction: SortDirection | null
  onSort: (next: SortDirection) => void
  className?: string
}

const sortIcons = { ascending: ArrowUp, descending: ArrowDown } as const

export function SortableHeader({ children, direction, onSort, className }: SortableHeaderProps) {
  const Icon = direction ? sortIcons[direction] : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={direction ?? 'none'}
      className={cn(headerClasses, 'px-2', className)}
    >
      <button
        type="button"
        onClick={() => onSort(direction === 'ascending' ? 'descending' : 'ascending')}
        className={cn(
          'touch-target inline-flex h-9 cursor-pointer items-center gap-1.5 rounded-md px-2 transition-colors duration-200 hover:text-foreground',
          direction && 'text-foreground',
        )}
      >
        {children}
        <Icon aria-hidden className="size-4" />
      </button>
    </th>
  )
}
