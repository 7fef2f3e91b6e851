/** A receipt as it is printed: who sold what to whom, what it cost and what has come back. */
import { formatDate } from '@/lib/dates'
import { formatCents, toCents } from '@/lib/money'
import { site } from '@/lib/site'
import { BrandMark } from './brand-mark'

interface Party {
  name: string
  details: readonly string[]
}

interface Receipt {
  number: string
  date: string
  timezone: string
  seller: Party
  buyer: Party
  lines: readonly { words: string; amount: string }[]
  refunds: readonly { id: number; words: string; amount: string }[]
  totalAmount: string
  paidAmount: string
  paidWith: string
  isRefunding: boolean
}

const money = (amount: string) => formatCents(toCents(amount), { exact: true })

export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  return (
    <article
      aria-label={`Receipt ${receipt.number}`}
      className="grid gap-10 rounded-2xl border bg-surface p-6 shadow-card sm:p-12 print:rounded-none print:border-0 print:p-0 print:shadow-none"
    >
      <div className="flex flex-wrap items-start justify-between gap-6">
        <p className="flex items-center gap-3 font-display text-xl font-bold tracking-tight">
          <BrandMark />
          {site.name}
        </p>
        <dl className="grid grid-cols-[auto_auto] gap-x-6 gap-y-1 text-sm">
          <Fact name="Receipt">{receipt.number}</Fact>
          <Fact name="Date">{formatDate(receipt.date, receipt.timezone)}</Fact>
          {receipt.paidWith && <Fact name="Paid with">{receipt.paidWith}</Fact>}
        </dl>
      </div>
      <div className="grid gap-8 sm:grid-cols-2 print:grid-cols-2">
        <PartyBlock title="From" party={receipt.seller} />
        <PartyBlock title="To" party={receipt.buyer} />
      </div>
      <Bill receipt={receipt} />
      <p className="text-sm text-muted-foreground">
        {receipt.isRefunding
          ? "A refund is in progress. This receipt will show it once it's been sent."
          : 'All amounts are in US dollars. Thank you.'}
      </p>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="font-medium tabular-nums sm:text-right print:text-right">{children}</dd>
    </>
  )
}

function PartyBlock({ title, party }: { title: string; party: Party }) {
  return (
    <section className="grid content-start gap-1">
      <h2 className="font-sans text-sm font-medium text-muted-foreground">{title}</h2>
      <p className="font-semibold wrap-anywhere">{party.name}</p>
      {party.details.map((line) => (
        <p key={line} className="text-sm wrap-anywhere">
          {line}
        </p>
      ))}
    </section>
  )
}

function Bill({ receipt }: { receipt: Receipt }) {
  const { lines, refunds, totalAmount, paidAmount } = receipt
  return (
    <table className="w-full border-collapse tabular-nums [&_td]:py-3 [&_td:last-child]:pl-6 [&_td:last-child]:text-right [&_td:last-child]:whitespace-nowrap [&_th]:py-3 [&_th]:text-left">
      <caption className="sr-only">Items</caption>
      <thead className="border-b text-sm text-muted-foreground [&_th]:font-medium [&_th:last-child]:text-right">
        <tr>
          <th scope="col">Description</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ words, amount }) => (
          <tr key={`${words} ${amount}`} className="border-b">
            <td className="wrap-anywhere">{words}</td>
            <td>{money(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="text-lg font-bold">
          <td>Total</td>
          <td>{money(totalAmount)} USD</td>
        </tr>
        {refunds.map(({ id, words, amount }) => (
          <tr key={id} className="border-t">
            <td>{words}</td>
            <td>{money(`-${amount}`)}</td>
          </tr>
        ))}
        {refunds.length > 0 && (
          <tr className="border-t font-bold">
            <td>Paid after refunds</td>
            <td>{money(paidAmount)} USD</td>
          </tr>
        )}
      </tfoot>
    </table>
  )
}
