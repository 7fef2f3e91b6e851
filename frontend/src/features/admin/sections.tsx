/** What the strip of navigation leads to: the six tabs in their order, and what stands behind them. */
import {
  CalendarClock,
  ChartLine,
  ChartNoAxesColumn,
  GraduationCap,
  type LucideIcon,
  Mails,
  Package,
  ReceiptText,
  Scale,
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
  /** What opens within the section and keeps it on the screen: a record in a drawer, a view. */
  within?: readonly string[]
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
const ReconciliationSection = lazy(async () => ({
  default: (await import('@/features/admin-reconciliation/reconciliation-section'))
    .ReconciliationSection,
}))
export const PersonPage = lazy(async () => ({
  default: (await import('@/features/admin-people/person-page')).PersonPage,
}))
const StatisticsSection = lazy(async () => ({
  default: (await import('@/features/admin-statistics/statistics-section')).StatisticsSection,
}))
const CommunicationsSection = lazy(async () => ({
  default: (await import('@/features/admin-messages/communications-section')).CommunicationsSection,
}))
const AuditSection = lazy(async () => ({
  default: (await import('@/features/admin-audit/audit-section')).AuditSection,
}))
const CoachingDesk = lazy(async () => ({
  default: (await import('@/features/admin-coaching/coaching-desk')).CoachingDesk,
}))

export const sections: readonly Section[] = [
  { path: '', label: 'Overview', icon: ChartNoAxesColumn, Component: OverviewPage },
  { path: 'bootcamps', label: 'Bootcamps', icon: GraduationCap, Component: BootcampsSection },
  { path: 'bundles', label: 'Bundles', icon: Package, Component: BundlesSection },
  { path: 'users', label: 'Users', icon: Users, Component: UsersSection },
  {
    path: 'purchases',
    label: 'Purchases',
    icon: ReceiptText,
    Component: PurchasesSection,
    within: [':id'],
  },
  {
    path: 'communications',
    label: 'Communications',
    icon: Mails,
    Component: CommunicationsSection,
    within: ['email', 'sms', 'log', 'inbox', 'suppressed'],
  },
]

/** Behind the tabs in the same strip. */
export const furtherSections: readonly Section[] = [
  { path: 'coaching', label: 'Coaching', icon: CalendarClock, Component: CoachingDesk },
  { path: 'statistics', label: 'Statistics', icon: ChartLine, Component: StatisticsSection },
  {
    path: 'reconciliation',
    label: 'Reconciliation',
    icon: Scale,
    Component: ReconciliationSection,
  },
  { path: 'audit', label: 'Audit', icon: ScrollText, Component: AuditSection },
]

export const addressOf = ({ path }: Section) => (path ? `/admin/${path}` : '/admin')
