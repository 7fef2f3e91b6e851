/** Above a list in which rows are chosen: how many, all that match instead, and what to do to them. */
import { Suspense, useEffect, useRef, useState } from 'react'
import type { components } from '@/api/schema'
import { MissingWindow, optional } from '@/components/optional'
import { Button } from '@/components/ui/button'
import { useRights } from '@/session/rights'
import { focusList } from '../list-keys'
import { type BulkKind, type BulkSubject, bulkWords, counted } from './bulk-words'
import type { Selection } from './selection'

const BulkDialog = optional(
  async () => (await import('./bulk-dialog')).BulkDialog,
  ({ onClose }) => <MissingWindow onGone={onClose} />,
)

/** The list's own filter, as the server takes it for all that match. */
export type BulkFilter = Pick<
  Partial<components['schemas']['BulkChoiceIn']>,
  'purchases' | 'people' | 'bootcamps'
>

interface BulkBarProps {
  selection: Selection
  subject: BulkSubject
  kinds: readonly BulkKind[]
  words: { one: string; many: string }
  page: { total: number; totalIsExact?: boolean } | undefined
  filter: BulkFilter
  /** The class whose people are listed, for moving them away. */
  bootcampId?: number
}

export function BulkBar(props: BulkBarProps) {
  const { selection, kinds, words, page } = props
  const may = useRights()
  const [opened, setOpened] = useState<BulkKind | null>(null)
  const bar = useRef<HTMLElement>(null)
  const { isEmpty } = selection
  useEffect(() => {
    if (isEmpty) return
    return () => {
      // The bar leaves with the selection, and with it the button that was pressed, if one was.
      if (document.activeElement === document.body) focusList()
    }
  }, [isEmpty])
  if (isEmpty || !page) return null
  const isExact = page.totalIsExact ?? true
  const all = isExact ? `all ${page.total.toLocaleString('en-US')}` : 'all'
  const offersAll = !selection.isAll && (!isExact || page.total > selection.ids.size)
  const chooseAll = () => {
    selection.chooseAll()
    // The button goes; the acts beside it are what comes next.
    bar.current?.focus()
  }
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label="Chosen rows"
      className="flex flex-wrap items-center gap-2 rounded-xl border bg-surface px-4 py-2 shadow-card max-sm:py-3"
    >
      <p role="status" className="mr-2 text-sm font-medium tabular-nums max-sm:w-full">
        {selection.isAll
          ? `${isExact ? counted(page.total, words) : `All ${words.many}`} that match`
          : `${counted(selection.ids.size, words)} selected`}
      </p>
      {offersAll && (
        <Button variant="link" size="sm" className="mr-2" onClick={chooseAll}>
          Select {all} that match
        </Button>
      )}
      {kinds
        .filter((kind) => may(bulkWords[kind].right))
        .map((kind) => (
          <Button key={kind} variant="outline" size="sm" onClick={() => setOpened(kind)}>
            {bulkWords[kind].label}
          </Button>
        ))}
      <Button variant="link" size="sm" className="ml-auto" onClick={selection.clear}>
        Clear selection
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <BulkDialog {...props} kind={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </section>
  )
}
