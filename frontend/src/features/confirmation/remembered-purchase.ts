/** The purchase this tab made, as the checkout or this page left it in the session storage. */
import { z } from 'zod'
import type { components } from '@/api/schema'
import { readTab } from '@/lib/tab-memory'
import { PURCHASE } from '@/session/invitation'

export type PurchaseAnswer = components['schemas']['CompletePurchaseOut']
export type BoughtPurchase = PurchaseAnswer['purchase']
export type BoughtBootcamp = NonNullable<BoughtPurchase['bootcamp']>

const status = z.enum(['pending', 'completed', 'failed', 'refunded'])

const bootcamp = z.object({
  id: z.number(),
  name: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  timezone: z.string(),
  seatNumber: z.number().nullable(),
})

// Checked, because another release of this page, or another script, may have written it.
const answerSchema = z.object({
  status,
  invitationToken: z.string().nullable(),
  purchase: z.object({
    id: z.number(),
    status,
    isBundle: z.boolean(),
    isMove: z.boolean(),
    totalAmount: z.string(),
    guestEmail: z.string(),
    bootcamp: bootcamp.nullable(),
    bundle: z.object({ id: z.string(), name: z.string(), bootcamps: z.array(bootcamp) }).nullable(),
  }),
})

export function readPurchase(): PurchaseAnswer | 'missing' | 'unreadable' {
  const text = readTab(PURCHASE)
  if (text === null) return 'missing'
  try {
    return answerSchema.parse(JSON.parse(text))
  } catch {
    return 'unreadable'
  }
}
