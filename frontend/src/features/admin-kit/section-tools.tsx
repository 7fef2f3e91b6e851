/** What a section is worked with stands in the row of its title: its filters, and its main button. */
import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { useNarrow } from '@/lib/use-narrow'

/** The end of the title's row; null until it is there, undefined where there is no such row. */
export const TitleRow = createContext<HTMLElement | null | undefined>(undefined)

interface SectionToolsProps {
  /** The views of the section. */
  tabs?: ReactNode
  /** Chooses what is shown. */
  filters?: ReactNode
  actions?: ReactNode
}

export function SectionTools(tools: SectionToolsProps) {
  const row = useContext(TitleRow)
  if (row === undefined) {
    return (
      <div className="flex min-w-0 items-center justify-between gap-2 max-sm:flex-wrap">
        <div className="flex min-w-0 flex-1 items-center gap-2 max-sm:basis-full">
          {tools.tabs}
          {tools.filters}
        </div>
        <div className="flex shrink-0 items-center gap-2 empty:hidden">{tools.actions}</div>
      </div>
    )
  }
  return row && createPortal(<Tools {...tools} />, row)
}

/** On a phone the button stays beside the title, before the filters for the keyboard too. */
function Tools({ tabs, filters, actions }: SectionToolsProps) {
  const isNarrow = useNarrow()
  const buttons = actions && (
    <div className="ml-auto flex shrink-0 items-center gap-2 max-md:order-1">{actions}</div>
  )
  return (
    <>
      {isNarrow && buttons}
      {tabs && <div className="min-w-0 max-md:order-2 max-md:w-full">{tabs}</div>}
      {filters && (
        // What does not fit on a phone is scrolled to, and not given rows of its own. But a notice is read.
        <div className="flex min-w-0 items-center gap-2 empty:hidden max-md:order-2 max-md:-m-1 max-md:w-[calc(100%+0.5rem)] max-md:overflow-x-auto max-md:p-1 max-md:has-[>section]:flex-wrap max-md:[scrollbar-width:none] md:min-w-min md:flex-1">
          {filters}
        </div>
      )}
      {!isNarrow && buttons}
    </>
  )
}
