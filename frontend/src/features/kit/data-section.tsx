import { useState } from 'react'
import { type PurchaseStatus, StatusBadge } from '@/components/status-badge'
import { Card, CardDescription, CardFooter, CardHeader, CardTitle } from '@/components/ui/card'
import { Pagination } from '@/components/ui/pagination'
import {
  SortableHeader,
  type SortDirection,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { Section } from './specimen'

interface Row {
  customer: string
  email: string
  product: string
  amount: number
  status: PurchaseStatus
}

const rows: Row[] = [
  {
    customer: 'Buyer One',
    email: 'one@example.com',
    product: 'Complete Bundle',
    amount: 2995,
    status: 'completed',
  },
  {
    customer: 'Buyer Two',
    email: 'two@example.com',
    product: 'Beginner Bootcamp',
    amount: 995,
    status: 'pending',
  },
  {
    customer: 'Buyer Three',
    email: 'three@example.com',
    product: 'Advanced Bootcamp',
    amount: 1495,
    status: 'failed',
  },
  {
    customer: 'Buyer Four',
    email: 'four@example.com',
    product: 'AI Marketing Bootcamp',
    amount: 1495,
    status: 'refunded',
  },
]

export function DataSection() {
  return (
    <Section title="Data">
      <Tabs defaultValue="purchases">
        <TabsList aria-label="Views">
          <TabsTrigger value="purchases">Purchases (4)</TabsTrigger>
          <TabsTrigger value="card">Card</TabsTrigger>
          <TabsTrigger value="third">A third view</TabsTrigger>
          <TabsTrigger value="disabled" disabled>
            Disabled
          </TabsTrigger>
        </TabsList>
        <TabsContent value="purchases">
          <PurchasesTable />
        </TabsContent>
        <TabsContent value="card">
          <Card className="max-w-100">
            <CardHeader>
              <CardTitle>Beginner Bootcamp</CardTitle>
              <CardDescription>
                A working AI-powered product you can click and share.
              </CardDescription>
            </CardHeader>
            <CardFooter className="justify-between">
              <span className="font-display text-2xl font-bold tabular-nums">$995</span>
              <span className="text-sm text-muted-foreground">3 hours live</span>
            </CardFooter>
          </Card>
        </TabsContent>
        <TabsContent value="third">A third view.</TabsContent>
      </Tabs>
    </Section>
  )
}

function PurchasesTable() {
  const [direction, setDirection] = useState<SortDirection>('ascending')
  const [page, setPage] = useState(4)
  const sign = direction === 'ascending' ? 1 : -1
  const sorted = rows.toSorted((a, b) => sign * (a.amount - b.amount))
  return (
    <div className="overflow-hidden rounded-2xl border bg-surface shadow-card">
      <Table label="Purchases">
        <TableHead>
          <TableRow>
            <TableHeader>Customer</TableHeader>
            <TableHeader>Product</TableHeader>
            <SortableHeader direction={direction} onSort={setDirection}>
              Amount
            </SortableHeader>
            <SortableHeader direction={null} onSort={() => undefined}>
              Status
            </SortableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {sorted.map((row) => (
            <TableRow key={row.email}>
              <TableCell>
                <span className="block font-medium">{row.customer}</span>
                <span className="text-sm text-muted-foreground">{row.email}</span>
              </TableCell>
              <TableCell className="whitespace-nowrap">{row.product}</TableCell>
              <TableCell className="tabular-nums">${row.amount.toLocaleString('en-US')}</TableCell>
              <TableCell>
                <StatusBadge status={row.status} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t p-4">
        <p className="text-sm text-muted-foreground tabular-nums">Page {page} of 12</p>
        <Pagination page={page} pageCount={12} onPageChange={setPage} />
      </div>
    </div>
  )
}
