/** The six tabs of the dashboard, in their order, and the quieter places beside them. */
import {
  CalendarClock,
  ChartNoAxesColumn,
  GraduationCap,
  type LucideIcon,
  Mails,
  Package,
  ReceiptText,
  ScrollText,
  Users,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'

export interface Section {
  /** Beneath /admin; the first one stands at /admin itself. */
  path: string
  label: string
  icon: LucideIcon
  Component: ComponentType
}

// Each section comes when it is first opened: the purchases' table is no burden on the overview.
const OverviewPage = lazy(async () => ({
  default: (await import('./overview-page')).OverviewPage,
}))
const BootcampsSection = lazy(async () => ({
  default: (await import('@/features/admin-bootcamps/bootcamps-section')).BootcampsSection,
}))
export const BootcampDetailPage = lazy(async () => ({
  default: (await import('@/features/admin-bootcamps/detail/bootcamp-detail-page'))
    .BootcampDetailPage,
}))
const BundlesSection = lazy(async () => ({
  default: (await import('@/features/admin-bundles/bundles-section')).BundlesSection,
}))
const UsersSection = lazy(async () => ({
  default: (await import('@/features/admin-people/users-section')).UsersSection,
}))
const PurchasesSection = lazy(async () => ({
  default: (await import('@/features/admin-purchases/purchases-section')).PurchasesSection,
}))
export const ReconciliationSection = lazy(async () => ({
  default: (await import('@/features/admin-reconciliation/reconciliation-section'))
    .ReconciliationSection,
}))
export const PersonPage = lazy(async () => ({
  default: (await import('@/features/admin-people/person-page')).PersonPage,
}))
export const StatisticsSection = lazy(async () => ({
  default: (await import('@/features/admin-statistics/statistics-section')).StatisticsSection,
}))
const CommunicationsSection = lazy(async () => ({
  default: (await import('@/features/admin-messages/communications-section')).CommunicationsSection,
}))
export const AuditSection = lazy(async () => ({
  default: (await import('@/features/admin-audit/audit-section')).AuditSection,
}))
export const CoachingDesk = lazy(async () => ({
  default: (await import('@/features/admin-coaching/coaching-desk')).CoachingDesk,
}))

export const sections: readonly Section[] = [
  { path: '', label: 'Overview', icon: ChartNoAxesColumn, Component: OverviewPage },
  { path: 'bootcamps', label: 'Bootcamps', icon: GraduationCap, Component: BootcampsSection },
  { path: 'bundles', label: 'Bundles', icon: Package, Component: BundlesSection },
  { path: 'users', label: 'Users', icon: Users, Component: UsersSection },
  { path: 'purchases', label: 'Purchases', icon: ReceiptText, Component: PurchasesSection },
  {
    path: 'communications',
    label: 'Communications',
    icon: Mails,
    Component: CommunicationsSection,
  },
]

export interface QuietPlace {
  to: string
  label: string
  icon: LucideIcon
}

/** Beside the tabs in the bar; on a phone behind them in their row, where there is room for words. */
export const quietPlaces: readonly QuietPlace[] = [
  { to: '/admin/coaching', label: 'Coaching', icon: CalendarClock },
  { to: '/admin/audit', label: 'Audit', icon: ScrollText },
]
