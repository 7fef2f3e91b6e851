/** One purchase: the bootcamp it is for, or every bootcamp of its bundle. */
import { CreditCard, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EnrolledBootcamp } from './enrolled-bootcamp'
import { isActive, isMine, type Purchase } from './purchases'
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

function Waiting({ purchase }: { purchase: Purchase }) {
  const { status, closedBecause, bootcamp, bundle } = purchase
  if (status === 'completed') return <Notice icon={<Info aria-hidden />}>{closedBecause}</Notice>
  const query = bundle ? `bundle=${bundle.id}` : `bootcamp=${bootcamp?.id}`
  return (
    <Notice
      icon={<CreditCard aria-hidden />}
      action={
        <Button asChild variant="outline" size="sm">
          <Link to={`/checkout?${query}`}>Go to checkout</Link>
        </Button>
      }
    >
      {closedBecause} If you've just paid, this takes a moment. If you didn't finish, you can do so
      now.
    </Notice>
  )
}

interface NoticeProps {
  icon: ReactNode
  action?: ReactNode
  children: ReactNode
}

function Notice({ icon, action, children }: NoticeProps) {
  return (
    <div className="flex gap-3 rounded-xl bg-build-soft p-4 text-[0.9375rem] [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-build">
      {icon}
      <div className="grid justify-items-start gap-3">
        <p>{children}</p>
        {action}
      </div>
    </div>
  )
}
