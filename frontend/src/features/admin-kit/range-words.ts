/** A range of days as a chip says it. */
import { formatDate } from '@/lib/dates'

const day = (text: string) => formatDate(`${text}T12:00:00Z`, 'UTC')

/** "Nov 1, 2026 – Nov 30, 2026" */
export function rangeWords(since: string | null, until: string | null): string {
  if (since && until) return since === until ? day(since) : `${day(since)} – ${day(until)}`
  return since ? `Since ${day(since)}` : `Until ${day(until ?? '')}`
}
