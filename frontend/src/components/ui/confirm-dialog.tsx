/** Asks once more before something that cannot be undone, or not easily. */
import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { Button } from './button'
import { DialogFooter, overlayClasses, useReturnFocus, windowClasses } from './dialog'

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  confirmLabel: ReactNode
  cancelLabel?: ReactNode
  /** What is happening while `pending`. The dialog stays open until its owner closes it. */
  pendingLabel?: ReactNode
  pending?: boolean
  destructive?: boolean
  /** What can be added to the answer, below the words. */
  children?: ReactNode
  onConfirm: () => void
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  pendingLabel,
  pending = false,
  destructive = false,
  children,
  onConfirm,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus()
  // Closing half-way would hide the outcome of work that goes on regardless.
  const changeOpen = (next: boolean) => {
    if (!pending) onOpenChange(next)
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={changeOpen}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClasses} />
        <AlertDialog.Content className={cn(windowClasses, 'sm:max-w-md')} {...returnFocus}>
          <div className="grid gap-2">
            <AlertDialog.Title className="text-xl font-bold tracking-tight">
              {title}
            </AlertDialog.Title>
            <AlertDialog.Description className="text-muted-foreground">
              {description}
            </AlertDialog.Description>
          </div>
          {children}
          <DialogFooter isSticky={Boolean(children)}>
            <AlertDialog.Cancel asChild>
              <Button variant="outline" disabled={pending}>
                {cancelLabel}
              </Button>
            </AlertDialog.Cancel>
            <Button
              variant={destructive ? 'destructive' : 'primary'}
              busy={pending}
              busyLabel={pendingLabel}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </DialogFooter>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
