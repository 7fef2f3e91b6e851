/** The choice of sign-in methods. Loaded when somebody reaches for Login: few visitors do. */
import { Building2, KeyRound, Mail } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { PlainG } from '@/components/plain-g'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { signInAddress, useSignInMethods } from '@/session/sign-in-methods'

// From there everyone is taken to where they work.
const afterwards = { returnTo: '/' }

export interface LoginDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Takes the focus back when the dialog has closed. */
  onClosed: () => void
}

export function LoginDialog({ open, onOpenChange, onClosed }: LoginDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Welcome back"
        description="Choose how you want to sign in."
        className="sm:max-w-md"
        // Left alone, the dialog passes over links and starts at its Close button.
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          if (event.currentTarget instanceof Element)
            event.currentTarget.querySelector('a')?.focus()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          onClosed()
        }}
      >
        <Methods />
      </DialogContent>
    </Dialog>
  )
}

function Methods() {
  const { openid, openidName, google } = useSignInMethods()
  return (
    <div className="grid gap-3">
      <ul className="grid gap-3">
        {openid && (
          <Method icon={Building2}>
            <a href={signInAddress('/api/login', afterwards)}>
              Continue with {openidName || 'single sign-on'}
            </a>
          </Method>
        )}
        {google && (
          <Method icon={PlainG}>
            <a href={signInAddress('/api/auth/google', afterwards)}>Continue with Google</a>
          </Method>
        )}
        <Method icon={KeyRound}>
          <Link to="/auth/login">Use username and password</Link>
        </Method>
        <Method icon={Mail}>
          <Link to="/auth/login?step=address">Email me a code</Link>
        </Method>
      </ul>
      <p className="mt-2 text-center text-sm text-muted-foreground">
        New here?{' '}
        <Link
          to="/auth/register"
          className="font-medium text-primary underline underline-offset-4 hover:decoration-2"
        >
          Create an account
        </Link>
      </p>
      <p className="text-center text-sm text-muted-foreground">
        Bought without an account?{' '}
        <Link
          to="/auth/find-purchase"
          className="font-medium text-primary underline underline-offset-4 hover:decoration-2"
        >
          Find my purchase
        </Link>
      </p>
    </div>
  )
}

function Method({
  icon: Icon,
  children,
}: {
  icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
  children: ReactNode
}) {
  return (
    <li className="relative">
      <Button asChild variant="outline" size="lg" className="w-full">
        {children}
      </Button>
      <Icon
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-5 size-5 -translate-y-1/2"
      />
    </li>
  )
}
