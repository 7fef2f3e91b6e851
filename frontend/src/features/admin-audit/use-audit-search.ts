/** What is searched for, and which page, kept in the address: it can be shared and gone back to. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

const DEBOUNCE_MS = 300
/** The server takes no more. */
const HIGHEST_PAGE = 100_000

function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= HIGHEST_PAGE ? page : 1
}

export function useAuditSearch() {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const page = readPage(params)
  const [text, setText] = useState(search)
  const written = useRef(search)

  // Somebody went back or forward, or opened another address: the field follows.
  useEffect(() => {
    if (search === written.current) return
    written.current = search
    setText(search)
  }, [search])

  const writeSearch = useCallback(
    (words: string) => {
      written.current = words
      // Replaced, not added: the way back does not lead through every pause in typing.
      setParams(words ? { search: words } : {}, { replace: true, preventScrollReset: true })
    },
    [setParams],
  )

  useEffect(() => {
    const words = text.trim()
    if (words === written.current) return
    const timer = setTimeout(() => writeSearch(words), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, writeSearch])

  return {
    text,
    setText,
    search,
    page,
    clear: () => {
      setText('')
      writeSearch('')
    },
    goToPage: (next: number) =>
      setParams({ ...(search ? { search } : {}), ...(next > 1 ? { page: String(next) } : {}) }),
  }
}
