/**
 * Shows what `toast()` asks for. Rendered once, on every screen, and part of the app's first script:
 * a message about a lost connection must not need the connection.
 */
import { X } from 'lucide-react'
import {
  type ComponentProps,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { cn } from '@/lib/cn'
import { dismissToast, TOAST_DURATION_MS, type ToastItem, toastStore } from '@/lib/toast'

const SWIPE_THRESHOLD_PX = 50
const noToasts: readonly ToastItem[] = []

export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => noToasts)
  const list = useRef<HTMLOListElement>(null)
  // Nobody's time to read runs out while they read, or while they are elsewhere.
  const [isPaused, setPaused] = useState(false)
  const pause = () => setPaused(true)
  const resume = () => setPaused(false)

  useEffect(() => {
    const focusOnKey = ({ key }: KeyboardEvent) => {
      if (key === 'F8') list.current?.focus()
    }
    const away = () => setPaused(true)
    const back = () => setPaused(false)
    addEventListener('keydown', focusOnKey)
    addEventListener('blur', away)
    addEventListener('focus', back)
    return () => {
      removeEventListener('keydown', focusOnKey)
      removeEventListener('blur', away)
      removeEventListener('focus', back)
    }
  }, [])

  return (
    <section aria-label="Notifications (F8)" aria-live="polite">
      <ol
        ref={list}
        tabIndex={-1}
        onPointerEnter={pause}
        onPointerLeave={resume}
        onFocus={pause}
        onBlur={resume}
        className="fixed right-0 bottom-0 z-100 w-full max-w-[420px] rounded-lg p-4 empty:pointer-events-none"
      >
        {toasts.map(
          (item) =>
            item.open && (
              <ToastCard
                key={item.id}
                item={item}
                isPaused={isPaused}
                // What had the focus goes with the toast.
                onClose={() => {
                  if (list.current?.contains(document.activeElement)) list.current.focus()
                  dismissToast(item.id)
                }}
              />
            ),
        )}
      </ol>
    </section>
  )
}

interface ToastCardProps {
  item: ToastItem
  isPaused: boolean
  onClose: () => void
}

function ToastCard({ item, isPaused, onClose }: ToastCardProps) {
  const { id, title, description, action, variant, durationMs } = item
  const left = useRef(durationMs ?? TOAST_DURATION_MS)
  useEffect(() => {
    if (isPaused) return
    const since = Date.now()
    const timer = setTimeout(() => dismissToast(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - since
    }
  }, [id, isPaused])

  return (
    <li
      {...useSwipe(onClose)}
      aria-live={variant === 'destructive' ? 'assertive' : undefined}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('[data-closes]')) onClose()
      }}
      className={cn(
        'grid touch-pan-y grid-cols-[1fr_auto] items-start gap-3 rounded-lg border bg-surface p-4 shadow-lift duration-200 select-none animate-in slide-in-from-bottom-4',
        variant === 'destructive' &&
          'border-destructive bg-destructive text-destructive-foreground',
      )}
    >
      <div className="grid gap-0.5 py-0.5">
        {title && <p className="font-semibold">{title}</p>}
        {description && <p className="text-sm">{description}</p>}
      </div>
      <button
        type="button"
        data-closes
        aria-label="Close"
        className="touch-target -mt-1 -mr-1 grid size-8 cursor-pointer place-items-center rounded-full transition-colors duration-200 hover:bg-current/10 focus-visible:outline-current"
      >
        <X aria-hidden className="size-4" />
      </button>
      {action && <div className="col-span-2">{action}</div>}
    </li>
  )
}

/** To the right, and far enough to be meant; anything less and it goes back to its place. */
function useSwipe(onSwiped: () => void) {
  const from = useRef<number | null>(null)
  const [distance, setDistance] = useState(0)
  const end = () => {
    if (distance > SWIPE_THRESHOLD_PX) onSwiped()
    from.current = null
    setDistance(0)
  }
  return {
    onPointerDown: ({ clientX, button, target }: PointerEvent) => {
      // A press on a button is a click, however the hand trembles.
      const isOnButton = target instanceof Element && target.closest('button, a') !== null
      if (button === 0 && !isOnButton) from.current = clientX
    },
    onPointerMove: ({ currentTarget, pointerId, clientX }: PointerEvent) => {
      if (from.current === null) return
      const next = Math.max(0, clientX - from.current)
      // From the first step on the finger may leave the toast.
      if (next > 0) currentTarget.setPointerCapture(pointerId)
      setDistance(next)
    },
    onPointerUp: end,
    onPointerCancel: end,
    style: distance ? { translate: `${distance}px` } : {},
  }
}

/** The one thing a toast offers to do; doing it closes the toast. */
export function ToastAction({ className, ...props }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      data-closes
      className={cn(
        'touch-target inline-flex h-9 cursor-pointer items-center rounded-full border border-current/40 px-4 text-sm font-medium transition-colors duration-200 hover:bg-current/10 focus-visible:outline-current',
        className,
      )}
      {...props}
    />
  )
}
