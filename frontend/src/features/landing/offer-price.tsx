/** What it costs now, until when, and what it costs then. */
import { useState } from 'react'
import { cn } from '@/lib/cn'
import { formatPrice, toCents } from '@/lib/money'
import { earlyWords, hasEnded, type Priced } from '@/lib/prices'

const dollars = (amount: string) => formatPrice(toCents(amount))

const ENDED = 'The early price has ended.'

interface PricedProps {
  priced: Priced
  now: number
  className?: string
}

/** Words that are true until a moment; a script on the page replaces them where the app doesn't run. */
export function untilThen(moment: string | null, after: string) {
  return moment === null
    ? {}
    : { 'data-until': moment, 'data-after': after, suppressHydrationWarning: true }
}

export function OfferPrice({ priced, now, className }: PricedProps) {
  const { price, regularPrice, priceUntil, isStruck } = priced
  const isOver = hasEnded(priced, now)
  const regular = dollars(regularPrice)
  return (
    <p className={className}>
      <span {...untilThen(priceUntil, regular)}>{isOver ? regular : dollars(price)}</span>
      {isStruck && !isOver && (
        <>
          {' '}
          <s
            {...(priceUntil && { 'data-until': priceUntil, 'data-ends': '' })}
            suppressHydrationWarning
            className="text-[0.6em] font-medium tracking-normal opacity-70"
          >
            <span className="sr-only">Regular price </span>
            {regular}
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
  return (
    <p
      data-room={room}
      className={cn(
        'grid *:[grid-area:1/1] after:invisible after:[grid-area:1/1] after:content-[attr(data-room)]',
        className,
      )}
    >
      <span {...untilThen(priced.priceUntil, ENDED)}>
        {words && !hasEnded(priced, now) ? words : ENDED}
      </span>
    </p>
  )
}
