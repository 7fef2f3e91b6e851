/** The frame of the admin's desk: the bar, the sections as tabs, and the section that is open. */
import { Suspense, useCallback, useId, useState } from 'react'
import { Route, Routes } from 'react-router'
import type { SessionUser } from '@/api/types'
import { MissingWindow, optional } from '@/components/optional'
import { MAIN_ID } from '@/components/skip-link'
import { useFollowedAct } from '@/features/admin-kit/bulk/current-act'
import { useListKeys } from '@/features/admin-kit/list-keys'
import { NotInYourRole } from '@/features/admin-kit/not-in-your-role'
import { SectionSkeleton } from '@/features/admin-kit/section-skeleton'
import { useRights } from '@/session/rights'
import { AdminBar } from './admin-bar'
import { NoSuchSection } from './no-such-section'
import { SectionPage } from './section-page'
import { SectionTabs } from './section-tabs'
import {
  BootcampDetailPage,
  CodePage,
  classChange,
  furtherSections,
  PersonPage,
  PurchaseReceiptPage,
  Readiness,
  RoomPage,
  sections,
} from './sections'
import { SummaryStrip } from './summary-strip'

const BulkProgress = optional(
  async () => (await import('@/features/admin-kit/bulk/bulk-progress')).BulkProgress,
  () => <p role="alert">The progress couldn't be shown. Reload the page to follow or undo it.</p>,
)
const KeysDialog = optional(
  async () => (await import('./keys-dialog')).KeysDialog,
  ({ onOpenChange }) => <MissingWindow onGone={() => onOpenChange(false)} />,
)

export function Dashboard({ user }: { user: SessionUser }) {
  // Not there before it is first asked for; then it stays, so that it can close as it should.
  const [showsKeys, setShowsKeys] = useState<boolean | null>(null)
  const showKeys = useCallback(() => setShowsKeys(true), [])
  useListKeys(showKeys)
  const sectionTitleId = useId()
  const may = useRights()
  const followed = useFollowedAct()
  return (
    <div className="flex min-h-dvh flex-col">
      <AdminBar user={user} onShowKeys={showKeys}>
        <SectionTabs />
      </AdminBar>
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className="desk-width grid flex-1 content-start gap-2 pt-2 pb-10 sm:gap-3 sm:pt-2.5"
      >
        <div className="grid min-w-0 gap-1.5">
          <div className="flex min-w-0 items-baseline gap-3">
            {/* Focused after each change of section, and then read out together with its name. */}
            <h1
              className="shrink-0 text-base leading-6 font-bold tracking-tight"
              aria-describedby={sectionTitleId}
            >
              Admin Dashboard
            </h1>
            <p className="truncate text-sm leading-6 text-muted-foreground max-sm:sr-only">
              Manage the bootcamps platform: what's on sale, who's enrolled and what you send them.
            </p>
          </div>
          <SummaryStrip />
        </div>
        {followed !== null && (
          <Suspense fallback={null}>
            <BulkProgress />
          </Suspense>
        )}
        <Suspense fallback={<SectionSkeleton />}>
          <Routes>
            {[...sections, ...furtherSections].flatMap(
              ({ path, label, right, within = [], Component }) =>
                [path, ...within.map((each) => `${path}/${each}`)].map((address) => (
                  <Route
                    key={address}
                    path={address || '/'}
                    element={
                      <SectionPage title={label} titleId={sectionTitleId}>
                        {may(right) ? <Component /> : <NotInYourRole />}
                      </SectionPage>
                    }
                  />
                )),
            )}
            <Route path="bootcamps/:id/room" element={<RoomPage titleId={sectionTitleId} />} />
            <Route
              path="bootcamps/:id/:tab?"
              element={
                <BootcampDetailPage
                  titleId={sectionTitleId}
                  classChange={classChange}
                  Readiness={Readiness}
                />
              }
            />
            <Route path="codes/:id" element={<CodePage titleId={sectionTitleId} />} />
            <Route path="users/:id" element={<PersonPage titleId={sectionTitleId} />} />
            <Route
              path="purchases/:id/receipt"
              element={<PurchaseReceiptPage titleId={sectionTitleId} />}
            />
            <Route
              path="*"
              element={
                <SectionPage
                  title="This page doesn't exist"
                  documentTitle="Page Not Found"
                  titleId={sectionTitleId}
                >
                  <NoSuchSection />
                </SectionPage>
              }
            />
          </Routes>
        </Suspense>
      </main>
      {showsKeys !== null && (
        <Suspense fallback={null}>
          <KeysDialog open={showsKeys} onOpenChange={setShowsKeys} />
        </Suspense>
      )}
    </div>
  )
}
