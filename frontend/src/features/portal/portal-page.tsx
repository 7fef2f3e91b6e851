import { OpensSoonPage } from '@/components/opens-soon-page'

export function PortalPage() {
  return <OpensSoonPage heading="My Bootcamps" />
}
