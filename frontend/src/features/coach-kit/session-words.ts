/** What a coaching session's state is called, and what is said when it has changed. */
import type { components } from '@/api/schema'
import type { BadgeTone } from '@/components/ui/badge'

export type Outcome = components['schemas']['CoachingOutcome']
type Status = components['schemas']['CoachingStatus']

export const statuses: Record<Status, { label: string; tone: BadgeTone }> = {
  pending: { label: 'Waiting', tone: 'build' },
  scheduled: { label: 'Scheduled', tone: 'positive' },
  completed: { label: 'Completed', tone: 'neutral' },
  no_show: { label: 'No-show', tone: 'market' },
  canceled: { label: 'Canceled', tone: 'neutral' },
}

export const done: Record<Outcome, string> = {
  completed: 'Session completed',
  no_show: 'Marked as no-show',
  scheduled: 'Session reopened',
  pending: 'Session canceled',
}
