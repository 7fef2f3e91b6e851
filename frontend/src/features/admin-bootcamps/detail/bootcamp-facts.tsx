/** What the bootcamp is, when it takes place, what it costs and how full it is. */
import {
  Archive,
  CircleCheck,
  Hammer,
  type LucideIcon,
  Megaphone,
  PencilLine,
  Radio,
  Rocket,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { formatRange, formatViewerRange } from '@/lib/dates'
import { formatCents, toCents } from '@/lib/money'
import { useReaderZone } from '@/session/reader-zone'
import { isDraft, phaseOf } from '../bootcamp-form'
import type { AdminBootcamp } from './bootcamp-query'

const types: Record<AdminBootcamp['bootcampType'], { tone: BadgeTone; icon: LucideIcon }> = {
  Build: { tone: 'build', icon: Hammer },
  Launch: { tone: 'launch', icon: Rocket },
  Market: { tone: 'market', icon: Megaphone },
}

interface BootcampFactsProps {
  bootcamp: AdminBootcamp
  titleId: string
}

export function BootcampFacts({ bootcamp, titleId }: BootcampFactsProps) {
  const { name, tagline, description } = bootcamp
  return (
    <Card className="min-w-0 gap-6">
      <div className="grid min-w-0 gap-3">
        <Badges bootcamp={bootcamp} />
        <h2 id={titleId} className="text-3xl font-extrabold tracking-tight wrap-anywhere">
          {name}
        </h2>
        {tagline && <p className="text-lead font-medium wrap-anywhere">{tagline}</p>}
        <p className="max-w-[46rem] wrap-anywhere whitespace-pre-line text-muted-foreground">
          {description}
        </p>
      </div>
      <dl className="grid gap-x-8 gap-y-5 border-t pt-6 sm:grid-cols-2 lg:grid-cols-[2fr_1.2fr_0.8fr_1.2fr]">
        <Fact term="Schedule">
          <Schedule bootcamp={bootcamp} />
        </Fact>
        <Fact term="Timezone">{bootcamp.timezone.replaceAll('_', ' ')}</Fact>
        <Fact term="Price">{formatCents(toCents(bootcamp.price))}</Fact>
        <Fact term="Capacity">
          <Capacity bootcamp={bootcamp} />
        </Fact>
      </dl>
    </Card>
  )
}

function Badges({ bootcamp }: { bootcamp: AdminBootcamp }) {
  const { status, bootcampType, step } = bootcamp
  const { tone, icon: Icon } = types[bootcampType]
  return (
    <p className="flex flex-wrap gap-2">
      {status === 'archived' ? (
        <Badge>
          <Archive aria-hidden />
          Archived
        </Badge>
      ) : isDraft(bootcamp) ? (
        <Badge tone="build">
          <PencilLine aria-hidden />
          Draft
        </Badge>
      ) : (
        <Badge tone="positive">
          <CircleCheck aria-hidden />
          Active
        </Badge>
      )}
      <Badge tone={tone}>
        <Icon aria-hidden />
        {bootcampType} · Step {step}
      </Badge>
      {phaseOf(bootcamp) === 'live' && (
        <Badge tone="market">
          <Radio aria-hidden />
          Live now
        </Badge>
      )}
      {phaseOf(bootcamp) === 'ended' && <Badge>Ended</Badge>}
    </p>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-1">
      <dt className="text-sm text-muted-foreground">{term}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  )
}

function Schedule({ bootcamp }: { bootcamp: AdminBootcamp }) {
  const { startDate, endDate, timezone } = bootcamp
  const ownZone = useReaderZone()
  const yourTime = formatViewerRange(startDate, endDate, timezone, ownZone)
  return (
    <>
      {formatRange(startDate, endDate, timezone)}
      {yourTime && (
        <span className="block text-sm font-normal text-muted-foreground">
          {yourTime} your time
        </span>
      )}
    </>
  )
}

function Capacity({ bootcamp }: { bootcamp: AdminBootcamp }) {
  const { enrolled, maxSeats, availableSeats } = bootcamp
  const words = {
    ahead: `${availableSeats} available`,
    live: 'Live now, sales are closed',
    ended: 'Ended, sales are closed',
  }
  const share = maxSeats > 0 ? Math.min(1, enrolled / maxSeats) : 0
  return (
    <>
      {enrolled} / {maxSeats} enrolled
      <span
        aria-hidden
        className="my-1.5 block h-1.5 max-w-44 overflow-hidden rounded-full bg-border"
      >
        <span
          className="block h-full rounded-full bg-primary"
          style={{ width: `${share * 100}%` }}
        />
      </span>
      <span className="block text-sm font-normal text-muted-foreground">
        {words[phaseOf(bootcamp)]}
      </span>
    </>
  )
}
