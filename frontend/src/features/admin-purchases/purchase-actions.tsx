/** What an admin can do to a purchase now. What cannot be done is not offered. */
import { useMutation } from '@tanstack/react-query'
import { Mail, PencilLine, Undo2, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { isFailure } from '@/api/password-asked'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { usePurchasesChanged } from '@/features/admin-kit/purchases-changed'
import { actOf } from '@/features/admin-kit/record-links'
import { toast } from '@/lib/toast'
import { useRights } from '@/session/rights'
import { CorrectDialog } from './correct-dialog'
import type { PurchaseStory } from './purchase-types'
import { RefundDialog } from './refund-dialog'

/** The server's code for a refund that is under way. */
export const IN_PROGRESS = 'refund_in_progress'

type Plain = 'confirmation' | 'invitation' | 'withdraw'
type Open = Plain | 'refund' | 'correct' | null

interface PurchaseActionsProps {
  story: PurchaseStory
  /** More of them, in the same row. */
  children: ReactNode
}

export function PurchaseActions({ story, children }: PurchaseActionsProps) {
  const { actions } = story
  const asked = actOf(useLocation().state)?.act
  const [open, setOpen] = useState<Open>(
    asked === 'refund' && actions.refund === null ? 'refund' : null,
  )
  const may = useRights()
  const maySeat = may('seats')
  const isOpen = (what: Open) => ({
    open: open === what,
    onOpenChange: (next: boolean) => setOpen(next ? what : null),
  })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {may('money') && actions.refund === null && (
          <Button variant="outline" size="sm" onClick={() => setOpen('refund')}>
            <Undo2 aria-hidden />
            Refund
          </Button>
        )}
        {maySeat && actions.withdraw === null && (
          <Button variant="outline" size="sm" onClick={() => setOpen('withdraw')}>
            <Undo2 aria-hidden />
            Withdraw
          </Button>
        )}
        {maySeat && actions.resendConfirmation === null && (
          <Button variant="outline" size="sm" onClick={() => setOpen('confirmation')}>
            <Mail aria-hidden />
            Resend confirmation
          </Button>
        )}
        {maySeat && actions.resendInvitation === null && (
          <Button variant="outline" size="sm" onClick={() => setOpen('invitation')}>
            <UserPlus aria-hidden />
            Resend invitation
          </Button>
        )}
        {maySeat && actions.correctCustomer === null && (
          <Button variant="outline" size="sm" onClick={() => setOpen('correct')}>
            <PencilLine aria-hidden />
            Correct email or name
          </Button>
        )}
        {children}
      </div>
      {(story.row.dispute || asked === 'refund' || actions.refundCode === IN_PROGRESS) && (
        <p role="status" className="text-sm text-muted-foreground">
          {actions.refund}
        </p>
      )}
      {story.refundRefused && (
        <p className="rounded-lg bg-market-soft px-3 py-2 text-sm">{story.refundRefused}</p>
      )}
      {open === 'refund' && <RefundDialog story={story} {...isOpen('refund')} />}
      {open === 'correct' && <CorrectDialog story={story} {...isOpen('correct')} />}
      <PlainAction what="confirmation" story={story} {...isOpen('confirmation')} />
      <PlainAction what="invitation" story={story} {...isOpen('invitation')} />
      <PlainAction what="withdraw" story={story} {...isOpen('withdraw')} />
    </div>
  )
}

interface Words {
  title: string
  description: string
  confirm: string
  pending: string
  done: string
  failed: string
}

function wordsFor(what: Plain, { row }: PurchaseStory): Words {
  const guest = row.user ? '' : ' Links sent earlier will stop working.'
  switch (what) {
    case 'confirmation':
      return {
        title: 'Send the confirmation again?',
        description: `We'll send it to ${row.customerEmail} with the receipt and the calendar file.${guest}`,
        confirm: 'Resend',
        pending: 'Sending...',
        done: 'Confirmation sent',
        failed: 'Failed to resend confirmation',
      }
    case 'invitation':
      return {
        title: 'Send a new invitation?',
        description: `We'll send it to ${row.customerEmail}. It works for 30 days.${guest}`,
        confirm: 'Resend',
        pending: 'Sending...',
        done: 'Invitation sent',
        failed: 'Failed to resend invitation',
      }
    case 'withdraw':
      return {
        title: 'Withdraw this enrollment?',
        description: `${row.customerName} will lose their seat, access and coaching, and we'll email them. Nothing was paid, so there's no refund.`,
        confirm: 'Withdraw',
        pending: 'Withdrawing...',
        done: 'Enrollment withdrawn',
        failed: 'Failed to withdraw enrollment',
      }
  }
}

function send(what: Plain, id: number) {
  const params = { path: { purchase_id: id } }
  switch (what) {
    case 'confirmation':
      return api.POST('/api/admin/purchases/{purchase_id}/resend-confirmation', { params })
    case 'invitation':
      return api.POST('/api/admin/purchases/{purchase_id}/resend-invitation', { params })
    case 'withdraw':
      return api.POST('/api/admin/purchases/{purchase_id}/withdraw', { params })
  }
}

interface PlainActionProps {
  what: Plain
  story: PurchaseStory
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks once, does it, says what came of it. */
function PlainAction({ what, story, open, onOpenChange }: PlainActionProps) {
  const changed = usePurchasesChanged()
  const words = wordsFor(what, story)
  const { mutate, isPending } = useMutation({
    mutationFn: () => send(what, story.row.purchase.id),
    onSuccess: ({ data }) => toast({ title: words.done, description: data?.message }),
    onError: (error) => {
      showError(error, words.failed)
    },
    onSettled: (_, error) => {
      if (!error || isFailure(error)) onOpenChange(false)
      void changed()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.title}
      description={words.description}
      confirmLabel={words.confirm}
      pendingLabel={words.pending}
      pending={isPending}
      destructive={what === 'withdraw'}
      onConfirm={() => mutate()}
    />
  )
}
