/** What the sender of a message has bought, each a link to the purchase. */
import { Link } from 'react-router'
import { $api } from '@/api/client'
import { StatusBadge } from '@/components/status-badge'
import { cohortName } from '@/lib/cohorts'
import { formatCents, toCents } from '@/lib/money'

const SHOWN = 5

export function SenderPurchases({ name, email }: { name: string; email: string }) {
  const { data, error } = $api.useQuery('get', '/api/admin/purchases', {
    params: { query: { search: email } },
  })
  // The search finds longer addresses too.
  const rows = data?.rows.filter((row) => row.customerEmail.toLowerCase() === email.toLowerCase())
  const all = `/admin/purchases?search=${encodeURIComponent(email)}`
  return (
    <section aria-label={`Purchases of ${name}`} className="grid gap-2 border-t pt-4 text-sm">
      <h4 className="font-semibold">Purchases</h4>
      {rows ? (
        rows.length === 0 ? (
          <p className="text-muted-foreground">No purchases with this email address.</p>
        ) : (
          <ul className="grid gap-1.5">
            {rows.slice(0, SHOWN).map(({ purchase, bootcamp }) => (
              <li key={purchase.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  to={`/admin/purchases/${purchase.id}`}
                  className="min-w-0 wrap-anywhere underline underline-offset-4"
                >
                  {bootcamp ? cohortName(purchase.packageName, bootcamp) : purchase.packageName}
                </Link>
                {purchase.totalAmount !== null && (
                  <span className="tabular-nums">{formatCents(toCents(purchase.totalAmount))}</span>
                )}
                <StatusBadge status={purchase.status} />
              </li>
            ))}
          </ul>
        )
      ) : (
        <p className="text-muted-foreground">
          {error ? "Purchases couldn't be loaded." : 'Loading purchases'}
        </p>
      )}
      {rows && rows.length > SHOWN && (
        <Link to={all} className="w-fit underline underline-offset-4">
          All purchases of {name}
        </Link>
      )}
    </section>
  )
}
