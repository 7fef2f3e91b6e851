/** One purchase: the bootcamp it is for, or every bootcamp of its bundle. */
import { CreditCard, Info } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EnrolledBootcamp } from './enrolled-bootcamp'
import { isActive, isMine, type Purchase } from './purchases'
import { UnfinishedPurchase } from './unfinished-purchase'
import type { TellRefusal } from './use-clicks'

interface PurchaseCardProps {
  purchase: Purchase
  /** The bootcamp whose session stands on top of the page. */
  nextId: number | undefined
  receivedAt: number
  tell: TellRefusal
}

export function PurchaseCard({ purchase, nextId, receivedAt, tell }: PurchaseCardProps) {
  const { bootcamp, bundle, items } = purchase
  const name = (bundle ?? bootcamp)?.name
  const active = isActive(purchase)
  if (purchase.finishPath) {
    return (
      <UnfinishedPurchase
        id={purchase.id}
        name={name ?? ''}
        sessions={items}
        finishPath={purchase.finishPath}
      />
    )
  }
  return (
    <Card className="content-start">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-xl font-bold tracking-tight wrap-anywhere">{name}</h2>
        <Badge tone={active ? 'positive' : 'build'} className="mt-0.5">
          {active ? 'Active' : 'Pending'}
        </Badge>
      </div>
      {!active && <Waiting purchase={purchase} />}
      <ul className="grid gap-6">
        {items.map((item) => (
          <li key={item.id} className="border-t pt-5 first:border-t-0 first:pt-0">
            <EnrolledBootcamp
              bootcamp={item}
              isMember={bundle !== null}
              isActive={active && isMine(item)}
              isNext={item.id === nextId}
              receivedAt={receivedAt}
              tell={tell}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Waiting({ purchase: { status, closedBecause } }: { purchase: Purchase }) {
  const isPaid = status === 'completed'
  const Icon = isPaid ? Info : CreditCard
  return (
    <div className="flex gap-3 rounded-xl bg-build-soft p-4 text-[0.9375rem] [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-build">
      <Icon aria-hidden />
      <p>
        {closedBecause}
        {!isPaid && " If you've just paid, this takes a moment."}
      </p>
    </div>
  )
}
