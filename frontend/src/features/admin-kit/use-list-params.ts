/** What a list is searched and narrowed by, and its page, kept in the address: shared and gone back to. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

const DEBOUNCE_MS = 300

interface ListParams {
  search: string
  page: number
}

/** Replaced, not added: the way back does not lead through every pause in typing. */
export const IN_PLACE: NavigateOptions = { replace: true, preventScrollReset: true }

/** The page of an address; the first for what the server would refuse. */
export function readPage(params: URLSearchParams, highest: number): number {
  const page = Number(params.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= highest ? page : 1
}

export function oneOf<Value extends string>(
  values: readonly Value[],
  text: string | null,
): Value | null {
  return values.find((value) => value === text) ?? null
}

/** Only what differs from the usual: a plain list has a plain address. */
function written(chosen: object, usual: object): URLSearchParams {
  const usually = new Map<string, unknown>(Object.entries(usual))
  const unusual = Object.entries(chosen).filter(
    ([name, value]) => value !== null && value !== usually.get(name),
  )
  return new URLSearchParams(unusual.map(([name, value]) => [name, String(value)]))
}

/** `read` makes sense of any address, the empty one too; it stands outside of the component. */
export function useListParams<Params extends ListParams>(
  read: (params: URLSearchParams) => Params,
) {
  const [params, setParams] = useSearchParams()
  const chosen = read(params)
  const { search } = chosen
  const [text, setText] = useState(search)
  const known = useRef(search)

  // Somebody went back or forward, or opened another address: the field follows.
  useEffect(() => {
    if (search === known.current) return
    known.current = search
    setText(search)
  }, [search])

  /** Whatever is changed, the list starts at its first page, unless that is the change. */
  const choose = useCallback(
    (changes: Partial<Params>, options?: NavigateOptions) =>
      setParams(
        (now) => written({ ...read(now), page: 1, ...changes }, read(new URLSearchParams())),
        options,
      ),
    [read, setParams],
  )

  const find = useCallback(
    (words: string, changes: Partial<Params> = {}, options = IN_PLACE) => {
      known.current = words
      choose({ ...changes, search: words }, options)
    },
    [choose],
  )

  useEffect(() => {
    const words = text.trim()
    if (words === known.current) return
    const timer = setTimeout(() => find(words), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, find])

  return {
    chosen,
    text,
    setText,
    choose,
    /** Searches for nothing, and undoes the filters it is told. */
    clear: (filters: Partial<Params> = {}, options = IN_PLACE) => {
      setText('')
      find('', filters, options)
    },
  }
}
