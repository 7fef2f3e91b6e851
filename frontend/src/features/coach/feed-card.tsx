/** The secret address with which the coach's own calendar follows their sessions. */
import { CalendarSync, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { CopyButton } from '@/components/copy-button'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Input } from '@/components/ui/input'
import { toast } from '@/lib/toast'
import { useReloadOwn } from './own-desk'

export function FeedCard({ url }: { url: string }) {
  const reload = useReloadOwn()
  const [isAsking, setIsAsking] = useState(false)
  const [isRenewing, setIsRenewing] = useState(false)

  async function renew() {
    setIsRenewing(true)
    try {
      await api.POST('/api/coach/feed')
      toast({ title: 'New calendar link', description: 'The old link no longer works.' })
    } catch (error) {
      showError(error, 'Failed to renew the link')
    } finally {
      await reload()
      setIsRenewing(false)
      setIsAsking(false)
    }
  }

  return (
    <Card role="region" aria-label="Calendar link" className="min-w-0 gap-4">
      <div className="grid gap-1">
        <h2 className="flex items-center gap-2 text-lg font-bold tracking-tight">
          <CalendarSync aria-hidden className="size-5 text-primary" />
          Calendar link
        </h2>
        <p className="text-sm text-muted-foreground">
          Subscribe to it in your calendar app and your sessions stay in sync. Keep it private: it
          shows students' names.
        </p>
      </div>
      <Input readOnly aria-label="Calendar link" value={url} onFocus={(e) => e.target.select()} />
      <div className="flex flex-wrap gap-2">
        <CopyButton text={url} label="Copy calendar link">
          Copy link
        </CopyButton>
        <Button variant="outline" size="sm" onClick={() => setIsAsking(true)}>
          <RefreshCw aria-hidden />
          Renew
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Renew your calendar link?"
        description="The old link stops working at once, and you'll need to subscribe again."
        confirmLabel="Renew link"
        pendingLabel="Renewing..."
        pending={isRenewing}
        onConfirm={() => void renew()}
      />
    </Card>
  )
}
