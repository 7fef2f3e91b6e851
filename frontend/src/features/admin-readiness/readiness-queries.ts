/** Whether classes are ready, as the server sees it now. */
import { useCallback, useRef } from 'react'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'
import { usePurchasesChanged } from '@/features/admin-kit/purchases-changed'

export type Readiness = components['schemas']['ReadinessOut']
export type Cell = components['schemas']['ReadinessCellOut']
export type Attendee = components['schemas']['AttendeeReadinessOut']
export type CellState = components['schemas']['State']
export type RepairKind = components['schemas']['Repair']

/** Emails arrive and links are tested while one looks. */
const LOOK_AGAIN_MS = 15_000
/** What a repair set going takes seconds: the cell turns as soon as it is done. */
const AFTER_REPAIR_MS = 2000
const REPAIR_TAKES_MS = 30_000

export function useReadiness(bootcampId: number) {
  const hurriesUntil = useRef(0)
  const changed = usePurchasesChanged()
  const query = $api.useQuery(
    'get',
    '/api/admin/bootcamps/{bootcamp_id}/readiness',
    { params: { path: { bootcamp_id: bootcampId } } },
    {
      staleTime: 0,
      refetchInterval: () => (Date.now() < hurriesUntil.current ? AFTER_REPAIR_MS : LOOK_AGAIN_MS),
    },
  )
  /** Something was put right: look again at once, and often for a while. */
  const repaired = useCallback(() => {
    hurriesUntil.current = Date.now() + REPAIR_TAKES_MS
    return changed()
  }, [changed])
  return { ...query, repaired }
}

export function useComingClasses() {
  return $api.useQuery('get', '/api/admin/readiness', {}, { refetchInterval: 4 * LOOK_AGAIN_MS })
}
