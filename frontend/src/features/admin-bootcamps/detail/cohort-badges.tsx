/** What state a bootcamp is in and of which type it is, as badges. */
import {
  Archive,
  CalendarX,
  CircleCheck,
  Hammer,
  type LucideIcon,
  Megaphone,
  PencilLine,
  Rocket,
} from 'lucide-react'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { phaseOf } from '@/features/admin-kit/class-clock'
import { isCanceled, isDraft } from '../bootcamp-form'
import type { AdminBootcamp } from './bootcamp-query'

const types: Record<AdminBootcamp['bootcampType'], { tone: BadgeTone; icon: LucideIcon }> = {
  Build: { tone: 'build', icon: Hammer },
  Launch: { tone: 'launch', icon: Rocket },
  Market: { tone: 'market', icon: Megaphone },
}

interface CohortBadgesProps {
  bootcamp: AdminBootcamp
  now: number
}

export function CohortBadges({ bootcamp, now }: CohortBadgesProps) {
  const { bootcampType, step } = bootcamp
  const { tone, icon: Icon } = types[bootcampType]
  return (
    <p className="flex flex-wrap gap-1.5">
      <State bootcamp={bootcamp} />
      <Badge tone={tone}>
        <Icon aria-hidden />
        {bootcampType} · Step {step}
      </Badge>
      {phaseOf(bootcamp, now) === 'ended' && <Badge>Ended</Badge>}
    </p>
  )
}

function State({ bootcamp }: { bootcamp: AdminBootcamp }) {
  // For good, and more than that it is in the archive.
  if (isCanceled(bootcamp)) {
    return (
      <Badge>
        <CalendarX aria-hidden />
        Canceled
      </Badge>
    )
  }
  if (bootcamp.status === 'archived') {
    return (
      <Badge>
        <Archive aria-hidden />
        Archived
      </Badge>
    )
  }
  if (isDraft(bootcamp)) {
    return (
      <Badge tone="build">
        <PencilLine aria-hidden />
        Draft
      </Badge>
    )
  }
  return (
    <Badge tone="positive">
      <CircleCheck aria-hidden />
      Active
    </Badge>
  )
}
