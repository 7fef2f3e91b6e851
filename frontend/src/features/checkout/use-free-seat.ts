/** Ordering what costs nothing: the email goes out, or the seat is taken at once by a proven account. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import type { components } from '@/api/schema'
import { viewerZone } from '@/lib/dates'
import { TERMS_VERSION } from '@/lib/legal'
import { keepPurchase } from '@/session/invitation'
import type { Package } from './package'
import type { Buyer } from './use-buyer'
import { isOutOfDate } from './use-payment-session'

type FreeOrder = components['schemas']['FreeSeatOut']

const NOT_ORDERED = "We couldn't take your order. Please try again."

interface Wanted {
  chosen: Package | undefined
  buyer: Buyer
  code: string
  /** The offer on the page is out of date. */
  refresh: () => void
}

export interface FreeSeat {
  /** Waits for the click in its email; nothing for another address or package. */
  ordered: FreeOrder | null
  order: () => void
  /** The same once more, for an email that didn't come. */
  again: () => void
  isOrdering: boolean
  hasAskedAgain: boolean
  problem: string | null
}

export function useFreeSeat({ chosen, buyer, code, refresh }: Wanted): FreeSeat {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [kept, setKept] = useState<{ for: string; answer: FreeOrder } | null>(null)
  const [asked, setAsked] = useState(0)
  const orderedFor = JSON.stringify([chosen?.key, buyer.email.trim(), code])

  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      if (!chosen) throw new Error('There is nothing to order')
      const { data } = await api.POST('/api/free-seat', {
        body: {
          ...chosen.items,
          chosenDates: chosen.kind === 'bundle' ? chosen.chosenDates : [],
          code,
          email: buyer.email.trim(),
          fullName: buyer.fullName.trim(),
          timezone: viewerZone(),
          termsVersion: TERMS_VERSION,
        },
      })
      if (!data) throw new Error('The server sent no order')
      return data
    },
    onSuccess: (answer) => {
      setAsked((before) => before + 1)
      if (!answer.completed) {
        setKept({ for: orderedFor, answer })
        return
      }
      keepPurchase(answer.completed)
      void queryClient.invalidateQueries({ refetchType: 'none' })
      // In place of the checkout: going back must not lead to ordering twice.
      void navigate('/confirmation?direct_success=true', { replace: true })
    },
    onError: (refusal) => isOutOfDate(refusal) && refresh(),
  })

  return {
    ordered: kept?.for === orderedFor ? kept.answer : null,
    order: () => {
      setAsked(0)
      mutate()
    },
    again: () => mutate(),
    isOrdering: isPending,
    hasAskedAgain: asked > 1 && !isPending,
    problem: error ? errorMessage(error, NOT_ORDERED) : null,
  }
}
