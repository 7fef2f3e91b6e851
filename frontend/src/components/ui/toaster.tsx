/** Shows what `toast()` asks for. Rendered once, on every screen. */
import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { type ComponentProps, useSyncExternalStore } from 'react'
import { cn } from '@/lib/cn'
import { dismissToast, TOAST_DURATION_MS, type ToastItem, toastStore } from '@/lib/toast'

const SWIPE_THRESHOLD_PX = 50
const noToasts: readonly ToastItem[] = []

export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => noToasts)
  return (
    <Toast.Provider
      duration={TOAST_DURATION_MS}
      swipeDirection="right"
      swipeThreshold={SWIPE_THRESHOLD_PX}
    >
      {toasts.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
      <Toast.Viewport
        hotkey={['F8']}
        className="fixed right-0 bottom-0 z-100 flex w-full max-w-[420px] flex-col gap-2 rounded-lg p-4"
      />
    </Toast.Provider>
  )
}

function ToastCard({ item }: { item: ToastItem }) {
  const { id, open, title, description, action, variant } = item
  return (
    <Toast.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) dismissToast(id)
      }}
      className={cn(
        'grid grid-cols-[1fr_auto] items-start gap-x-3 gap-y-3 rounded-lg border bg-surface p-4 shadow-lift duration-200',
        'data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:slide-in-from-bottom-4',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-[translate] data-[swipe=end]:animate-out data-[swipe=end]:slide-out-to-right-full data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        variant === 'destructive' &&
          'border-destructive bg-destructive text-destructive-foreground',
      )}
    >
      <div className="grid gap-0.5 py-0.5">
        {title && <Toast.Title className="font-semibold">{title}</Toast.Title>}
        {description && <Toast.Description className="text-sm">{description}</Toast.Description>}
      </div>
      <Toast.Close
        aria-label="Close"
        className="touch-target -mt-1 -mr-1 grid size-8 cursor-pointer place-items-center rounded-full transition-colors duration-200 hover:bg-current/10 focus-visible:outline-current"
      >
        <X aria-hidden className="size-4" />
      </Toast.Close>
      {action && <div className="col-span-2">{action}</div>}
    </Toast.Root>
  )
}

/** The one thing a toast offers to do. `altText` says how to do it without the toast. */
export function ToastAction({ className, ...props }: ComponentProps<typeof Toast.Action>) {
  return (
    <Toast.Action
      className={cn(
        'touch-target inline-flex h-9 cursor-pointer items-center rounded-full border border-current/40 px-4 text-sm font-medium transition-colors duration-200 hover:bg-current/10 focus-visible:outline-current',
        className,
      )}
      {...props}
    />
  )
}
