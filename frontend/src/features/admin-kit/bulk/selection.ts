/** Which rows of a list are chosen: one by one over several pages, or all that match its filter. */
import { useState } from 'react'

interface Chosen {
  /** What the list was narrowed by then: another list has nothing chosen. */
  of: string
  ids: ReadonlySet<number>
  isAll: boolean
}

const nothing = (of: string): Chosen => ({ of, ids: new Set(), isAll: false })

export function useSelection(of: string) {
  const [kept, setKept] = useState(() => nothing(of))
  const { ids, isAll } = kept.of === of ? kept : nothing(of)
  const choose = (next: ReadonlySet<number>) => setKept({ of, ids: next, isAll: false })
  return {
    ids,
    isAll,
    isEmpty: ids.size === 0 && !isAll,
    isChosen: (id: number) => isAll || ids.has(id),
    toggle: (id: number, page: readonly number[]) => {
      // Without one of them it is no longer all: the page's others stay.
      const next = new Set(isAll ? page : ids)
      if (!next.delete(id)) next.add(id)
      choose(next)
    },
    togglePage: (page: readonly number[]) => {
      const areAll = isAll || page.every((id) => ids.has(id))
      choose(
        areAll ? new Set([...ids].filter((id) => !page.includes(id))) : new Set([...ids, ...page]),
      )
    },
    chooseAll: () => setKept({ of, ids: new Set(), isAll: true }),
    clear: () => setKept(nothing(of)),
  }
}

export type Selection = ReturnType<typeof useSelection>
