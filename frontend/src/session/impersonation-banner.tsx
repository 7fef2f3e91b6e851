/** Says on every page that an admin is looking through somebody else's eyes, and ends it. */
import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import type { SessionUser } from '@/api/types'
import { Button } from '@/components/ui/button'
import { toast } from '@/lib/toast'
import { useRefreshSession } from './session'

const ADMIN_ADDRESS = '/admin'
const RETURN_DELAY_MS = 1000
const LASTS_MS = 60 * 60 * 1000
/** Headers that stick to the top of the window keep this much distance from it. */
const HEIGHT_VARIABLE = '--banner-height'

export function ImpersonationBanner({ person }: { person: SessionUser['impersonatedUser'] }) {
  const bar = useRef<HTMLElement>(null)
  useRoomAtTheTop(bar)
  useLeaveAtTheEnd()
  const { stop, isStopping } = useStopImpersonation()
  const name = `${person?.firstName ?? ''} ${person?.lastName ?? ''}`.trim()
  const who = name ? `${name} (${person?.email})` : (person?.email ?? 'someone else')

  return (
    <aside
      ref={bar}
      aria-label="Impersonation"
      className="sticky top-0 z-45 border-b border-build/30 bg-build-soft text-foreground print:hidden"
    >
      <div className="shell grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-2.5 sm:flex">
        <Eye aria-hidden className="size-5 shrink-0 text-build max-sm:hidden" />
        <Announced>
          <strong className="min-w-0 font-semibold break-words max-sm:col-span-2">
            Viewing as {who}
          </strong>{' '}
          <span className="max-sm:text-sm sm:mr-auto">Read-only. Ends after 60 minutes.</span>
        </Announced>
        <Button size="sm" busy={isStopping} busyLabel="Stopping..." onClick={() => stop()}>
          Stop Impersonation
        </Button>
      </div>
    </aside>
  )
}

/** Screen readers speak of what changes in such a region, not of what it held when it appeared. */
function Announced({ children }: { children: ReactNode }) {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return (
    <p role="status" className="contents text-[0.9375rem]">
      {isThere && children}
    </p>
  )
}

function useStopImpersonation() {
  const refreshSession = useRefreshSession()
  const { mutate, isPending, isSuccess } = useMutation({
    // The specification sends an empty object, for which the API document has no words.
    mutationFn: () => api.POST('/api/admin/impersonate/stop', { body: {} as never }),
    onSuccess: () => {
      toast({ title: 'Impersonation Stopped', description: 'Returning to admin portal...' })
      setTimeout(() => window.location.assign(ADMIN_ADDRESS), RETURN_DELAY_MS)
    },
    onError: (error) => {
      toast({
        title: 'Error',
        description: errorMessage(error, 'Failed to stop impersonation'),
        variant: 'destructive',
      })
      // It may have ended on its own, or in another tab: then this banner has to go.
      refreshSession().catch(() => undefined)
    },
  })
  return { stop: mutate, isStopping: isPending || isSuccess }
}

/** However long ago it began, by then it is over, and the page must not claim otherwise. */
function useLeaveAtTheEnd() {
  const refreshSession = useRefreshSession()
  useEffect(() => {
    const look = async () => {
      const user = await refreshSession()
      // Left by loading afresh: what was loaded for the student must not stay behind.
      if (!user?.isImpersonating) window.location.assign(ADMIN_ADDRESS)
    }
    // A server that cannot be reached has nothing to show either: the banner may stay.
    const timer = setTimeout(() => void look().catch(() => undefined), LASTS_MS)
    return () => clearTimeout(timer)
  }, [refreshSession])
}

function useRoomAtTheTop(bar: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const root = document.documentElement
    const measure = () => {
      root.style.setProperty(HEIGHT_VARIABLE, `${element.offsetHeight}px`)
      // Where a link within the page comes to rest: below the header and below this.
      root.style.scrollPaddingTop = `calc(5rem + ${element.offsetHeight}px)`
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => {
      observer.disconnect()
      root.style.removeProperty(HEIGHT_VARIABLE)
      root.style.scrollPaddingTop = ''
    }
  }, [bar])
}
