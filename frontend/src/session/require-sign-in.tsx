/**
 * Pages for people who are signed in. Everyone else is told so and taken to sign in.
 *
 * A session may also end while a page is open. Then the page stays as it is, with whatever was typed
 * into it, and says above itself that one has been signed out and where to sign in again.
 */
import {
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import type { SessionUser } from '@/api/types'
import { onUnauthorized } from '@/api/unauthorized'
import { FullPageSpinner } from '@/components/full-page-spinner'
import { optional } from '@/components/optional'
import { SignInAgain } from '@/components/sign-in-again'
import { toast } from '@/lib/toast'
import { whenQuiet } from '@/lib/when-quiet'
import { LastKnownUser, useEndSession, useSession } from './session'

const REDIRECT_DELAY_MS = 500

const loadNotice = () => import('./signed-out-notice')
// It brings the code of windows along. Fetched when all is quiet: who is signed out may be offline, too.
const SignedOutNotice = optional(
  async () => (await loadNotice()).SignedOutNotice,
  ({ signInAddress }) => (
    <p role="alert" className="bg-build-soft p-3 text-center">
      You've been signed out.{' '}
      <a href={signInAddress} target="_blank" rel="noopener" className="font-medium underline">
        Sign in in a new tab
      </a>
    </p>
  ),
)

export function RequireSignIn({ children }: { children: ReactNode }) {
  const { user, isLoading, error } = useSession()
  const [known, setKnown] = useState<SessionUser | null>(null)
  if (user && user !== known) setKnown(user)
  const [hasNothingToShow, setNothingToShow] = useState(false)
  const [ending, setEnding] = useState<'leaves' | 'stays' | null>(null)
  const hasEnded = known !== null && user === null && !isLoading
  // Decided once, when it ends: leaving takes the page away, and what the page had to say with it.
  if (hasEnded && ending === null) setEnding(hasNothingToShow ? 'leaves' : 'stays')
  if (!hasEnded && ending !== null) setEnding(null)
  const refusedChanges = useRefusedChanges()
  const signInAddress = useSignInAddress()
  const hasTyped = useHasTyped()
  useEffect(() => whenQuiet(() => void loadNotice().catch(() => undefined)), [])

  // A server in trouble has not signed anyone out: the error screen offers to try again. An open page
  // stays, though: somebody may only have asked once more who is here.
  if (error && !known) throw error
  if (isLoading && !known) return <FullPageSpinner />
  if (!known || ending === 'leaves') return <TakenToSignIn />
  const isOut = ending === 'stays'
  return (
    // One tree, signed in or out: another would begin the page anew, and empty its forms.
    <NothingToShow value={setNothingToShow}>
      <LastKnownUser value={isOut ? known : null}>
        <SignInAgain value={isOut ? signInAddress : null}>
          {isOut && (
            <Suspense fallback={null}>
              <SignedOutNotice
                key={refusedChanges}
                person={known}
                signInAddress={signInAddress}
                keepsTyped={hasTyped}
              />
            </Suspense>
          )}
          {children}
        </SignInAgain>
      </LastKnownUser>
    </NothingToShow>
  )
}

/** Ends the session in this tab at the first 401, and counts the changes refused since: each is told. */
function useRefusedChanges(): number {
  const endSession = useEndSession()
  const [count, setCount] = useState(0)
  // Before any page below it can have asked anything.
  useLayoutEffect(
    () =>
      onUnauthorized(({ isChange }) => {
        endSession()
        if (isChange) setCount((before) => before + 1)
      }),
    [endSession],
  )
  return count
}

/** Whether anything was typed or chosen since this page was opened. A search is in its address. */
function useHasTyped(): boolean {
  const { pathname } = useLocation()
  const [typedAt, setTypedAt] = useState<string | null>(null)
  useEffect(() => {
    const note = ({ target }: Event) => {
      const isSearch = target instanceof HTMLInputElement && target.type === 'search'
      if (!isSearch) setTypedAt(pathname)
    }
    document.addEventListener('input', note)
    return () => document.removeEventListener('input', note)
  }, [pathname])
  return typedAt === pathname
}

/** This address, as where to come back to. */
function useHere(): string {
  const { pathname, search, hash } = useLocation()
  return `${pathname}${search}${hash}`
}

/** The page that offers the password beside every other way in. */
function useSignInAddress(): string {
  return `/auth/login?${new URLSearchParams({ returnTo: useHere() })}`
}

function TakenToSignIn() {
  const returnTo = useHere()
  useEffect(() => {
    toast({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
      variant: 'destructive',
    })
    // Asked to let people choose: some have a password and nothing at the provider.
    const signIn = `/api/login?${new URLSearchParams({ returnTo, choose: 'true' })}`
    const redirect = setTimeout(() => window.location.assign(signIn), REDIRECT_DELAY_MS)
    return () => clearTimeout(redirect)
  }, [returnTo])
  return <FullPageSpinner label="Taking you to sign in" />
}

const NothingToShow = createContext<(isSo: boolean) => void>(() => undefined)

/** For a page that shows nothing yet: if it turns out that nobody is signed in, it need not stay. */
export function useSignInFirst(hasNothingToShow: boolean) {
  const tell = useContext(NothingToShow)
  useLayoutEffect(() => {
    tell(hasNothingToShow)
    return () => tell(false)
  }, [tell, hasNothingToShow])
}
