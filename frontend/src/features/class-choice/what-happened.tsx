/** What became of the class, in the operator's words, and what happens if nobody answers. */
import { CalendarCheck, CalendarX, Hourglass, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { cn } from '@/lib/cn'
import { StartTime } from '@/session/start-time'
import type { ClassChoice } from './choice-types'
import { BANKS_TAKE, money, refundGoesTo } from './choice-words'
import { Hours } from './hours'

export function WhatHappened({ change }: { change: ClassChoice }) {
  const { oldStartDate, oldEndDate, newStartDate, newEndDate, timezone, words } = change
  return (
    <Card>
      <dl className="grid gap-4">
        <Told
          icon={CalendarX}
          term={newStartDate ? 'It was going to be' : "It won't take place"}
          className="line-through decoration-1"
        >
          <Hours startDate={oldStartDate} endDate={oldEndDate} timezone={timezone} />
        </Told>
        {newStartDate && newEndDate && (
          <Told icon={CalendarCheck} term="It's now">
            <Hours startDate={newStartDate} endDate={newEndDate} timezone={timezone} />
          </Told>
        )}
      </dl>
      {words && (
        <blockquote className="border-l-4 border-accent pl-4 wrap-anywhere whitespace-pre-line">
          {words}
        </blockquote>
      )}
    </Card>
  )
}

interface ToldProps {
  icon: LucideIcon
  term: string
  className?: string
  children: ReactNode
}

function Told({ icon: Icon, term, className, children }: ToldProps) {
  return (
    <div className="grid gap-0.5">
      <dt className="flex items-center gap-3 text-sm text-muted-foreground">
        <Icon aria-hidden className="size-5 shrink-0" />
        {term}
      </dt>
      <dd className={cn('pl-8', className)}>{children}</dd>
    </div>
  )
}

/** Said before anything is asked: nobody has to do anything, and this is what happens then. */
export function IfSilent({ change }: { change: ClassChoice }) {
  const { chooseBy, timezone } = change
  return (
    <div className="flex gap-3 rounded-2xl bg-build-soft p-5">
      <Hourglass aria-hidden className="mt-0.5 size-5 shrink-0 text-build" />
      <div className="grid gap-2">
        <div className="grid gap-0.5">
          <p className="text-sm font-semibold text-build">Choose by</p>
          <StartTime startsAt={chooseBy} timezone={timezone} />
        </div>
        <p>
          {change.asker === 'payer' ? 'If neither of you chooses, ' : "If you don't choose, "}
          {silenceWords(change)}
        </p>
      </div>
    </div>
  )
}

function silenceWords(change: ClassChoice): string {
  const { asker, holderName, payerName, silence, refund } = change
  if (silence === 'keep') {
    return asker === 'payer'
      ? `${holderName} keeps the seat on the new date.`
      : 'you keep your seat on the new date.'
  }
  if (silence === 'ends') return "your seat ends. You didn't pay for it, so there's no refund."
  if (silence === 'refund' && asker === 'holder') {
    return `your seat ends and ${payerName}, who paid for it, gets a refund.`
  }
  const sum = refund ? money(refund.amount) : 'what you paid'
  return `we'll refund ${sum} to ${refundGoesTo(change)} right after that. ${BANKS_TAKE}`
}
