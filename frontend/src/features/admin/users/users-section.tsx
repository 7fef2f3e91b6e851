/** People and what an admin can do for them. */
import { Users } from 'lucide-react'
import { OpensWith } from '../opens-with'
import { QuickImpersonation } from './quick-impersonation'

export function UsersSection() {
  return (
    <div className="grid gap-5">
      <QuickImpersonation />
      <OpensWith icon={Users} what="user management">
        Here you will find everyone with an account, their purchases, and the switches for their
        access.
      </OpensWith>
    </div>
  )
}
