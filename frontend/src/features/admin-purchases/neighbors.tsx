/** The way to the purchase before and after this one in the list behind, by button and by key. */
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button } from '@/components/ui/button'
import { useShortcutsOn } from '@/features/admin-kit/list-keys'

interface NeighborsProps {
  id: number
  /** In the order of the list's present page. */
  neighbors: readonly number[]
}

/** Whoever is typing means the letter; and a second window over the drawer has keys of its own. */
function isElsewhere(event: KeyboardEvent): boolean {
  const { target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  if (target instanceof HTMLElement && target.matches('input, textarea, select')) return true
  return document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]').length > 1
}

export function Neighbors({ id, neighbors }: NeighborsProps) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const on = useShortcutsOn()
  const here = neighbors.indexOf(id)
  const before = here > 0 ? neighbors[here - 1] : undefined
  const after = here >= 0 ? neighbors[here + 1] : undefined

  useEffect(() => {
    const go = (to: number | undefined) =>
      to !== undefined &&
      void navigate(
        { pathname: `/admin/purchases/${to}`, search },
        // The way back leads to the list, not through every purchase that was looked at.
        { replace: true, preventScrollReset: true },
      )
    const listen = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if (!on || isElsewhere(event) || (key !== 'j' && key !== 'k')) return
      event.preventDefault()
      go(key === 'j' ? after : before)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [on, before, after, navigate, search])

  if (here === -1 || neighbors.length < 2) return null
  const step = (to: number | undefined, label: string, key: string) => (
    <Button
      variant="outline"
      size="sm"
      icon
      aria-label={label}
      aria-keyshortcuts={key}
      title={`${label} (${key})`}
      isOff={to === undefined}
      onClick={() =>
        void navigate(
          { pathname: `/admin/purchases/${to}`, search },
          { replace: true, preventScrollReset: true },
        )
      }
    >
      {key === 'K' ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
    </Button>
  )
  return (
    <nav aria-label="Purchases in the list" className="-mt-2 flex items-center gap-2">
      {step(before, 'Previous purchase', 'K')}
      {step(after, 'Next purchase', 'J')}
      <span className="text-sm text-muted-foreground tabular-nums">
        {here + 1} of {neighbors.length} on this page
      </span>
    </nav>
  )
}
