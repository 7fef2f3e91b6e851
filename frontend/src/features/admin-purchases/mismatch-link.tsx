/** The way to the reconciliation board, with how much waits there. Silent while it is not known. */
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { $api } from '@/api/client'
import { cn } from '@/lib/cn'

export function MismatchLink() {
  const { data } = $api.useQuery('get', '/api/admin/reconciliation', {}, { staleTime: 60_000 })
  const total = data?.total ?? null
  const isOpen = total !== null && total > 0
  const Icon = isOpen ? TriangleAlert : CircleCheck
  return (
    <Link
      to="/admin/reconciliation"
      className={cn(
        '-mt-2 flex min-h-11 w-fit items-center gap-2 rounded-md text-[0.9375rem] font-medium underline-offset-4 hover:underline',
        isOpen ? 'text-destructive' : 'text-muted-foreground',
      )}
    >
      <Icon aria-hidden className="size-4" />
      Reconciliation
      {total !== null && (
        <span className="font-normal">
          {isOpen
            ? `${total} ${total === 1 ? 'issue needs' : 'issues need'} attention`
            : 'no issues found'}
        </span>
      )}
    </Link>
  )
}
