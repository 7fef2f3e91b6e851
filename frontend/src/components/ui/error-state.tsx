/** A part of a page could not be loaded: say so and offer another try, or to sign in again. */
import { LogIn, type LucideIcon, RotateCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { cn } from '@/lib/cn'
import { SignInAgain } from '../sign-in-again'
import { Button } from './button'

interface ErrorStateProps {
  title?: ReactNode
  children?: ReactNode
  onRetry: () => void
  retrying?: boolean
  className?: string
}

export function ErrorState({
  title = "This couldn't be loaded",
  children = 'Check your connection and try again.',
  onRetry,
  retrying = false,
  className,
}: ErrorStateProps) {
  const signInAgain = useContext(SignInAgain)
  // Another try would be refused as well.
  if (signInAgain !== null) {
    return (
      <Frame
        icon={LogIn}
        title="You've been signed out."
        className={className}
        action={
          <Button asChild variant="outline">
            {/* Loaded afresh: what was kept for the person before must not stay in memory. */}
            <a href={signInAgain}>
              <LogIn aria-hidden />
              Sign in
            </a>
          </Button>
        }
      >
        Sign in to see this.
      </Frame>
    )
  }
  return (
    <Frame
      icon={TriangleAlert}
      title={title}
      className={className}
      action={
        <Button variant="outline" busy={retrying} onClick={onRetry}>
          <RotateCw aria-hidden />
          Retry
        </Button>
      }
    >
      {children}
    </Frame>
  )
}

interface FrameProps {
  icon: LucideIcon
  title: ReactNode
  children: ReactNode
  action: ReactNode
  className: string | undefined
}

function Frame({ icon: Icon, title, children, action, className }: FrameProps) {
  return (
    <div
      role="alert"
      className={cn(
        'grid justify-items-center gap-2 rounded-2xl border border-destructive/40 bg-market-soft/40 px-6 py-12 text-center',
        className,
      )}
    >
      <span className="mb-2 grid size-12 place-items-center rounded-xl bg-market-soft text-market">
        <Icon aria-hidden className="size-6" />
      </span>
      <p className="font-display text-lg font-bold tracking-tight">{title}</p>
      <p className="max-w-104 text-muted-foreground">{children}</p>
      <div className="mt-4">{action}</div>
    </div>
  )
}
