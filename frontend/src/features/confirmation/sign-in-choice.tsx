/** The ways into an account, for somebody who holds an invitation to one. */
import { Building2, KeyRound, Mail } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { PlainG } from '@/components/plain-g'
import { Button } from '@/components/ui/button'
import { toast } from '@/lib/toast'
import { BACK_WITH_INVITATION, keepInvitation, readInvitation } from '@/session/invitation'
import { signInAddress, useSignInMethods } from '@/session/sign-in-methods'

const afterwards = { returnTo: BACK_WITH_INVITATION }

export const NO_TOKEN = {
  title: 'Account Creation Error',
  description: 'No invitation token found. Please try again or contact support.',
  variant: 'destructive',
} as const

interface SignInChoiceProps {
  /** Where username and password are asked for. */
  to: '/auth/login' | '/auth/register'
  /** What that is called where it is the only way. */
  label: string
  /** An account can be opened only with the token; one that exists can be entered without. */
  needsToken: boolean
}

export function SignInChoice({ to, label, needsToken }: SignInChoiceProps) {
  const { openid, openidName, google } = useSignInMethods()
  const isAlone = !openid && !google

  function checkToken(event: MouseEvent): boolean {
    if (!needsToken || readInvitation()) return true
    event.preventDefault()
    toast(NO_TOKEN)
    return false
  }

  /** Leaving our pages with an invitation that cannot be stored would lose it on the way. */
  function checkLeaving(event: MouseEvent, description: string) {
    if (!checkToken(event)) return
    const invitation = readInvitation()
    if (!invitation || keepInvitation(invitation)) return
    event.preventDefault()
    toast({ title: 'Error', description, variant: 'destructive' })
  }

  return (
    <ul aria-label="Ways to sign in" className="grid gap-3">
      {openid && (
        <Method icon={<Building2 aria-hidden className="size-5" />}>
          <a
            href={signInAddress('/api/login', afterwards)}
            onClick={(event) => checkLeaving(event, 'Failed to initiate authentication')}
          >
            Continue with {openidName || 'single sign-on'}
          </a>
        </Method>
      )}
      {google && (
        <Method icon={<PlainG />}>
          <a
            href={signInAddress('/api/auth/google', afterwards)}
            onClick={(event) => checkLeaving(event, 'Failed to initiate Google authentication')}
          >
            Continue with Google
          </a>
        </Method>
      )}
      {isAlone ? (
        <li>
          <Button asChild size="lg" className="w-full">
            <Link to={to} onClick={checkToken}>
              {label}
            </Link>
          </Button>
        </li>
      ) : (
        <Method icon={<KeyRound aria-hidden className="size-5" />}>
          <Link to={to} onClick={checkToken}>
            Use username and password
          </Link>
        </Method>
      )}
      {to === '/auth/login' && (
        <Method icon={<Mail aria-hidden className="size-5" />}>
          <Link to={`${to}?step=address`} onClick={checkToken}>
            Email me a code
          </Link>
        </Method>
      )}
    </ul>
  )
}

function Method({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="relative">
      <Button asChild variant="outline" size="lg" className="w-full pr-5 pl-14">
        {children}
      </Button>
      <span className="pointer-events-none absolute top-1/2 left-5 -translate-y-1/2">{icon}</span>
    </li>
  )
}
