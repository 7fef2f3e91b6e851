/** What was filled in and not sent yet: kept by the tab, through a lost network and a reload. */
import { forgetTab, readTab, writeTab } from '@/lib/tab-memory'

export interface Draft {
  score: number | null
  words: string
  mayShow: boolean
}

const keyOf = (token: string) => `feedback ${token}`

/** The score of an address, as a link in the email has it: filled in, and nothing more. */
export function scoreIn(search: string): number | null {
  const text = new URLSearchParams(search).get('score') ?? ''
  return /^(?:\d|10)$/.test(text) ? Number(text) : null
}

export function readDraft(token: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(readTab(keyOf(token)) ?? 'null')
    return isDraft(kept) ? kept : null
  } catch {
    return null
  }
}

export const keepDraft = (token: string, draft: Draft) =>
  writeTab(keyOf(token), JSON.stringify(draft))

export const forgetDraft = (token: string) => forgetTab(keyOf(token))

function isDraft(kept: unknown): kept is Draft {
  if (typeof kept !== 'object' || kept === null) return false
  const { score, words, mayShow } = kept as Record<string, unknown>
  return (
    (score === null || typeof score === 'number') &&
    typeof words === 'string' &&
    typeof mayShow === 'boolean'
  )
}
