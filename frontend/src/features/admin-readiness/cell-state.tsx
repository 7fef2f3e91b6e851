/** Red, amber and green for those who see no colors too: each has its icon and its word. */
import { CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react'
import { cn } from '@/lib/cn'
import type { Cell, CellState } from './readiness-queries'

interface Look {
  icon: LucideIcon
  /** Of one cell. */
  word: string
  /** Of a whole class. */
  title: string
  text: string
  ground: string
}

export const LOOKS: Record<CellState, Look> = {
  red: {
    icon: CircleAlert,
    word: 'Problem',
    title: 'Not ready',
    text: 'text-market',
    ground: 'bg-market-soft text-market',
  },
  amber: {
    icon: TriangleAlert,
    word: 'Warning',
    title: 'Almost ready',
    text: 'text-build',
    ground: 'bg-build-soft text-build',
  },
  green: {
    icon: CircleCheck,
    word: 'Fine',
    title: 'Ready',
    text: 'text-primary',
    ground: 'bg-accent-soft text-primary',
  },
}

const NAMES: Record<string, string> = {
  meeting: 'Meeting',
  host_link: 'Host link',
  recording: 'Recording',
  material: 'Material',
  reminders: 'Reminders',
  waiting_list: 'Waiting list',
  minimum: 'Minimum',
  coaching: 'Coaching',
  questions: 'Questions',
  paid: 'Payment',
  seat: 'Seat',
  way_in: 'Join link',
  confirmation: 'Confirmation',
  reminder: 'Reminder',
  address: 'Email address',
  time_zone: 'Time zone',
  link_test: 'Link test',
}

export const cellName = ({ key }: Cell) => NAMES[key] ?? 'Check'

export const isRed = ({ state }: { state: CellState }) => state === 'red'
export const isGreen = ({ state }: { state: CellState }) => state === 'green'

const ORDER: CellState[] = ['red', 'amber', 'green']
export const worstFirst = (one: Cell, other: Cell) =>
  ORDER.indexOf(one.state) - ORDER.indexOf(other.state)

export function StateIcon({ state, className }: { state: CellState; className?: string }) {
  const { icon: Icon, word, text } = LOOKS[state]
  return (
    <>
      <Icon aria-hidden className={cn('size-5 shrink-0', text, className)} />
      <span className="sr-only">{word}: </span>
    </>
  )
}

const counted = (count: number, what: string) => `${count} ${count === 1 ? what : `${what}s`}`

export const problemWords = (count: number) => counted(count, 'problem')

/** "2 problems · 5 warnings": what there is none of is left out. */
export function countWords({ red, amber }: Record<CellState, number>): string {
  return [red > 0 && problemWords(red), amber > 0 && counted(amber, 'warning')]
    .filter(Boolean)
    .join(' · ')
}
