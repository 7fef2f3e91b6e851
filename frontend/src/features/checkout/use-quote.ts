/** The price of an order with its rules and code, asked of the server. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import type { components } from '@/api/schema'
import { isEarly } from '@/lib/prices'
import { useSettled } from '@/lib/use-settled'
import { catalogPrice, endOnThisClock, type OrderPrice, rulesOf } from './order-price'
import type { Package } from './package'
import { serverTimeOf } from './server-time'

type Quote = components['schemas']['QuoteOut']

const QUOTE = '/api/quote'
const NOT_CHECKED = "We couldn't check your code. Try again in a moment."

interface Question {
  items: Package['items']
  chosenDates: { memberId: number; bootcampId: number }[]
  code: string
  /** What the catalogue says: another price is another question. */
  price: string
  packageKey: string
}

export interface QuotedPrice {
  /** Undefined until something is chosen. */
  price: OrderPrice | undefined
  /** The code that the price is made with, and what it does. */
  applied: Quote['code']
  /** Why the code can't be used; empty where it can. */
  refusal: string
  isAsking: boolean
  refresh: () => void
}

/** Where no rule can apply the catalogue has said everything, unless it was contradicted. */
function questionFor(
  chosen: Package | undefined,
  code: string,
  isDoubted: boolean,
): Question | null {
  if (!chosen) return null
  const rules = rulesOf(chosen)
  if (!code && !isDoubted && !(rules && isEarly(rules))) return null
  const { items, price, key: packageKey } = chosen
  const chosenDates = chosen.kind === 'bundle' ? chosen.chosenDates : []
  return { items, chosenDates, code, price, packageKey }
}

export function useQuote(
  chosen: Package | undefined,
  code: string,
  isDoubted: boolean,
): QuotedPrice {
  const queryClient = useQueryClient()
  const question = questionFor(chosen, code, isDoubted)
  const written = JSON.stringify(question)
  const settled = useSettled(written)
  const asked = settled === written ? question : null
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['post', QUOTE, asked],
    queryFn: ({ signal }) => askFor(asked, signal),
    enabled: asked !== null,
    gcTime: 0,
    // The total stands still while another code is looked at, and never shows another package's, nor
    // a price that has ended.
    placeholderData: (before) =>
      before?.packageKey === chosen?.key && (code || before?.listed === chosen?.price)
        ? before
        : undefined,
  })
  const refresh = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: ['post', QUOTE] })
  }, [queryClient])

  const isCurrent = question !== null && data?.packageKey === chosen?.key
  const answer = isCurrent ? data : undefined
  const isAsking = question !== null && (settled !== written || isFetching || isPlaceholderData)
  const failed = code && error && !isAsking ? errorMessage(error, NOT_CHECKED) : ''
  return {
    price: answer?.price ?? (chosen && catalogPrice(chosen)),
    applied: answer && !isAsking ? answer.quote.code : null,
    refusal: failed || (answer && !isAsking ? (answer.quote.codeRefusal ?? '') : ''),
    isAsking,
    refresh,
  }
}

async function askFor(question: Question | null, signal: AbortSignal) {
  if (!question) throw new Error('There is nothing to ask for')
  const { items, chosenDates, code, packageKey, price: listed } = question
  const { data, response } = await api.POST(QUOTE, {
    body: { ...items, chosenDates, code },
    signal,
  })
  if (!data) throw new Error('The server sent no price')
  const { totalAmount, lines, priceUntil } = data
  const answeredAt = { here: Date.now(), there: serverTimeOf(response) }
  const endsAt = endOnThisClock(priceUntil, answeredAt)
  return { packageKey, listed, quote: data, price: { totalAmount, lines, priceUntil, endsAt } }
}
