/** What every screen has around it. Notices about the whole site go above the page. */
import { lazy, Suspense } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { PageTitle } from '@/components/page-title'
import { SkipLink } from '@/components/skip-link'
import { Toaster } from '@/components/ui/toaster'
import { viewerZone } from '@/lib/dates'
import { ConfirmPasswordProvider } from '@/session/confirm-password'
import { useSession } from '@/session/session'

// Loaded only while an admin impersonates somebody: visitors do not pay for it.
const ImpersonationBanner = lazy(async () => ({
  default: (await import('@/session/impersonation-banner')).ImpersonationBanner,
}))

// Loaded when the server does not know yet which zone somebody signed in from.
const NoticeZone = lazy(async () => ({
  default: (await import('@/session/notice-zone')).NoticeZone,
}))

export function RootLayout() {
  return (
    <ConfirmPasswordProvider>
      <SkipLink />
      <SiteNotices />
      <ZoneKeeper />
      {/* The banner sticks to the top of the window, and the page's own header below it. */}
      <div className="[&_header.sticky]:top-(--banner-height,0px)">
        <Outlet />
      </div>
      <PageTitle />
      <Toaster />
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

function ZoneKeeper() {
  const { user } = useSession()
  if (!user || user.isImpersonating) return null
  const followsBrowser = user.timezoneChoice === '' || user.timezoneChoice === 'automatic'
  if (!followsBrowser || user.timezone === viewerZone()) return null
  return (
    <Suspense>
      <NoticeZone />
    </Suspense>
  )
}
