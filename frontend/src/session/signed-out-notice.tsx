/** The session has ended while a page was open: says so over everything, and then above the page. */
import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink, LogIn } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SessionUser } from '@/api/types'
import { Button, type ButtonProps } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { clearToasts, toast } from '@/lib/toast'
import { useRefreshSession } from './session'

interface SignedOutNoticeProps {
  /** Who was signed in here. */
  person: SessionUser
  signInAddress: string
  /** Something on this page is not saved, and would be lost by leaving it. */
  keepsTyped: boolean
}

export function SignedOutNotice({ person, signInAddress, keepsTyped }: SignedOutNoticeProps) {
  const [isOpen, setIsOpen] = useState(true)
  useComeBack(person)
  // Whatever was refused has said so in a toast of its own; this says it better.
  useEffect(clearToasts, [])
  const ways = (size: ButtonProps['size']) => (
    <>
      <SignInLink
        address={signInAddress}
        size={size}
        variant={keepsTyped ? 'outline' : 'primary'}
      />
      {keepsTyped && <SignInLink address={signInAddress} size={size} inNewTab />}
    </>
  )
  return (
    <>
      <aside
        aria-label="Signed out"
        className="border-b border-build/30 bg-build-soft text-foreground print:hidden"
      >
        <div className="shell flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
          <p className="text-[0.9375rem]">
            <strong className="font-semibold">You've been signed out.</strong>{' '}
            {keepsTyped ? 'What you typed is still here, but not saved.' : 'Sign in to continue.'}
          </p>
          <div className="flex flex-wrap gap-2">{ways('sm')}</div>
        </div>
      </aside>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogContent
          title="You've been signed out."
          description="Sign in, and you'll come right back to this page."
          className="sm:max-w-md"
        >
          {keepsTyped && (
            <p>
              What you typed is still here, but not saved. To keep it, sign in in a new tab, then
              come back to this one.
            </p>
          )}
          <DialogFooter>{ways('md')}</DialogFooter>
        </DialogContent>
      </Dialog>
    </>
  )
}

interface SignInLinkProps extends Pick<ButtonProps, 'variant' | 'size'> {
  address: string
  inNewTab?: boolean
}

/** Never a router link: what was loaded for this person must not stay in memory. */
function SignInLink({ address, inNewTab = false, variant, size }: SignInLinkProps) {
  return (
    <Button asChild variant={variant} size={size}>
      {inNewTab ? (
        <a href={address} target="_blank" rel="noopener">
          <ExternalLink aria-hidden />
          Sign in in a new tab
        </a>
      ) : (
        <a href={address}>
          <LogIn aria-hidden />
          Sign in
        </a>
      )}
    </Button>
  )
}

/** Somebody may have signed in again in another tab: then this page goes on where it stopped. */
function useComeBack(person: SessionUser) {
  const refreshSession = useRefreshSession()
  const queryClient = useQueryClient()
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      const user = await refreshSession()
      if (!user) return
      // Somebody else: nothing that was loaded or typed here is theirs.
      if (user.id !== person.id) return window.location.reload()
      toast({ title: "You're signed in again." })
      await queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
    }
    // A server that cannot be reached now is asked again the next time.
    const lookAgain = () => void look().catch(() => undefined)
    window.addEventListener('focus', lookAgain)
    document.addEventListener('visibilitychange', lookAgain)
    return () => {
      window.removeEventListener('focus', lookAgain)
      document.removeEventListener('visibilitychange', lookAgain)
    }
  }, [person, refreshSession, queryClient])
}
