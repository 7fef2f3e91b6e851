/** Everything that happened to a purchase, the latest first; the provider's plumbing on request. */

import {
  Armchair,
  CreditCard,
  FileCheck,
  GraduationCap,
  type LucideIcon,
  Mail,
  ReceiptText,
  ScrollText,
  Timer,
  TriangleAlert,
  Undo2,
  UserPlus,
  Workflow,
} from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DeskTime } from '@/features/admin-kit/desk-time'
import { cn } from '@/lib/cn'
import type { PurchaseStory } from './purchase-types'

type Entry = PurchaseStory['entries'][number]

const icons: Record<Entry['kind'], LucideIcon> = {
  purchase: ReceiptText,
  terms: FileCheck,
  hold: Timer,
  payment: CreditCard,
  provider: Workflow,
  seat: Armchair,
  message: Mail,
  refund: Undo2,
  invitation: UserPlus,
  coaching: GraduationCap,
  break: TriangleAlert,
  audit: ScrollText,
}
const tones: Record<Entry['tone'], string> = {
  neutral: 'bg-surface-2 text-muted-foreground',
  good: 'bg-accent-soft text-primary',
  waiting: 'bg-build-soft text-build',
  bad: 'bg-market-soft text-market',
}
export function PurchaseTimeline({ entries }: { entries: readonly Entry[] }) {
  const [isWhole, setIsWhole] = useState(false)
  const folded = entries.filter(({ kind }) => kind === 'provider').length
  const shown = isWhole ? entries : entries.filter(({ kind }) => kind !== 'provider')
  return (
    <section aria-labelledby="purchase-story" className="grid gap-4 border-t pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="purchase-story" className="text-lg font-bold tracking-tight">
          What happened
        </h3>
        {folded > 0 && (
          <Button
            variant="outline"
            size="sm"
            aria-pressed={isWhole}
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? 'Hide provider events' : `Show provider events (${folded})`}
          </Button>
        )}
      </div>
      <ol className="grid">
        {shown.map((entry, index) => (
          // Counted from the end: the story grows at its beginning, and two emails can go out in
          // the same moment under the same title.
          // biome-ignore lint/suspicious/noArrayIndexKey: what has happened keeps its place.
          <Happening key={`${entry.at} ${entry.title} ${shown.length - index}`} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

function Happening({ entry }: { entry: Entry }) {
  const Icon = icons[entry.kind]
  return (
    <li className="group relative grid grid-cols-[2rem_1fr] gap-x-3 pb-5 last:pb-0">
      <span
        aria-hidden
        className="absolute top-8 bottom-0 left-4 w-px -translate-x-1/2 bg-border group-last:hidden"
      />
      <span
        className={cn('grid size-8 place-items-center rounded-full', tones[entry.tone])}
        aria-hidden
      >
        <Icon className="size-4" />
      </span>
      <div className="grid min-w-0 gap-0.5 pt-1">
        <p className="font-medium break-words">{entry.title}</p>
        {entry.detail && (
          <p className="text-sm wrap-anywhere text-muted-foreground">{entry.detail}</p>
        )}
        <p className="text-sm text-muted-foreground tabular-nums">
          <DeskTime at={entry.at} />
        </p>
      </div>
    </li>
  )
}
