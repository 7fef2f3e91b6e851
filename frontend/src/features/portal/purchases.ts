/** What the student has bought or holds, as the server tells it. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'

export type Purchase = components['schemas']['PortalPurchaseOut']
export type EnrolledBootcamp = components['schemas']['EnrolledBootcampOut']
export type JoinStanding = components['schemas']['JoinStandingOut']

const PURCHASES = '/api/user/purchases'
const FRESH_MS = 30_000
const PAYING_MS = 10_000

/** Dates move and payments come through: what is looked at again is asked for again. */
export function usePurchases() {
  return $api.useQuery('get', PURCHASES, undefined, {
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'pending') ? PAYING_MS : false,
  })
}

/** Asks again: a click was refused, so what the page shows is no longer true. */
export function useReloadPurchases(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(
    () => queryClient.invalidateQueries({ queryKey: ['get', PURCHASES] }),
    [queryClient],
  )
}

/** Paid, and not on its way back. */
export const isActive = ({ status, closedBecause }: Purchase) =>
  status === 'completed' && closedBecause === ''

/** The reader attends it; a seat that somebody else holds opens nothing for its buyer. */
export const isMine = ({ heldBy }: EnrolledBootcamp) => !heldBy

/** Failed, refunded and given back ones are history: they are listed with the bills. */
export const isListed = ({ status, items }: Purchase) =>
  status === 'pending' || (status === 'completed' && items.length > 0)

export function activeBootcamps(purchases: readonly Purchase[]): EnrolledBootcamp[] {
  return purchases.filter(isActive).flatMap(({ items }) => items.filter(isMine))
}

/** The session to show first: one that is going on, else the next to come; by the server's clock. */
export function nextSession(bootcamps: readonly EnrolledBootcamp[]): EnrolledBootcamp | undefined {
  return bootcamps
    .filter(({ endDate, join }) => Date.parse(endDate) > Date.parse(join.asOf))
    .sort((a, b) => Date.parse(a.startDate) - Date.parse(b.startDate))[0]
}

const startOf = ({ items }: Purchase, isAhead: (item: EnrolledBootcamp) => boolean) =>
  Math.min(...items.filter(isAhead).map(({ startDate }) => Date.parse(startDate)))

/** What lies ahead, the soonest first; then what is over, the latest first. By the server's clock. */
export function byDate(purchases: readonly Purchase[]): { ahead: Purchase[]; past: Purchase[] } {
  const isAhead = ({ endDate, join }: EnrolledBootcamp) =>
    Date.parse(endDate) > Date.parse(join.asOf)
  const isOver = ({ items }: Purchase) => items.length > 0 && !items.some(isAhead)
  const all = () => true
  return {
    ahead: purchases
      .filter((purchase) => !isOver(purchase))
      .sort((a, b) => startOf(a, isAhead) - startOf(b, isAhead)),
    past: purchases.filter(isOver).sort((a, b) => startOf(b, all) - startOf(a, all)),
  }
}
