/** Who buys: typed, remembered by this tab, or known from the session. */
import { useEffect, useRef, useState } from 'react'
import { keepTypedBuyer, readTypedBuyer, type TypedBuyer } from '@/lib/typed-buyer'
import { takeTyped } from '@/lib/typed-early'
import { useSession } from '@/session/session'

export type Buyer = TypedBuyer

export type BuyerField = keyof Buyer

/** Only what opens the payment step; the server also wants an address that can exist. */
export const rules: Record<BuyerField, (text: string) => boolean> = {
  email: (text) => text.includes('@') && text.trim().length > 5,
  fullName: (text) => text.trim().length > 2,
}

export const isComplete = ({ email, fullName }: Buyer) =>
  rules.email(email) && rules.fullName(fullName)

export function useBuyer() {
  const { user, isLoading } = useSession()
  const [buyer, setBuyer] = useState<Buyer>({ email: '', fullName: '' })
  const [early] = useState(takeTyped)
  const hasTyped = useRef(Object.keys(early).length > 0)

  const owner = user?.id ?? null
  const email = user?.email ?? ''
  const fullName = user ? `${user.firstName} ${user.lastName}`.trim() : ''
  useEffect(() => {
    if (isLoading) return
    const kept = readTypedBuyer(owner)
    // The answer may come late; what was typed by then stays.
    setBuyer((typed) => ({
      email: typed.email || early.email || kept?.email || email,
      fullName: typed.fullName || early.name || kept?.fullName || fullName,
    }))
  }, [isLoading, owner, email, fullName, early])

  useEffect(() => {
    if (hasTyped.current) keepTypedBuyer(owner, buyer)
  }, [owner, buyer])

  const change = (field: BuyerField, text: string) => {
    hasTyped.current = true
    setBuyer((before) => ({ ...before, [field]: text }))
  }

  return { buyer, change }
}
