/** Who buys: typed, or known from the session. */
import { useEffect, useState } from 'react'
import { useSession } from '@/session/session'

export interface Buyer {
  email: string
  fullName: string
}

export type BuyerField = keyof Buyer

/** Only what opens the payment step; the server also wants an address that can exist. */
export const rules: Record<BuyerField, (text: string) => boolean> = {
  email: (text) => text.includes('@') && text.trim().length > 5,
  fullName: (text) => text.trim().length > 2,
}

export const isComplete = ({ email, fullName }: Buyer) =>
  rules.email(email) && rules.fullName(fullName)

export function useBuyer() {
  const { user } = useSession()
  const [buyer, setBuyer] = useState<Buyer>({ email: '', fullName: '' })

  const email = user?.email ?? ''
  const fullName = user ? `${user.firstName} ${user.lastName}`.trim() : ''
  useEffect(() => {
    // The answer may come late; what was typed by then stays.
    setBuyer((typed) => ({
      email: typed.email || email,
      fullName: typed.fullName || fullName,
    }))
  }, [email, fullName])

  const change = (field: BuyerField, text: string) =>
    setBuyer((before) => ({ ...before, [field]: text }))

  return { buyer, change }
}
