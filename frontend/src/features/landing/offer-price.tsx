/** What it costs now, until when, and what it costs then. */
import { useState } from 'react'
import { cn } from '@/lib/cn'
import { formatPrice, toCents } from '@/lib/money'
import { earlyWords, hasEnded, type Priced, priceAt, priceThenOf } from '@/lib/prices'

const dollars = (amount: string) => formatPrice(toCents(amount))

/** Another early price may follow: its own end is known with the next answer. */
const endedWords = (priced: Priced) =>
  toCents(priceThenOf(priced)) < toCents(priced.regularPrice)
    ? 'This early price has ended.'
    : 'The early price has ended.'

interface PricedProps {
  priced: Priced
  now: number
  className?: string
}

/** Words that are true until a moment; a script on the page replaces them where the app doesn't run. */
export function untilThen(moment: string | null, after: string) {
  return moment ? { 'data-until': moment, 'data-after': after, suppressHydrationWarning: true } : {}
}

export function OfferPrice({ priced, now, className }: PricedProps) {
  const { priceUntil, isStruck } = priced
  return (
    <p className={className}>
      <span {...untilThen(priceUntil, dollars(priceThenOf(priced)))}>
        {dollars(priceAt(priced, now))}
      </span>
      {isStruck && !hasEnded(priced, now) && (
        <>
          {' '}
          <s
            {...(priceUntil && { 'data-until': priceUntil, 'data-ends': '' })}
            suppressHydrationWarning
            className="text-[0.6em] font-medium tracking-normal opacity-70"
          >
            <span className="sr-only">Regular price </span>
            {dollars(priced.regularPrice)}
          </s>
        </>
      )}
    </p>
  )
}

/** Keeps its room when the early price ends, so that nothing below it moves. */
export function OfferPriceNote({ priced, zone, now, className }: PricedProps & { zone: string }) {
  const words = earlyWords(priced, zone)
  const [room, setRoom] = useState(words)
  if (words && words !== room) setRoom(words)
  if (!room) return null
  const ended = endedWords(priced)
  return (
    <p
      data-room={room}
      className={cn(
        'grid *:[grid-area:1/1] after:invisible after:[grid-area:1/1] after:content-[attr(data-room)]',
        className,
      )}
    >
      <span {...untilThen(priced.priceUntil, ended)}>
        {words && !hasEnded(priced, now) ? words : ended}
      </span>
    </p>
  )
}
