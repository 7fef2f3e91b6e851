/** What the desk's strip says at a glance, for the overview below it. */
import { $api } from '@/api/client'

/** The strip asks the same and keeps it fresh. */
const FRESH_MS = 30_000

export const useSummary = () =>
  $api.useQuery('get', '/api/admin/summary', {}, { staleTime: FRESH_MS })
