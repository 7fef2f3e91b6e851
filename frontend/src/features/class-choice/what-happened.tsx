/** What became of the class, in the operator's words, and what happens if nobody answers. */
import { CalendarCheck, CalendarX, Hourglass } from 'lucide-react'
import { Card } from '@/components/ui/card'
import { StartTime } from '@/session/start-time'
import type { ClassChoice } from './choice-types'
import { BANKS_TAKE, money, refundGoesTo } from './choice-words'
import { Hours } from './hours'

const iconClasses = 'mt-0.5 size-5 shrink-0 opacity-70'

export function WhatHappened({ change }: { change: ClassChoice }) {
  const { oldStartDate, oldEndDate, newStartDate, newEndDate, timezone, words } = change
  return (
    <Card>
      <dl className="grid gap-4">
        <div className="flex gap-3">
          <CalendarX aria-hidden className={iconClasses} />
          <div className="grid gap-0.5">
            <dt className="text-sm text-muted-foreground">
              {newStartDate ? 'It was going to be' : "It won't take place"}
            </dt>
            <dd className="line-through decoration-1">
              <Hours startDate={oldStartDate} endDate={oldEndDate} timezone={timezone} />
            </dd>
          </div>
        </div>
        {newStartDate && newEndDate && (
          <div className="flex gap-3">
            <CalendarCheck aria-hidden className={iconClasses} />
            <div className="grid gap-0.5">
              <dt className="text-sm text-muted-foreground">It's now</dt>
              <dd>
                <Hours startDate={newStartDate} endDate={newEndDate} timezone={timezone} />
              </dd>
            </div>
          </div>
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
        <p>If you don't choose, {silenceWords(change)}</p>
      </div>
    </div>
  )
}

function silenceWords(change: ClassChoice): string {
  const { silence, refund } = change
  if (silence === 'keep') return 'you keep your seat on the new date.'
  if (silence === 'ends') return "your seat ends. You didn't pay for it, so there's no refund."
  const sum = refund ? money(refund.amount) : 'what you paid'
  return `we'll refund ${sum} to ${refundGoesTo(change)} right after that. ${BANKS_TAKE}`
}
