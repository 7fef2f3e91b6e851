/** The dates chosen for a bundle's bootcamps, kept in the address beside the bundle itself. */
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { hasChoice } from './bundle-dates'
import type { Package } from './package'

export const DATES = 'dates'

export interface ChosenDates {
  ids: readonly number[]
  choose: (ids: readonly number[]) => void
}

export function useChosenDates(): ChosenDates {
  const [searchParams, setSearchParams] = useSearchParams()
  const written = searchParams.get(DATES) ?? ''
  const ids = useMemo(
    () =>
      written
        .split(',')
        .map(Number)
        .filter((id) => Number.isInteger(id) && id > 0),
    [written],
  )
  return {
    ids,
    choose: (next) =>
      setSearchParams(
        (before) => {
          const params = new URLSearchParams(before)
          params.set(DATES, next.join(','))
          return params
        },
        { replace: true, preventScrollReset: true },
      ),
  }
}

/** What was found for the buyer is written down too: no date changes while they are paying. */
export function useKeepDates(chosen: Package | undefined, { ids, choose }: ChosenDates) {
  const bundle = chosen?.kind === 'bundle' ? chosen : undefined
  const isFound = bundle && (bundle.chosenDates.length > 0 || hasChoice(bundle.parts))
  const found = (isFound ? bundle.parts : []).flatMap(({ date }) => (date ? [date.id] : []))
  const isKept = found.every((id) => ids.includes(id))
  const keep = useEffectEvent(() => choose(found))
  useEffect(() => {
    if (!isKept) keep()
  }, [isKept])
}
