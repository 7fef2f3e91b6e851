/** Views of a section, as tabs low enough for the row of its title. */
import { useRef } from 'react'
import { TabsList, TabsTrigger } from '@/components/ui/tabs'
import { useOpenTabInView } from './open-tab-in-view'

interface ViewTabsProps<View extends string> {
  label: string
  views: readonly { value: View; name: string }[]
}

export function ViewTabs<View extends string>({ label, views }: ViewTabsProps<View>) {
  const row = useRef<HTMLDivElement>(null)
  useOpenTabInView(row)

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
