/** Views of a section, as tabs low enough for the row of its title. */
import { useEffect, useRef } from 'react'
import { TabsList, TabsTrigger } from '@/components/ui/tabs'

interface ViewTabsProps<View extends string> {
  label: string
  views: readonly { value: View; name: string }[]
}

export function ViewTabs<View extends string>({ label, views }: ViewTabsProps<View>) {
  const row = useRef<HTMLDivElement>(null)

  // On a phone the row is wider than the screen.
  useEffect(() => {
    const open = row.current?.querySelector('[aria-selected=true]')
    open?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [])

  return (
    <div ref={row} className="min-w-0">
      <TabsList aria-label={label}>
        {views.map(({ value, name }) => (
          <TabsTrigger
            key={value}
            value={value}
            className="touch-target h-7.5 px-3 tabular-nums pointer-coarse:h-9"
          >
            {name}
          </TabsTrigger>
        ))}
      </TabsList>
    </div>
  )
}
