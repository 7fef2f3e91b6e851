/** A window over the page for one task. On phones it rises from the bottom edge. */
import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
} from 'react'
import { cn } from '@/lib/cn'
import { Button } from './button'

/** As long as a call may keep its window open. */
const LONGEST_CALL_MS = 30_000

const Pending = createContext<RefObject<boolean> | null>(null)

export function Dialog({ onOpenChange, ...props }: ComponentProps<typeof RadixDialog.Root>) {
  const isPending = useRef(false)
  return (
    <Pending value={isPending}>
      <RadixDialog.Root
        {...props}
        onOpenChange={(open) => (open || !isPending.current) && onOpenChange?.(open)}
      />
    </Pending>
  )
}

/**
 * While its call is under way a window can't be dismissed: a refusal is shown inside, and would be
 * lost. A line that hangs lets go of it after a while.
 */
export function useStaysOpen(isCalling: boolean) {
  const isPending = useContext(Pending)
  useEffect(() => {
    if (!isCalling || !isPending) return
    const letGo = () => {
      isPending.current = false
    }
    isPending.current = true
    const timer = setTimeout(letGo, LONGEST_CALL_MS)
    return () => {
      clearTimeout(timer)
      letGo()
    }
  }, [isCalling, isPending])
}

export const DialogTrigger = RadixDialog.Trigger
export const DialogClose = RadixDialog.Close

export const overlayClasses =
  'fixed inset-0 z-50 bg-[oklch(0.15_0.02_165/0.55)] backdrop-blur-[2px] duration-200 data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0'

export const windowClasses = cn(
  'fixed inset-x-0 bottom-0 z-50 grid max-h-[92dvh] w-full gap-5 overflow-y-auto rounded-t-2xl border bg-surface p-6 shadow-lift duration-200 ease-out',
  'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-w-lg sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl sm:p-7',
  'data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0',
  'max-sm:data-[state=closed]:slide-out-to-bottom-8 max-sm:data-[state=open]:slide-in-from-bottom-8 sm:data-[state=open]:zoom-in-97',
)

/** Radix gives the focus back to a trigger of its own; opened any other way, a window loses it. */
export function useReturnFocus() {
  const cameFrom = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      cameFrom.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // Whoever gave it another place meanwhile knows better.
      const isNowhere = document.activeElement === document.body || !document.activeElement
      if (isNowhere && cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
    },
  }
}

interface DialogContentProps extends Omit<ComponentProps<typeof RadixDialog.Content>, 'title'> {
  title: ReactNode
  description?: ReactNode
}

export function DialogContent({
  title,
  description,
  className,
  children,
  ...props
}: DialogContentProps) {
  const returnFocus = useReturnFocus()
  return (
    <RadixDialog.Portal>
      <RadixDialog.Overlay className={overlayClasses} />
      <RadixDialog.Content
        className={cn(windowClasses, className)}
        // Radix warns about a missing description unless told that there is none.
        {...(description ? {} : { 'aria-describedby': undefined })}
        {...returnFocus}
        {...props}
      >
        <div className="grid gap-1.5 pr-10">
          <RadixDialog.Title className="text-2xl font-bold tracking-tight">
            {title}
          </RadixDialog.Title>
          {description && (
            <RadixDialog.Description className="text-muted-foreground">
              {description}
            </RadixDialog.Description>
          )}
        </div>
        {children}
        <RadixDialog.Close asChild>
          <Button
            variant="ghost"
            size="sm"
            icon
            aria-label="Close"
            className="absolute top-4 right-4"
          >
            <X aria-hidden />
          </Button>
        </RadixDialog.Close>
      </RadixDialog.Content>
    </RadixDialog.Portal>
  )
}

/** The row of buttons at the foot; on phones they stack, the main one first. */
interface DialogFooterProps extends ComponentProps<'div'> {
  /** Where the window can be longer than the screen, its buttons stay in view. */
  isSticky?: boolean
}

export function DialogFooter({ className, isSticky = false, ...props }: DialogFooterProps) {
  return (
    <div
      className={cn(
        'flex flex-col-reverse gap-3 sm:flex-row sm:justify-end',
        isSticky &&
          'sticky -bottom-6 z-10 -mx-6 -mb-6 border-t bg-surface px-6 py-4 sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7',
        className,
      )}
      {...props}
    />
  )
}
