/** What is searched for in the log, and which page is open. */
import { readPage, useListParams } from '@/features/admin-kit/use-list-params'

/** The server takes no more. */
const HIGHEST_PAGE = 100_000

function read(params: URLSearchParams) {
  return { search: params.get('search') ?? '', page: readPage(params, HIGHEST_PAGE) }
}

export function useAuditSearch() {
  const { chosen, text, setText, choose, clear } = useListParams(read)
  return {
    ...chosen,
    text,
    setText,
    clear: () => clear(),
    goToPage: (page: number) => choose({ page }),
  }
}
