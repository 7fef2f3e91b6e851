/** Views of the list under names of one's own, kept in this browser: an address each. */
import { Bookmark, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { toast } from '@/lib/toast'

const NameViewDialog = lazy(async () => ({
  default: (await import('./name-view-dialog')).NameViewDialog,
}))

const STORED_AS = 'purchase-views'

interface View {
  name: string
  /** The query of the list's address, without its page. */
  search: string
}

function isView(value: unknown): value is View {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    'search' in value &&
    typeof value.name === 'string' &&
    typeof value.search === 'string'
  )
}

function readViews(): View[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isView) : []
  } catch {
    return []
  }
}

/** Whether they could be kept. */
function storeViews(views: readonly View[]): boolean {
  try {
    localStorage.setItem(STORED_AS, JSON.stringify(views))
    return true
  } catch {
    return false
  }
}

function withoutPage(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('page')
  return params.toString()
}

export function SavedViews({ isFiltered }: { isFiltered: boolean }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [views, setViews] = useState(readViews)
  const [isNaming, setIsNaming] = useState(false)
  const here = withoutPage(search)
  const present = views.find((view) => view.search === here)

  const keep = (next: View[]) => {
    if (storeViews(next)) setViews(next)
    else {
      toast({
        title: 'Error',
        description: "This browser doesn't allow saving views.",
        variant: 'destructive',
      })
    }
  }
  const save = (name: string) => {
    keep([...views.filter((view) => view.name !== name), { name, search: here }])
    setIsNaming(false)
  }

  if (views.length === 0 && !isFiltered) return null
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" size="sm" className="max-w-44 md:h-10">
            <Bookmark aria-hidden />
            <span className="truncate">{present ? present.name : 'Views'}</span>
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          {views.map((view) => (
            <DropdownMenuItem
              key={view.name}
              onSelect={() => void navigate({ pathname: '/admin/purchases', search: view.search })}
            >
              {view.name}
            </DropdownMenuItem>
          ))}
          {views.length > 0 && (isFiltered || present) && <DropdownMenuSeparator />}
          {isFiltered && !present && (
            <DropdownMenuItem onSelect={() => setIsNaming(true)}>Save this view</DropdownMenuItem>
          )}
          {present && (
            <DropdownMenuItem
              onSelect={() => keep(views.filter((view) => view.name !== present.name))}
            >
              <Trash2 aria-hidden />
              Delete “{present.name}”
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {isNaming && (
        <Suspense fallback={null}>
          <NameViewDialog onSave={save} onClose={() => setIsNaming(false)} />
        </Suspense>
      )}
    </>
  )
}
