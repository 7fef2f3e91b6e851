/** The seats that were offered: the open ones with their clocks, and what became of the others. */

import { useState } from 'react'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { type Column, DataList } from '@/features/admin-kit/data-list'
import { formatCountdown } from '@/lib/countdown'
import { formatMoment } from '@/lib/dates'
import { site } from '@/lib/site'
import { useServerTime } from '@/lib/use-server-time'
import type { Board, ListOffer, useWaitingBoard } from './waiting-query'

const PAGE_SIZE = 10

const states: Record<ListOffer['state'], { words: string; tone: BadgeTone }> = {
  open: { words: 'Open', tone: 'accent' },
  taken: { words: 'Taken', tone: 'positive' },
  declined: { words: 'Passed on', tone: 'neutral' },
  expired: { words: 'Expired', tone: 'neutral' },
}

interface OfferRowsProps {
  query: ReturnType<typeof useWaitingBoard>
  board: Board
}

export function OfferRows({ query, board }: OfferRowsProps) {
  const [page, setPage] = useState(1)
  const all = board.offers
  const shownPage = Math.min(page, Math.max(1, Math.ceil(all.length / PAGE_SIZE)))
  const offset = Date.parse(board.now) - query.dataUpdatedAt
  const columns: Column<ListOffer>[] = [
    { name: 'Person', cell: (offer) => <Person offer={offer} /> },
    {
      name: 'Offered',
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ offeredAt }) => formatMoment(offeredAt, site.operatorZone),
    },
    {
      name: 'Held until',
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ expiresAt }) => formatMoment(expiresAt, site.operatorZone),
    },
    { name: 'State', cell: (offer) => <State offer={offer} offset={offset} /> },
  ]
  return (
    <DataList
      words={{
        label: 'Offers',
        one: 'offer',
        many: 'offers',
        failed: "The offers couldn't be loaded",
        pages: 'Pages of the offers',
      }}
      query={{
        ...query,
        data: {
          rows: all.slice((shownPage - 1) * PAGE_SIZE, shownPage * PAGE_SIZE),
          total: all.length,
        },
        isPlaceholderData: false,
      }}
      page={shownPage}
      onPageChange={setPage}
      pageSize={PAGE_SIZE}
      idOf={({ entryId, offeredAt }) => `${entryId} ${offeredAt}`}
      columns={columns}
      card={(offer) => (
        <>
          <Person offer={offer} />
          <p className="text-sm text-muted-foreground">
            Held until {formatMoment(offer.expiresAt, site.operatorZone)}
          </p>
          <State offer={offer} offset={offset} />
        </>
      )}
      empty={<p className="text-muted-foreground">No seat has been offered yet.</p>}
    />
  )
}

function Person({ offer: { name, email, byDesk } }: { offer: ListOffer }) {
  return (
    <span className="grid min-w-0">
      <span className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
        {name}
        {byDesk && <Badge tone="outline">Offered by hand</Badge>}
      </span>
      <span className="text-sm wrap-anywhere text-muted-foreground">{email}</span>
    </span>
  )
}

function State({ offer, offset }: { offer: ListOffer; offset: number }) {
  const { words, tone } = states[offer.state]
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={tone}>{words}</Badge>
      {offer.state === 'open' && <Left expiresAt={offer.expiresAt} offset={offset} />}
    </span>
  )
}

function Left({ expiresAt, offset }: { expiresAt: string; offset: number }) {
  const left = Date.parse(expiresAt) - useServerTime(offset)
  return <span className="text-sm tabular-nums">{formatCountdown(left)} left</span>
}
