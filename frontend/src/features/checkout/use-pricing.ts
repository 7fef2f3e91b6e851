/** What the order costs, what the buyer has agreed to, and what is said when it changes meanwhile. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { ApiError } from '@/api/api-error'
import { timerUntil } from '@/lib/timers'
import type { OrderPrice } from './order-price'
import type { Package } from './package'
import type { CheckoutFacts } from './use-checkout-facts'
import { type CodeChoice, useCode } from './use-code'
import { orderKeyOf, useKeptPrice } from './use-kept-price'
import type { AgreedPrice, PaymentSession } from './use-payment-session'
import { type QuotedPrice, useQuote } from './use-quote'

interface News {
  packageKey: string
  code: string
  email: string
  /** The code is refused to this buyer; else the price has changed. */
  isAboutCode: boolean
  words: string
  isAccepted: boolean
}

const NOTHING_BEGUN = { begun: null, answeredAt: undefined }

interface Wanted {
  chosen: Package | undefined
  email: string
  /** A seat that is held for this buyer has its own price. */
  isHeld: boolean
  facts: CheckoutFacts
}

export interface Pricing extends CodeChoice {
  quoted: QuotedPrice
  /** What is sent with the order; null while that isn't known, or the buyer has to agree first. */
  agreed: AgreedPrice | null
  /** Sales have closed since a payment was begun, which may be finished all the same. */
  isKeptOpen: boolean
  /** What has changed, until the buyer has agreed to it. */
  news: string | null
  accept: () => void
  tell: (error: ApiError) => void
  /** What a payment that was begun before a reload will charge. */
  keptPrice: OrderPrice | undefined
  /** Its time is up. */
  endKept: () => void
  /** Why the code isn't used; empty where it is. */
  refusal: string
}

export function usePricing({ chosen, email, isHeld, facts }: Wanted): Pricing {
  const choice = useCode()
  const { code } = choice
  const packageKey = chosen?.key ?? ''
  const [news, setNews] = useState<News | null>(null)
  const [round, setRound] = useState(0)
  const isSameOrder = news?.packageKey === packageKey && news.code === code
  // A code may be another person's; what something costs is the same for everybody.
  const isNews = isSameOrder && (news.email === email || !news.isAboutCode) ? news : null
  const used = isHeld || isNews?.isAboutCode ? '' : code
  const quoted = useQuote(isHeld ? undefined : chosen, used, isNews !== null)
  const applied = quoted.applied?.code ?? ''
  const isRefused = used !== '' && !quoted.isAsking && applied === ''

  const orderKey = orderKeyOf(packageKey, used)
  // A session that was begun keeps its price, whatever the catalogue says meanwhile.
  const {
    kept,
    keep,
    forget: endKept,
  } = useKeptPrice(isHeld ? NOTHING_BEGUN : facts, orderKey, quoted.price)
  const shownAmount = isHeld ? chosen?.price : quoted.price?.totalAmount
  const sent =
    kept ??
    (shownAmount !== undefined && !quoted.isAsking
      ? { orderKey, code: isRefused ? '' : used, shownAmount }
      : null)
  const isDisputed = isNews !== null && !isNews.isAccepted

  const tell = (error: ApiError) => {
    const isAboutCode = error.code !== 'price_changed'
    const words = error.serverMessage ?? 'The price has changed.'
    setNews({ packageKey, code, email, isAboutCode, words, isAccepted: false })
    endKept()
  }

  return {
    ...choice,
    quoted,
    agreed:
      sent && !isDisputed
        ? {
            // With its proof, which the server doesn't hand back.
            code: kept?.code ? used : sent.code,
            shownAmount: sent.shownAmount,
            round,
            keep: () => keep(sent),
          }
        : null,
    isKeptOpen: kept !== null && chosen?.standing === 'salesOver',
    news: isDisputed ? isNews.words : null,
    accept: () => {
      setNews(isNews && { ...isNews, isAccepted: true })
      setRound(round + 1)
    },
    tell,
    keptPrice: kept?.price,
    endKept,
    // A code that has ended since is still good for a payment that was begun with it.
    refusal: (isNews?.isAboutCode && isNews.words) || (kept?.code ? '' : quoted.refusal),
  }
}

/** What stands in the summary: what the session will charge, else what it would cost. */
export const shownPrice = (
  { quoted, keptPrice }: Pricing,
  session: PaymentSession,
): OrderPrice | undefined => session.price ?? keptPrice ?? quoted.price

/** Calls back once when the price has ended, on the server's clock. */
export function usePriceEnd(price: OrderPrice | undefined, onEnd: () => void) {
  const end = useEffectEvent(onEnd)
  const endsAt = price?.endsAt ?? null
  useEffect(() => {
    if (endsAt === null) return
    const wait = () => setTimeout(look, timerUntil(endsAt))
    const look = () => {
      if (Date.now() < endsAt) timer = wait()
      else end()
    }
    let timer = wait()
    return () => clearTimeout(timer)
  }, [endsAt])
}
