/** What is left to do after paying: exactly one of log in, create an account, wait, or go on. */
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { CircleCheck, type LucideIcon, UserRoundCheck, UserRoundPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { Spinner } from '@/components/ui/spinner'
import { readInvitation } from '@/session/invitation'
import { useSession } from '@/session/session'
import { signInMethodsQuery, useSignInMethods } from '@/session/sign-in-methods'
import { SignInChoice } from './sign-in-choice'

export type AccountState = 'unknown' | 'existing' | 'none' | 'creating' | 'signed in'

/** Which of them it is for the buyer at an address; `unknown` until the server has said. */
export function useAccountState(email: string): AccountState {
  const { isLoading, isAuthenticated } = useSession()
  // Asked for early, so that the buttons are all there when they appear.
  useSignInMethods()
  const methodsOnTheWay = useIsFetching(signInMethodsQuery) > 0
  const { data, isPending } = useQuery({
    queryKey: ['get', '/api/check-user-exists/{email}', { params: { path: { email } } }],
    queryFn: async () => {
      const { data } = await api.GET('/api/check-user-exists/{email}', {
        params: { path: { email } },
      })
      return data?.exists ?? false
    },
    enabled: !isLoading && !isAuthenticated && email !== '',
  })
  if (isAuthenticated) return 'signed in'
  if (isLoading || methodsOnTheWay || (isPending && email !== '')) return 'unknown'
  // Not being able to tell is treated as being new.
  return data ? 'existing' : 'none'
}

interface AccountStepProps {
  state: AccountState
  /** The buyer's address, where it is known. */
  email: string
}

export function AccountStep({ state, email }: AccountStepProps) {
  return (
    <section
      aria-label="Your account"
      aria-live="polite"
      aria-busy={state === 'unknown'}
      className="grid content-start gap-5 rounded-2xl border bg-surface p-6 text-foreground shadow-card sm:p-7"
    >
      <Step state={state} email={email} />
    </section>
  )
}

function Step({ state, email }: AccountStepProps) {
  switch (state) {
    case 'unknown':
      return <Outline />
    case 'existing':
      return (
        <Words icon={UserRoundCheck} title="You already have an account">
          <p>
            Log in as <Address>{email}</Address> to add this purchase to your account.
          </p>
          <SignInChoice to="/auth/login" label="Log In" needsToken={false} />
        </Words>
      )
    case 'none':
      return (
        <Words icon={UserRoundPlus} title="Create your free account">
          <p>Your live links, recordings, resources and coaching, all in one place.</p>
          <SignInChoice to="/auth/register" label="Create Free Account" needsToken />
          <p className="text-sm">
            Already have an account?{' '}
            <Link
              to="/auth/login"
              className="touch-target rounded-sm font-medium text-primary underline underline-offset-4 hover:decoration-2"
            >
              Log in
            </Link>{' '}
            to add this purchase.
          </p>
        </Words>
      )
    case 'creating':
      return (
        <div className="grid min-h-44 place-items-center">
          <p role="status" className="flex items-center gap-3 text-lead text-muted-foreground">
            <Spinner className="size-6" />
            Creating your account...
          </p>
        </div>
      )
    case 'signed in':
      return <SignedIn />
  }
}

function SignedIn() {
  const isWaiting = readInvitation() !== null
  return (
    <Words icon={CircleCheck} title={isWaiting ? 'One step left' : "You're all set"}>
      <p>
        {isWaiting
          ? "One of your purchases isn't linked to this account yet."
          : 'Your live links, recordings and resources are in your portal.'}
      </p>
      <div className="grid gap-3">
        {isWaiting && (
          <Button asChild size="lg">
            <Link to="/auth/login">Link My Purchases</Link>
          </Button>
        )}
        <Button asChild size="lg" variant={isWaiting ? 'outline' : 'primary'}>
          <Link to="/portal">Access Your Portal</Link>
        </Button>
      </div>
    </Words>
  )
}

function Words({ icon: Icon, title, children }: WordsProps) {
  return (
    <>
      <div className="flex items-center gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-xl bg-accent-soft text-primary">
          <Icon aria-hidden className="size-6" />
        </span>
        <h2 className="text-xl font-bold tracking-tight">{title}</h2>
      </div>
      <div className="grid gap-5 text-muted-foreground">{children}</div>
    </>
  )
}

interface WordsProps {
  icon: LucideIcon
  title: string
  children: ReactNode
}

function Address({ children }: { children: string }) {
  return <strong className="font-semibold wrap-anywhere text-foreground">{children}</strong>
}

function Outline() {
  return (
    <>
      <span className="sr-only">Looking for your account</span>
      <div className="flex items-center gap-4">
        <Skeleton className="size-12 rounded-xl" />
        <Skeleton className="h-6 w-3/5" />
      </div>
      <div className="grid gap-2.5">
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-4/5" />
      </div>
      <Skeleton className="h-13 rounded-full" />
    </>
  )
}
