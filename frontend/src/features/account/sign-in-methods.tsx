/** The other ways in: identity providers, where the site has them. */
import { Building2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { PlainG } from '@/components/plain-g'
import { Button } from '@/components/ui/button'
import { signInAddress, useSignInMethods } from '@/session/sign-in-methods'

/** Shows nothing until the site has said that it has any; the password is always there. */
export function SignInMethods({ returnTo }: { returnTo: string }) {
  const methods = useSignInMethods()
  if (!methods.openid && !methods.google) return null
  return (
    <div className="grid gap-5">
      <div className="flex items-center gap-4 text-sm text-muted-foreground">
        <span aria-hidden className="h-px flex-1 bg-border" />
        or
        <span aria-hidden className="h-px flex-1 bg-border" />
      </div>
      <ul className="grid gap-3">
        {methods.openid && (
          <Method
            icon={<Building2 aria-hidden className="size-5" />}
            href={signInAddress('/api/login', { returnTo })}
          >
            Continue with {methods.openidName || 'single sign-on'}
          </Method>
        )}
        {methods.google && (
          <Method icon={<PlainG />} href={signInAddress('/api/auth/google', { returnTo })}>
            Continue with Google
          </Method>
        )}
      </ul>
    </div>
  )
}

interface MethodProps {
  icon: ReactNode
  /** An address of the server: never a router link. */
  href: string
  children: ReactNode
}

function Method({ icon, href, children }: MethodProps) {
  return (
    <li>
      <Button asChild variant="outline" size="lg" className="w-full">
        <a href={href}>
          {icon}
          <span className="truncate">{children}</span>
        </a>
      </Button>
    </li>
  )
}
