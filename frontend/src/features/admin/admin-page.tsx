/** `/admin` and every address beneath it: the gate first, the dashboard behind it. */
import { RequireSignIn } from '@/session/require-sign-in'
import { DeskRights } from '@/session/rights'
import { AdminGate } from './admin-gate'
import { Dashboard } from './dashboard'

export function AdminPage() {
  return (
    <RequireSignIn>
      <AdminGate>
        {(user) => (
          <DeskRights value={user.rights}>
            <Dashboard user={user} />
          </DeskRights>
        )}
      </AdminGate>
    </RequireSignIn>
  )
}
