/** `/admin` and every address beneath it: the gate first, the dashboard behind it. */
import { RequireSignIn } from '@/session/require-sign-in'
import { AdminGate } from './admin-gate'
import { Dashboard } from './dashboard'

export function AdminPage() {
  return (
    <RequireSignIn>
      <AdminGate>{(user) => <Dashboard user={user} />}</AdminGate>
    </RequireSignIn>
  )
}
