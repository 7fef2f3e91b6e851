/** What every screen has around it. Notices about the whole site go above the page. */
import { Suspense } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { optional } from '@/components/optional'
import { PageTitle } from '@/components/page-title'
import { SkipLink } from '@/components/skip-link'
import { Toaster } from '@/components/ui/toaster'
import { viewerZone } from '@/lib/dates'
import { ConfirmPasswordProvider } from '@/session/confirm-password'
import { useSession } from '@/session/session'

// Loaded only while an admin impersonates somebody: visitors do not pay for it.
const ImpersonationBanner = optional(
  async () => (await import('@/session/impersonation-banner')).ImpersonationBanner,
  () => (
    <p role="alert" className="bg-build-soft p-3 text-center font-medium">
      You're viewing the site as someone else. Reload the page to stop.
    </p>
  ),
)

// Loaded when the server does not know yet which zone somebody signed in from.
const NoticeZone = optional(async () => (await import('@/session/notice-zone')).NoticeZone)

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
