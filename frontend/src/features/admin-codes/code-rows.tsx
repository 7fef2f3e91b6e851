/** One code in the list: its columns where there is room, its card on a phone. */
import { Pause, Play } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { Column } from '@/features/admin-kit/data-list'
import { OPENS_ROW } from '@/features/admin-kit/list-keys'
import { momentWords } from '@/features/admin-kit/moments'
import { cohortName } from '@/lib/cohorts'
import { formatDate } from '@/lib/dates'
import { type Code, codePath, type Pausing, states, sumOf, usesOf, worthOf } from './codes'

export type CodeSort = 'date' | 'code' | 'uses' | 'ends'

interface Shown {
  zone: string
  /** Nothing for those who may not change codes. */
  pausing: Pausing | null
  showsMoney: boolean
}

export const codeColumns = ({
  zone,
  pausing,
  showsMoney,
}: Shown): readonly Column<Code, CodeSort>[] => [
  { name: 'Code', sort: 'code', className: 'min-w-44', cell: (code) => <Name code={code} /> },
  {
    name: 'Discount',
    className: 'whitespace-nowrap tabular-nums',
    cell: (code) => <Worth code={code} />,
  },
  { name: 'State', cell: (code) => <CodeState code={code} /> },
  {
    name: 'Uses',
    sort: 'uses',
    className: 'whitespace-nowrap tabular-nums',
    cell: usesOf,
  },
  ...(showsMoney
    ? [
        {
          name: 'Revenue',
          className: 'whitespace-nowrap tabular-nums',
          cell: ({ revenue }: Code) => sumOf(revenue),
        },
      ]
    : []),
  {
    name: 'Ends',
    sort: 'ends',
    className: 'whitespace-nowrap text-muted-foreground tabular-nums',
    cell: ({ endsAt }) => (endsAt ? momentWords(endsAt, zone) : 'Never'),
  },
  {
    name: 'Created',
    sort: 'date',
    className: 'whitespace-nowrap text-muted-foreground tabular-nums',
    cell: ({ createdAt }) => formatDate(createdAt, zone),
  },
  ...(pausing
    ? [
        {
          name: 'Actions',
          isActions: true as const,
          cell: (code: Code) => <PauseButton code={code} pausing={pausing} />,
        },
      ]
    : []),
]

export function CodeCard({ code, zone, pausing }: { code: Code } & Omit<Shown, 'showsMoney'>) {
  const revenue = sumOf(code.revenue)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2">
      <Name code={code} />
      {pausing && <PauseButton code={code} pausing={pausing} />}
      <div className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm tabular-nums">
        <CodeState code={code} />
        <span className="font-medium">
          <Worth code={code} />
        </span>
        <span className="text-muted-foreground">Used {usesOf(code)}</span>
        {revenue && <span className="text-muted-foreground">{revenue} revenue</span>}
        {code.endsAt && (
          <span className="text-muted-foreground">Ends {momentWords(code.endsAt, zone)}</span>
        )}
      </div>
    </div>
  )
}

function Name({ code }: { code: Code }) {
  const more = [code.forEmail && `For ${code.forEmail}`, code.note].filter(Boolean).join(' · ')
  return (
    <span className="grid min-w-0">
      <Link
        {...OPENS_ROW}
        to={codePath(code.id)}
        className="w-fit max-w-full rounded-sm font-mono font-medium wrap-anywhere underline-offset-4 hover:underline"
      >
        {code.code}
      </Link>
      {more && (
        <span className="max-w-72 truncate text-sm text-muted-foreground max-md:max-w-full">
          {more}
        </span>
      )}
    </span>
  )
}

/** What it takes off, and of what where that is little enough to name. */
function Worth({ code }: { code: Code }) {
  const [first, ...others] = code.scopes
  return (
    <>
      {worthOf(code)}
      {first && (
        <span className="block max-w-64 truncate text-sm text-muted-foreground">
          {cohortName(first.name, first.cohort)}
          {others.length > 0 && ` +${others.length}`}
        </span>
      )}
    </>
  )
}

export function CodeState({ code }: { code: Pick<Code, 'state'> }) {
  const { name, tone } = states[code.state]
  return <Badge tone={tone}>{name}</Badge>
}

export function PauseButton({ code, pausing }: { code: Code; pausing: Pausing }) {
  const { id, isActive } = code
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={`${isActive ? 'Pause' : 'Resume'} ${code.code}`}
      onClick={() => {
        if (!pausing.isBusy(id)) pausing.pause({ id, isActive: !isActive })
      }}
    >
      {isActive ? <Pause aria-hidden /> : <Play aria-hidden />}
      {isActive ? 'Pause' : 'Resume'}
    </Button>
  )
}
