/** Back from the identity provider: the account is there, now the purchases move into it. */
import { useQuery } from '@tanstack/react-query'
import { MailQuestionMark, UserRoundPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '@/components/ui/button'
import { toast } from '@/lib/toast'
import { readInvitation, useLinkPurchases } from '@/session/invitation'
import { useRefreshSession, useSession } from '@/session/session'
import { AccountStep, useAccountState } from './account-step'
import { PurchasePage } from './payment-result'
import { readPurchase } from './remembered-purchase'
import { NO_TOKEN } from './sign-in-choice'
import { StatePage } from './state-page'
import { SupportLink } from './support-link'

const REDIRECT_DELAY_MS = 2000

type Linking = 'under way' | 'linked' | 'failed' | 'no token'

export function AccountCreation() {
  // Both as they were on arrival: linking forgets them.
  const [invitation] = useState(readInvitation)
  const [purchase] = useState(() => {
    const remembered = readPurchase()
    return typeof remembered === 'object' ? remembered.purchase : null
  })
  const linking = useLinking(invitation?.token ?? null)
  useNotices(linking)
  const email = invitation?.email ?? ''
  const accountState = useAccountState(email)
  const state = linking === 'under way' ? 'creating' : accountState
  const step = (
    <>
      <AccountStep state={state} email={email} />
      {linking === 'failed' && <SupportLink subject="My account" />}
    </>
  )

  if (purchase) {
    return (
      <PurchasePage purchase={purchase}>
        <div className="grid gap-4">{step}</div>
      </PurchasePage>
    )
  }
  if (linking === 'no token') return <NoInvitation />
  return (
    <StatePage icon={UserRoundPlus} tone="good" heading={headings[linking]}>
      <div className="grid w-full gap-4 text-left text-base sm:w-104 sm:justify-self-center">
        {step}
      </div>
    </StatePage>
  )
}

const headings = {
  'under way': 'Almost there',
  linked: 'Welcome aboard',
  failed: 'Your purchases are safe',
} as const satisfies Partial<Record<Linking, string>>

function NoInvitation() {
  const { isAuthenticated } = useSession()
  return (
    <StatePage
      icon={MailQuestionMark}
      tone="calm"
      heading="We couldn't find your invitation"
      actions={
        <>
          <Button asChild size="lg">
            <Link to={isAuthenticated ? '/portal' : '/auth/login'}>
              {isAuthenticated ? 'Access Your Portal' : 'Log In'}
            </Link>
          </Button>
          <SupportLink subject="My account" />
        </>
      }
    >
      <p>
        This browser doesn't have your invitation. If your purchase is missing from your portal,
        open the link in our email again, or contact us.
      </p>
    </StatePage>
  )
}

/** A query, because mounting twice must not redeem twice. */
function useLinking(token: string | null): Linking {
  const linkPurchases = useLinkPurchases()
  const refreshSession = useRefreshSession()
  const { status } = useQuery({
    queryKey: ['link purchases', token],
    queryFn: async () => {
      await linkPurchases({ token: token ?? '' })
      // The name may have come along with the purchases.
      await refreshSession().catch(() => null)
      return true
    },
    enabled: token !== null,
    gcTime: 0,
  })
  if (token === null) return 'no token'
  const names = { pending: 'under way', success: 'linked', error: 'failed' } as const
  return names[status]
}

function useNotices(linking: Linking) {
  const navigate = useNavigate()
  useEffect(() => {
    if (linking === 'no token') toast(NO_TOKEN)
    if (linking === 'failed') {
      toast({
        title: 'Account Creation Error',
        description: 'Failed to link your purchases to your account. Please contact support.',
        variant: 'destructive',
      })
    }
    if (linking !== 'linked') return
    toast({
      title: 'Account Created Successfully',
      description: 'Your purchases are linked. Taking you to your portal...',
    })
    const redirect = setTimeout(
      () => void navigate('/portal', { replace: true }),
      REDIRECT_DELAY_MS,
    )
    return () => clearTimeout(redirect)
  }, [linking, navigate])
}
