/** What became of an answer, in a word. */
import { Badge, type BadgeTone } from '@/components/ui/badge'
import type { Answer } from './inbox-queries'

const shown: Record<Answer['state'], { label: string; tone: BadgeTone }> = {
  sending: { label: 'Sending', tone: 'build' },
  sent: { label: 'Answered', tone: 'positive' },
  failed: { label: 'Not sent', tone: 'market' },
  bounced: { label: 'Bounced', tone: 'market' },
  canceled: { label: 'Canceled', tone: 'neutral' },
}

export function AnswerBadge({ state }: { state: Answer['state'] | null }) {
  if (!state) return null
  const { label, tone } = shown[state]
  return <Badge tone={tone}>{label}</Badge>
}
