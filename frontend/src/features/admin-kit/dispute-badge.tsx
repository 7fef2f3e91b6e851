/** That a bank disputes a payment, and until when it takes an answer. */

import type { components } from '@/api/schema'
import { Badge } from '@/components/ui/badge'
import { formatDay } from '@/lib/dates'
import { site } from '@/lib/site'

type OpenDispute = components['schemas']['OpenDisputeOut']

function words({ dueBy, evidenceSentAt }: OpenDispute): string {
  if (evidenceSentAt) return 'Disputed, answer sent'
  if (!dueBy) return 'Disputed'
  const day = formatDay(dueBy, site.operatorZone)
  return Date.parse(dueBy) > Date.now()
    ? `Disputed, answer by ${day}`
    : `Disputed, answer was due ${day}`
}

export function DisputeBadge({ dispute }: { dispute: OpenDispute | null }) {
  return dispute && <Badge tone="market">{words(dispute)}</Badge>
}
