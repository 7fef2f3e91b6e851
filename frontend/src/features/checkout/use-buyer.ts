/** Who buys: typed, remembered by this tab, or known from the session. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { nameProblem } from '@/lib/person-name'
import { keepTypedBuyer, readTypedBuyer, type TypedBuyer } from '@/lib/typed-buyer'
import { takeTyped } from '@/lib/typed-early'
import { useSession } from '@/session/session'

export type Buyer = TypedBuyer

export type BuyerField = keyof Buyer

/** Only what opens the payment step; the server also wants an address that can exist. */
export const rules: Record<BuyerField, (text: string) => boolean> = {
  email: (text) => text.includes('@') && text.trim().length > 5,
  fullName: (text) => text.trim().length > 2 && nameProblem(text) === null,
}

export const isComplete = ({ email, fullName }: Buyer) =>
  rules.email(email) && rules.fullName(fullName)

/** `named` is whom a held seat is for; null while that is still being asked. */
export function useBuyer(named?: Buyer | null) {
  const { user, isLoading } = useSession()
  const [buyer, setBuyer] = useState<Buyer>({ email: '', fullName: '' })
  const hasTyped = useRef(false)

  // Now that the fields are the app's, and no letter goes past it.
  useLayoutEffect(() => {
    const early = takeTyped()
    if (Object.keys(early).length === 0) return
    hasTyped.current = true
    setBuyer((typed) => ({
      email: typed.email || early.email || '',
      fullName: typed.fullName || early.name || '',
    }))
  }, [])

  const owner = user?.id ?? null
  const email = user?.email ?? ''
  const fullName = user ? `${user.firstName} ${user.lastName}`.trim() : ''
  const isAsking = isLoading || named === null
  const namedEmail = named?.email
  const namedName = named?.fullName
  useEffect(() => {
    if (isAsking) return
    const kept = readTypedBuyer(owner)
    // The answer may come late; what was typed by then stays.
    setBuyer((typed) => ({
      email: typed.email || namedEmail || kept?.email || email,
      fullName: typed.fullName || namedName || kept?.fullName || fullName,
    }))
  }, [isAsking, owner, email, fullName, namedEmail, namedName])

  useEffect(() => {
    if (hasTyped.current) keepTypedBuyer(owner, buyer)
  }, [owner, buyer])

  const change = (field: BuyerField, text: string) => {
    hasTyped.current = true
    setBuyer((before) => ({ ...before, [field]: text }))
  }

  return { buyer, change }
}
