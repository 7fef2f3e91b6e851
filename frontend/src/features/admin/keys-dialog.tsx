/** The keyboard shortcuts of the desk, and the switch for them. */
import { useId } from 'react'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Switch } from '@/components/ui/switch'
import { turnShortcuts, useShortcutsOn } from '@/features/admin-kit/list-keys'

const keys: readonly { key: string; does: string }[] = [
  { key: 'J', does: 'Next row, or next purchase when one is open' },
  { key: 'K', does: 'Previous row, or previous purchase when one is open' },
  { key: 'Enter', does: 'Open the row' },
  { key: 'X', does: 'Select the row' },
  { key: '/', does: 'Search the list' },
  { key: 'Ctrl K', does: 'Search the whole desk' },
  { key: '?', does: 'Show this help' },
]

interface KeysDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function KeysDialog(props: KeysDialogProps) {
  const on = useShortcutsOn()
  const switchId = useId()
  return (
    <Dialog {...props}>
      <DialogContent title="Keyboard shortcuts">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3">
          {keys.map(({ key, does }) => (
            <div key={key} className="col-span-2 grid grid-cols-subgrid items-center">
              <dt>
                <kbd className="inline-flex h-8 min-w-8 items-center justify-center rounded-md border bg-surface-2 px-2 font-sans text-sm font-medium">
                  {key}
                </kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <label htmlFor={switchId} className="flex items-center justify-between gap-4 border-t pt-5">
          Use single-key shortcuts
          <Switch id={switchId} checked={on} onCheckedChange={turnShortcuts} />
        </label>
      </DialogContent>
    </Dialog>
  )
}
