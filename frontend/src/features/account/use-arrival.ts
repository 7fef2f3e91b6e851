/** What happens between the server's yes and the page one wanted. */
import { useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from '@/lib/toast'
import { useLinkPurchases } from '@/session/invitation'
import { useRefreshSession } from '@/session/session'
import { arrivalWords, readInvitation } from './invitation'
import { PORTAL } from './return-to'

const REDIRECT_DELAY_MS = 1500

interface Arriving {
  by: keyof typeof arrivalWords
  returnTo: string
}

/**
 * An invitation is redeemed first: whichever way somebody came in, they wanted their purchases. Then
 * a toast, time to read it, and on; `note` is said in place of the welcome. `hasArrived` is true from the moment there is nothing left to do.
 */
export function useArrival({ by, returnTo }: Arriving) {
  const navigate = useNavigate()
  const refreshSession = useRefreshSession()
  const linkPurchases = useLinkPurchases()
  const { hasArrived, leaveFor } = useDelayedLeave()

  const arrive = useCallback(
    async (note?: string) => {
      const words = arrivalWords[by]
      // Being in stays true even if the question who is here fails for once.
      const refresh = () => refreshSession().catch(() => null)
      const invitation = readInvitation()
      if (invitation) {
        const isLinked = await linkPurchases(invitation).then(
          () => true,
          () => false,
        )
        toast(isLinked ? words.linked : words.notLinked)
        leaveFor(PORTAL)
        await refresh()
        return
      }
      toast(note ? { ...words.welcome, description: note } : words.welcome)
      if (by === 'login') leaveFor(returnTo)
      await refresh()
      // At once, but not before the next page can be told who is here.
      if (by === 'register') await navigate(returnTo, { replace: true })
    },
    [by, returnTo, navigate, refreshSession, linkPurchases, leaveFor],
  )

  return { hasArrived, arrive }
}

/** Leaves after the time it takes to read a toast, unless the reader went elsewhere meanwhile. */
export function useDelayedLeave() {
  const navigate = useNavigate()
  const [target, setTarget] = useState<string | null>(null)

  useEffect(() => {
    if (target === null) return
    const redirect = setTimeout(() => void navigate(target, { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(redirect)
  }, [target, navigate])

  return { hasArrived: target !== null, leaveFor: setTarget }
}
