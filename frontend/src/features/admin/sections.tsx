/** What the strip of navigation leads to: the six tabs in their order, and what stands behind them. */
import {
  Bell,
  CalendarClock,
  ChartLine,
  ChartNoAxesColumn,
  GraduationCap,
  type LucideIcon,
  Mails,
  MessageSquareHeart,
  Package,
  ReceiptText,
  Scale,
  ScrollText,
  TicketPercent,
  Users,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import type { ClassChangeParts } from '@/features/admin-kit/class-change'
import type { ReadinessBoardPart } from '@/features/admin-kit/readiness'
import { type Right, useRights } from '@/session/rights'

export interface Section {
  /** Beneath /admin; the first one stands at /admin itself. */
  path: string
  label: string
  /** Whose role has it sees the section; for others it is not there. */
  right: Right
  /** Whoever has this right finds it within another section. */
  unless?: Right
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
/** The bootcamp's home shows them; each comes when it is first needed. */
export const classChange: ClassChangeParts = {
  Dialog: lazy(async () => ({
    default: (await import('@/features/admin-class-change/change-dialog')).ChangeDialog,
  })),
  Board: lazy(async () => ({
    default: (await import('@/features/admin-class-change/change-board')).ChangeBoard,
  })),
}
export const RoomPage = lazy(async () => ({
  default: (await import('@/features/admin-room/room-page')).RoomPage,
}))
export const Readiness: ReadinessBoardPart = lazy(async () => ({
  default: (await import('@/features/admin-readiness/readiness-board')).ReadinessBoard,
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
export const PurchaseReceiptPage = lazy(async () => ({
  default: (await import('@/features/admin-purchases/purchase-receipt-page')).PurchaseReceiptPage,
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
const NoticesSection = lazy(async () => ({
  default: (await import('@/features/admin-messages/notices')).Notices,
}))
const FeedbackSection = lazy(async () => ({
  default: (await import('@/features/admin-feedback/feedback-section')).FeedbackSection,
}))
const AuditSection = lazy(async () => ({
  default: (await import('@/features/admin-audit/audit-section')).AuditSection,
}))
const CodesSection = lazy(async () => ({
  default: (await import('@/features/admin-codes/codes-section')).CodesSection,
}))
export const CodePage = lazy(async () => ({
  default: (await import('@/features/admin-codes/code-page')).CodePage,
}))
const CoachingDesk = lazy(async () => ({
  default: (await import('@/features/admin-coaching/coaching-desk')).CoachingDesk,
}))

export const sections: readonly Section[] = [
  { path: '', label: 'Overview', right: 'desk', icon: ChartNoAxesColumn, Component: OverviewPage },
  {
    path: 'bootcamps',
    label: 'Bootcamps',
    right: 'desk',
    icon: GraduationCap,
    Component: BootcampsSection,
  },
  {
    path: 'bundles',
    label: 'Bundles',
    right: 'catalogue',
    icon: Package,
    Component: BundlesSection,
  },
  { path: 'users', label: 'Users', right: 'desk', icon: Users, Component: UsersSection },
  {
    path: 'purchases',
    label: 'Purchases',
    right: 'desk',
    icon: ReceiptText,
    Component: PurchasesSection,
    within: [':id'],
  },
  {
    path: 'communications',
    label: 'Communications',
    right: 'messages',
    icon: Mails,
    Component: CommunicationsSection,
    within: ['email', 'sms', 'log', 'inbox', 'suppressed', 'notices'],
  },
]

/** Behind the tabs in the same strip. */
export const furtherSections: readonly Section[] = [
  { path: 'codes', label: 'Codes', right: 'desk', icon: TicketPercent, Component: CodesSection },
  {
    path: 'coaching',
    label: 'Coaching',
    right: 'coaching',
    icon: CalendarClock,
    Component: CoachingDesk,
  },
  {
    path: 'feedback',
    label: 'Feedback',
    right: 'messages',
    icon: MessageSquareHeart,
    Component: FeedbackSection,
  },
  {
    path: 'statistics',
    label: 'Statistics',
    right: 'desk',
    icon: ChartLine,
    Component: StatisticsSection,
  },
  {
    path: 'reconciliation',
    label: 'Reconciliation',
    right: 'money',
    icon: Scale,
    Component: ReconciliationSection,
  },
  {
    path: 'notices',
    label: 'Notices',
    right: 'desk',
    unless: 'messages',
    icon: Bell,
    Component: NoticesSection,
  },
  { path: 'audit', label: 'Audit', right: 'audit', icon: ScrollText, Component: AuditSection },
]

export const addressOf = ({ path }: Section) => (path ? `/admin/${path}` : '/admin')

/** The sections that the role of whoever is here has, in the same order. */
export function useOwnSections() {
  const may = useRights()
  const own = (all: readonly Section[]) =>
    all.filter(({ right, unless }) => may(right) && !(unless && may(unless)))
  return { tabs: own(sections), further: own(furtherSections) }
}
