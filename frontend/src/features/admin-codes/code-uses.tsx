/** The purchases made with a code, the newest first. */
import { ReceiptText } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { type Column, DataList } from '@/features/admin-kit/data-list'
import { momentWords } from '@/features/admin-kit/moments'
import { CohortLink, PersonLink, PurchaseLink } from '@/features/admin-kit/record-links'
import { useRights } from '@/session/rights'
import { type CodeUse, sumOf, useCodeUses } from './codes'

const words = {
  label: 'Uses of this code',
  one: 'use',
  many: 'uses',
  failed: "The uses couldn't be loaded",
  pages: 'Pages of uses',
}

export function CodeUses({ codeId, zone }: { codeId: number; zone: string }) {
  const titleId = useId()
  const [page, setPage] = useState(1)
  const uses = useCodeUses(codeId, page)
  const may = useRights()
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-2.5">
      <h3 id={titleId} className="text-lg font-bold tracking-tight">
        Uses
      </h3>
      <DataList
        words={words}
        query={uses}
        page={page}
        onPageChange={setPage}
        idOf={({ purchaseId }) => purchaseId}
        columns={columnsOf({ zone, showsMoney: may('money') })}
        card={(use) => <UseCard use={use} zone={zone} />}
        empty={
          <EmptyState icon={ReceiptText} title="Nobody has used it yet" className="py-8">
            Purchases made with the code will be listed here.
          </EmptyState>
        }
      />
    </section>
  )
}

const columnsOf = ({
  zone,
  showsMoney,
}: {
  zone: string
  showsMoney: boolean
}): readonly Column<CodeUse>[] => [
  { name: 'Purchase', cell: ({ purchaseId }) => <PurchaseLink id={purchaseId} /> },
  { name: 'Customer', className: 'min-w-44', cell: (use) => <Customer use={use} /> },
  { name: 'Bought', className: 'min-w-52', cell: (use) => <Bought use={use} /> },
  ...(showsMoney
    ? [
        {
          name: 'Discount',
          className: 'whitespace-nowrap tabular-nums',
          cell: ({ discount }: CodeUse) => sumOf(discount),
        },
        {
          name: 'Paid',
          className: 'whitespace-nowrap tabular-nums',
          cell: ({ paid }: CodeUse) => sumOf(paid),
        },
      ]
    : []),
  {
    name: 'When',
    className: 'whitespace-nowrap text-muted-foreground tabular-nums',
    cell: ({ usedAt }) => momentWords(usedAt, zone),
  },
]

function Customer({ use }: { use: CodeUse }) {
  return (
    <span className="grid min-w-0">
      <PersonLink userId={use.userId} email={use.email} className="w-fit font-medium">
        {use.customer || use.email}
      </PersonLink>
      <span className="text-sm wrap-anywhere text-muted-foreground">{use.email}</span>
    </span>
  )
}

function Bought({ use }: { use: CodeUse }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {use.cohort ? (
        <CohortLink name={use.packageName} cohort={use.cohort} />
      ) : (
        <span>{use.packageName}</span>
      )}
      {use.returnedAt && <Badge>Refunded</Badge>}
    </span>
  )
}

function UseCard({ use, zone }: { use: CodeUse; zone: string }) {
  const paid = sumOf(use.paid)
  const discount = sumOf(use.discount)
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex items-start justify-between gap-3">
        <Customer use={use} />
        <PurchaseLink id={use.purchaseId} />
      </div>
      <Bought use={use} />
      <p className="text-sm text-muted-foreground tabular-nums">
        {paid && discount && `${paid} paid, ${discount} off · `}
        {momentWords(use.usedAt, zone)}
      </p>
    </div>
  )
}
