/** Which of the three steps of the journey something belongs to. */
import { Hammer, type LucideIcon, Megaphone, Rocket } from 'lucide-react'
import { Badge, type BadgeTone } from './ui/badge'

export type Step = 1 | 2 | 3

const steps: Record<Step, { name: string; tone: BadgeTone; icon: LucideIcon }> = {
  1: { name: 'Build', tone: 'build', icon: Hammer },
  2: { name: 'Launch', tone: 'launch', icon: Rocket },
  3: { name: 'Market', tone: 'market', icon: Megaphone },
}

export function StepBadge({ step }: { step: Step }) {
  const { name, tone, icon: Icon } = steps[step]
  return (
    <Badge tone={tone} className="px-3 py-1 font-semibold">
      <Icon aria-hidden />
      Step {step} · {name}
    </Badge>
  )
}
