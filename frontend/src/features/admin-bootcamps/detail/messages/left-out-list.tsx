/** Who does not get a message, and why; folded away until somebody asks. */
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { LeftOut } from './message-queries'

interface LeftOutListProps {
  people: readonly LeftOut[]
}

export function LeftOutList({ people }: LeftOutListProps) {
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  if (people.length === 0) return null
  return (
    <div className="grid gap-2">
      <Button
        variant="link"
        size="sm"
        className="justify-self-start text-muted-foreground"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {people.length} {people.length === 1 ? 'person' : 'people'} excluded
      </Button>
      {isOpen && (
        <ul id={listId} className="grid gap-2 rounded-lg bg-surface-2 p-4 text-sm">
          {people.map(({ name, address, reason }) => (
            <li key={`${name} ${address} ${reason}`} className="grid gap-0.5">
              <span className="font-medium wrap-anywhere">
                {name}
                {address && <span className="font-normal text-muted-foreground"> · {address}</span>}
              </span>
              <span className="text-muted-foreground">{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
