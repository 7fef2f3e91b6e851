/** One figure with its name, and how it is counted. */
import { Info } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Tooltip } from '@/components/ui/tooltip'

interface StatCardProps {
  name: string
  value: string
  definition: string
}

export function StatCard({ name, value, definition }: StatCardProps) {
  return (
    <Card className="content-start gap-1 rounded-xl p-4 sm:rounded-2xl sm:p-5">
      <dt className="flex items-center justify-between gap-1 text-sm text-muted-foreground">
        {name}
        <Tooltip content={definition}>
          <Button
            variant="ghost"
            size="sm"
            icon
            aria-label={`How ${name} is counted`}
            className="-my-2 -mr-2 text-muted-foreground pointer-coarse:hidden"
          >
            <Info aria-hidden />
          </Button>
        </Tooltip>
      </dt>
      <dd className="grid gap-1">
        <span className="font-display text-2xl font-bold tracking-tight break-words tabular-nums sm:text-3xl">
          {value}
        </span>
        {/* A finger cannot hover: there the words are simply shown. */}
        <span className="hidden text-sm text-muted-foreground pointer-coarse:block">
          {definition}
        </span>
      </dd>
    </Card>
  )
}
