/** The frame of the admin's desk: the bar, the sections as tabs, and the section that is open. */
import { Suspense, useId } from 'react'
import { Route, Routes } from 'react-router'
import type { SessionUser } from '@/api/types'
import { MAIN_ID } from '@/components/skip-link'
import { SectionSkeleton } from '@/features/admin-kit/section-skeleton'
import { AdminBar } from './admin-bar'
import { NoSuchSection } from './no-such-section'
import { SectionPage } from './section-page'
import { SectionTabs } from './section-tabs'
import {
  AuditSection,
  BootcampDetailPage,
  CoachingDesk,
  PersonPage,
  ReconciliationSection,
  StatisticsSection,
  sections,
} from './sections'
import { SummaryStrip } from './summary-strip'

export function Dashboard({ user }: { user: SessionUser }) {
  const sectionTitleId = useId()
  return (
    <div className="flex min-h-dvh flex-col">
      <AdminBar user={user}>
        <SectionTabs />
      </AdminBar>
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className="shell grid flex-1 content-start gap-8 py-6 sm:py-10"
      >
        <div className="grid gap-2">
          {/* Focused after each change of section, and then read out together with its name. */}
          <h1 className="text-title font-extrabold" aria-describedby={sectionTitleId}>
            Admin Dashboard
          </h1>
          <p className="max-w-[42rem] text-lead text-muted-foreground max-sm:sr-only">
            Manage the bootcamps platform: what's on sale, who's enrolled and what you send them.
          </p>
        </div>
        <SummaryStrip />
        <Suspense fallback={<SectionSkeleton />}>
          <Routes>
            {sections.map(({ path, label, Component }) => (
              <Route
                key={label}
                path={path === 'purchases' ? 'purchases/*' : path || '/'}
                element={
                  <SectionPage title={label} titleId={sectionTitleId}>
                    <Component />
                  </SectionPage>
                }
              />
            ))}
            <Route path="bootcamps/:id" element={<BootcampDetailPage titleId={sectionTitleId} />} />
            <Route path="users/:id" element={<PersonPage titleId={sectionTitleId} />} />
            <Route
              path="coaching"
              element={
                <SectionPage title="Coaching" titleId={sectionTitleId}>
                  <CoachingDesk />
                </SectionPage>
              }
            />
            <Route
              path="statistics"
              element={
                <SectionPage title="Statistics" titleId={sectionTitleId}>
                  <StatisticsSection />
                </SectionPage>
              }
            />
            <Route
              path="audit"
              element={
                <SectionPage title="Audit" titleId={sectionTitleId}>
                  <AuditSection />
                </SectionPage>
              }
            />
            <Route
              path="reconciliation"
              element={
                <SectionPage title="Reconciliation" titleId={sectionTitleId}>
                  <ReconciliationSection />
                </SectionPage>
              }
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
    </div>
  )
}
