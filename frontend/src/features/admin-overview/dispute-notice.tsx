/** That banks wait for an answer; nothing while no dispute is open. */

import { ArrowRight, Scale } from 'lucide-react'
import { Link } from 'react-router'
import type { components } from '@/api/schema'
import { formatDay } from '@/lib/dates'
import { site } from '@/lib/site'
import { useSummary } from './use-summary'

function words({ count, unanswered, dueBy }: components['schemas']['OpenDisputesOut']) {
  const open = count === 1 ? '1 payment is disputed' : `${count} payments are disputed`
  if (unanswered === 0) return `${open}. The bank is reviewing our answer.`
  if (!dueBy) return `${open}. The bank is waiting for our answer.`
  const day = formatDay(dueBy, site.operatorZone)
  if (Date.parse(dueBy) <= Date.now()) return `${open}. The answer was due ${day}.`
  return unanswered === 1
    ? `${open}. Answer by ${day}.`
    : `${open}. The first answer is due ${day}.`
}

export function DisputeNotice() {
  const { data } = useSummary()
  const disputes = data?.openDisputes
  if (!disputes) return null
  return (
    <section
      aria-label="Disputes"
      className="flex min-h-10 min-w-0 flex-wrap items-center gap-x-3 rounded-lg border border-market/40 bg-market-soft/40 px-3 text-sm max-md:w-full"
    >
      <Scale aria-hidden className="size-4 shrink-0 text-market max-sm:hidden" />
      <p className="font-medium">{words(disputes)}</p>
      <Link
        to={`/admin/purchases/${disputes.purchaseId}`}
        className="touch-target flex items-center gap-1 rounded-md font-medium text-market underline-offset-4 hover:underline max-sm:ml-auto"
      >
        Open the purchase
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    </section>
  )
}
