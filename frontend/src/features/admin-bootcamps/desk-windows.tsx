/** The window that is open over the list, if any. */
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { BootcampDialog } from './bootcamp-dialog'
import { CopyDialog } from './copies/copy-dialog'
import { PublishAtDialog } from './publish-at-dialog'
import type { BootcampDesk } from './use-bootcamp-desk'

export function DeskWindows({ desk }: { desk: BootcampDesk }) {
  const { opened, close } = desk
  switch (opened?.kind) {
    case undefined:
      return null
    case 'create':
      return <BootcampDialog onClose={close} />
    case 'edit':
      return <BootcampDialog key={opened.bootcamp.id} bootcamp={opened.bootcamp} onClose={close} />
    case 'copies':
      return (
        <CopyDialog
          bootcamp={opened.bootcamp}
          onClose={close}
          onPublishLater={(drafts) => desk.open({ kind: 'publish-at', drafts })}
        />
      )
    case 'publish-at':
      return <PublishAtDialog drafts={opened.drafts} onClose={close} />
    case 'delete':
      return (
        <ConfirmDialog
          open
          onOpenChange={close}
          title="Delete this bootcamp?"
          description={`${opened.bootcamp.name} will be permanently deleted with its resources. This can't be undone.`}
          confirmLabel="Delete"
          pendingLabel="Deleting..."
          pending={desk.isRemoving}
          destructive
          onConfirm={() => desk.remove(opened.bootcamp)}
        />
      )
    case 'archive-instead':
      return (
        <ConfirmDialog
          open
          onOpenChange={close}
          title="This bootcamp can't be deleted"
          description={opened.reason}
          confirmLabel="Archive instead"
          pendingLabel="Archiving..."
          pending={desk.isArchiving}
          onConfirm={() => desk.archive(opened.bootcamp)}
        />
      )
  }
}
