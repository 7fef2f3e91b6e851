/** What the order costs, what the buyer has agreed to, and what is said when it changes meanwhile. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { ApiError } from '@/api/api-error'
import { timerUntil } from '@/lib/timers'
import type { OrderPrice } from './order-price'
import type { Package } from './package'
import { type CodeChoice, useCode } from './use-code'
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

interface Wanted {
  chosen: Package | undefined
  email: string
  /** A seat that is held for this buyer has its own price. */
  isHeld: boolean
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
  /** Why the code isn't used; empty where it is. */
  refusal: string
}

export function usePricing({ chosen, email, isHeld }: Wanted): Pricing {
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

  const orderKey = `${packageKey} ${used}`
  const [begun, setBegun] = useState<{
    orderKey: string
    code: string
    shownAmount: string
  } | null>(null)
  // A session that was begun keeps its price, whatever the catalogue says meanwhile.
  const kept = begun?.orderKey === orderKey ? begun : null
  const shownAmount = isHeld ? chosen?.price : quoted.price?.totalAmount
  const sent =
    kept ??
    (shownAmount !== undefined && !quoted.isAsking
      ? { orderKey, code: isRefused ? '' : used, shownAmount }
      : null)
  const isDisputed = isNews !== null && !isNews.isAccepted

  const tell = useCallback(
    (error: ApiError) => {
      const isAboutCode = error.code !== 'price_changed'
      const words = error.serverMessage ?? 'The price has changed.'
      setNews({ packageKey, code, email, isAboutCode, words, isAccepted: false })
      setBegun(null)
    },
    [packageKey, code, email],
  )

  return {
    ...choice,
    quoted,
    agreed:
      sent && !isDisputed
        ? {
            code: sent.code,
            shownAmount: sent.shownAmount,
            round,
            keep: () => setBegun(sent),
          }
        : null,
    isKeptOpen: kept !== null && chosen?.standing === 'salesOver',
    news: isDisputed ? isNews.words : null,
    accept: () => {
      setNews(isNews && { ...isNews, isAccepted: true })
      setRound(round + 1)
    },
    tell,
    refusal: (isNews?.isAboutCode && isNews.words) || quoted.refusal,
  }
}

/** What stands in the summary: what the session will charge, else what it would cost. */
export const shownPrice = ({ quoted }: Pricing, session: PaymentSession): OrderPrice | undefined =>
  session.price ?? quoted.price

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
