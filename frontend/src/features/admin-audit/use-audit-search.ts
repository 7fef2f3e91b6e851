/** What the log is searched for and narrowed by, and which page is open. */
import { readPage, useListParams } from '@/features/admin-kit/use-list-params'

/** The server takes no more. */
const HIGHEST_PAGE = 100_000
const LONGEST = 100

function dayOf(text: string | null): string | null {
  const isDay = text !== null && /^[12]\d{3}-\d\d-\d\d$/.test(text)
  return isDay && !Number.isNaN(Date.parse(text)) ? text : null
}

function read(params: URLSearchParams) {
  const given = (name: string) => params.get(name)?.slice(0, LONGEST) || null
  return {
    search: params.get('search') ?? '',
    who: given('who'),
    /** As it is stored. */
    act: given('act'),
    since: dayOf(params.get('since')),
    until: dayOf(params.get('until')),
    subjectType: given('subjectType'),
    subjectId: given('subjectId'),
    page: readPage(params, HIGHEST_PAGE),
  }
}

type Chosen = ReturnType<typeof read>
const NO_FILTERS = {
  who: null,
  act: null,
  since: null,
  until: null,
  subjectType: null,
  subjectId: null,
} satisfies Partial<Chosen>
type Filter = keyof typeof NO_FILTERS
const FILTERS = Object.keys(NO_FILTERS) as Filter[]

export function useAuditSearch() {
  const { chosen, text, setText, choose, clear } = useListParams(read)
  const isNarrowed = FILTERS.some((name) => chosen[name] !== null)
  return {
    ...chosen,
    /** What is shown, as the server takes it. */
    query: {
      search: chosen.search,
      ...Object.fromEntries(
        FILTERS.flatMap((name) => (chosen[name] === null ? [] : [[name, chosen[name]]])),
      ),
    },
    text,
    setText,
    isNarrowed,
    narrow: (changes: Partial<Chosen>) => choose(changes),
    clear: () => clear(NO_FILTERS),
    goToPage: (page: number) => choose({ page }),
  }
}

export type AuditSearch = ReturnType<typeof useAuditSearch>
