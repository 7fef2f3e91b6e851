/** The way to the desk's search: a button in the bar, and Ctrl-K (⌘K) anywhere. */
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { askUnsaved } from '@/lib/unsaved'
import type { Place } from './search-window'

const load = async () => ({ default: (await import('./search-window')).SearchWindow })
const SearchWindow = lazy(load)

export function SearchOpener({ places }: { places: readonly Place[] }) {
  const [isOpen, setIsOpen] = useState(false)
  // The window comes with its first opening and then stays, so that it can close as it should.
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setWasOpened(true)
    setIsOpen(true)
  }

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      // The browser's own search of the address bar.
      event.preventDefault()
      if (event.repeat) return
      // From here one goes elsewhere, and what is half typed in a window would be gone.
      if (!isOpen && askUnsaved()) return
      setWasOpened(true)
      setIsOpen(!isOpen)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen])

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
        onPointerEnter={load}
        className="text-muted-foreground"
      >
        <Search aria-hidden />
        <span className="max-lg:sr-only">Search</span>
        <kbd aria-hidden className="rounded border px-1.5 font-sans text-xs max-lg:hidden">
          Ctrl K
        </kbd>
      </Button>
      {wasOpened && (
        <Suspense fallback={null}>
          <SearchWindow isOpen={isOpen} onOpenChange={setIsOpen} places={places} />
        </Suspense>
      )}
    </>
  )
}
