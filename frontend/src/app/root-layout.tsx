/** What every screen has around it. Notices about the whole site go above the page. */
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { PageTitle } from '@/components/page-title'
import { SkipLink } from '@/components/skip-link'
import { toastStore } from '@/lib/toast'
import { ConfirmPasswordProvider } from '@/session/confirm-password'
import { useSession } from '@/session/session'

// Loaded only while an admin impersonates somebody: visitors do not pay for it.
const ImpersonationBanner = lazy(async () => ({
  default: (await import('@/session/impersonation-banner')).ImpersonationBanner,
}))

// Loaded with the first toast; most visitors of the sales page never see one.
const Toaster = lazy(async () => ({
  default: (await import('@/components/ui/toaster')).Toaster,
}))

export function RootLayout() {
  return (
    <ConfirmPasswordProvider>
      <SkipLink />
      <SiteNotices />
      {/* The banner sticks to the top of the window, and the page's own header below it. */}
      <div className="[&_header.sticky]:top-(--banner-height,0px)">
        <Outlet />
      </div>
      <PageTitle />
      <Notifications />
      <ScrollRestoration />
    </ConfirmPasswordProvider>
  )
}

function SiteNotices() {
  const { user } = useSession()
  if (!user?.isImpersonating) return null
  return (
    <Suspense>
      <ImpersonationBanner person={user.impersonatedUser} />
    </Suspense>
  )
}

function Notifications() {
  const isNeeded = useSyncExternalStore(
    toastStore.subscribe,
    () => toastStore.read().length > 0,
    () => false,
  )
  if (!isNeeded) return null
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  )
}
