/**
 * Someone signed in who holds a guest's invitation links its purchases to the account they are in.
 *
 * The account is named and nothing happens by itself: whoever was signed in unnoticed to another
 * person's account must see it before their purchases end up there.
 */
import { useState } from 'react'
import { Link } from 'react-router'
import { showError } from '@/api/form-failure'
import type { SessionUser } from '@/api/types'
import { Button } from '@/components/ui/button'
import { toast } from '@/lib/toast'
import { useLinkPurchases } from '@/session/invitation'
import { useRefreshSession } from '@/session/session'
import { AuthPage } from './auth-page'
import type { Invitation } from './invitation'
import { PORTAL } from './return-to'
import { useDelayedLeave } from './use-arrival'

// The tab keeps the invitation while the session ends; the sign-in page finds it there again.
const SWITCH_ACCOUNT = `/api/logout?${new URLSearchParams({ returnTo: '/auth/login' })}`

interface LinkPurchasesProps {
  user: SessionUser
  invitation: Invitation
}

export function LinkPurchases({ user, invitation }: LinkPurchasesProps) {
  const { hasArrived, isBusy, link } = useLinking(invitation)
  const account = user.impersonatedUser?.email ?? user.email
  return (
    <AuthPage
      heading="Link Your Purchases"
      back={{ to: '/home', label: 'Back to home' }}
      lead={
        <>
          You're already logged in as <Address>{account}</Address>.{' '}
          {invitation.email ? (
            <>
              We found purchases for <Address>{invitation.email}</Address>.
            </>
          ) : (
            'We found purchases waiting for an account.'
          )}
        </>
      }
    >
      {invitation.email && !isSameAddress(account, invitation.email) && (
        <p className="rounded-xl bg-build-soft p-5">
          These are two different email addresses. You can still link the purchases: they'll belong
          to the account of <Address>{account}</Address>, and appear only there.
        </p>
      )}
      <div className="grid gap-3">
        <Button
          size="lg"
          busy={isBusy || hasArrived}
          busyLabel={hasArrived ? 'Opening My Bootcamps...' : 'Linking Purchases...'}
          onClick={() => void link()}
        >
          Link My Purchases
        </Button>
        <Button asChild size="lg" variant="outline">
          {/* Not a router link: this address belongs to the server. */}
          <a href={SWITCH_ACCOUNT}>Use another account</a>
        </Button>
        <Button asChild size="lg" variant="ghost">
          <Link to={PORTAL}>Not now, go to My Bootcamps</Link>
        </Button>
      </div>
    </AuthPage>
  )
}

function useLinking(invitation: Invitation) {
  const [isBusy, setIsBusy] = useState(false)
  const linkPurchases = useLinkPurchases()
  const refreshSession = useRefreshSession()
  const { hasArrived, leaveFor } = useDelayedLeave()

  async function link() {
    setIsBusy(true)
    try {
      await linkPurchases(invitation)
      toast({
        title: 'Purchases Linked Successfully!',
        description: "You'll find them under My Bootcamps.",
      })
      leaveFor(PORTAL)
      await refreshSession().catch(() => null)
    } catch (error) {
      showError(
        error,
        'Failed to link your purchases. Please contact support.',
        'Account Linking Failed',
      )
    } finally {
      setIsBusy(false)
    }
  }

  return { hasArrived, isBusy, link }
}

function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

function Address({ children }: { children: string }) {
  return <strong className="font-semibold wrap-anywhere text-foreground">{children}</strong>
}
