/** The six tabs of the dashboard, in their order, and the quieter places beside them. */
import {
  ChartNoAxesColumn,
  GraduationCap,
  type LucideIcon,
  Mails,
  Package,
  ReceiptText,
  Users,
} from 'lucide-react'
import { type ComponentType, lazy } from 'react'
import { OpensWith } from './opens-with'

export interface Section {
  /** Beneath /admin; the first one stands at /admin itself. */
  path: string
  label: string
  icon: LucideIcon
  Component: ComponentType
}

// Each section comes when it is first opened: the purchases' table is no burden on the overview.
const OverviewSection = lazy(async () => ({
  default: (await import('./overview/overview-section')).OverviewSection,
}))
const BootcampsSection = lazy(async () => ({
  default: (await import('./bootcamps/bootcamps-section')).BootcampsSection,
}))
export const BootcampDetailPage = lazy(async () => ({
  default: (await import('./bootcamp-detail/bootcamp-detail-page')).BootcampDetailPage,
}))
const BundlesSection = lazy(async () => ({
  default: (await import('./bundles/bundles-section')).BundlesSection,
}))
const UsersSection = lazy(async () => ({
  default: (await import('./users/users-section')).UsersSection,
}))
const CommunicationsSection = lazy(async () => ({
  default: (await import('./communications/communications-section')).CommunicationsSection,
}))
export const AuditSection = lazy(async () => ({
  default: (await import('./audit/audit-section')).AuditSection,
}))

export const sections: readonly Section[] = [
  { path: '', label: 'Overview', icon: ChartNoAxesColumn, Component: OverviewSection },
  { path: 'bootcamps', label: 'Bootcamps', icon: GraduationCap, Component: BootcampsSection },
  { path: 'bundles', label: 'Bundles', icon: Package, Component: BundlesSection },
  { path: 'users', label: 'Users', icon: Users, Component: UsersSection },
  {
    path: 'purchases',
    label: 'Purchases',
    icon: ReceiptText,
    Component: () => (
      <OpensWith icon={ReceiptText} what="the sales desk">
        Here you will look up orders by customer, see how each one stands and give money back.
      </OpensWith>
    ),
  },
  {
    path: 'communications',
    label: 'Communications',
    icon: Mails,
    Component: CommunicationsSection,
  },
]
