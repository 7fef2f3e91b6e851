/** What can be done for a person from their record. What cannot be done says why. */
import { useMutation } from '@tanstack/react-query'
import { KeyRound, Mail, PencilLine, TicketPercent, UserPlus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { asked, type OpensAct, type Who } from '@/features/admin-kit/record-links'
import { toast } from '@/lib/toast'
import { useRights } from '@/session/rights'
import { type PersonRecord, useRecordChanged } from './record'

// With the first window come the code of forms and their rules, which the record can do without.
const PersonMessage = lazy(async () => ({
  default: (await import('@/features/admin-kit/person-message')).PersonMessage,
}))
const CreditDialog = lazy(async () => ({
  default: (await import('./credit-dialog')).CreditDialog,
}))

type Open = 'credit' | 'message' | 'edit' | 'sign-in' | null

interface PersonActsProps {
  who: Who
  name: string
  actions: PersonRecord['actions'] | undefined
  /** The window in which this kind of person is edited. */
  editor: (close: () => void) => ReactNode
}

export function PersonActs({ who, name, actions, editor }: PersonActsProps) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const may = useRights()
  const changed = useRecordChanged()
  // Before the record has come nobody knows what can be done; the buttons keep their places.
  const able = (why: string | null | undefined) => ({ disabled: why !== null })
  const enroll: OpensAct = { act: 'enroll', who: { email: who.email, fullName: name } }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button size="sm" {...able(actions?.message)} onClick={() => setOpen('message')}>
          <Mail aria-hidden />
          Email
        </Button>
        <Button asChild variant="outline" size="sm">
          <Link to="/admin/purchases" state={enroll}>
            <UserPlus aria-hidden />
            Enroll
          </Link>
        </Button>
        <Button
          variant="outline"
          size="sm"
          {...able(actions?.signInEmail)}
          onClick={() => setOpen('sign-in')}
        >
          <KeyRound aria-hidden />
          {who.userId === null ? 'Send invitation' : 'Send sign-in email'}
        </Button>
        <Button
          variant="outline"
          size="sm"
          {...able(actions?.edit)}
          onClick={() => setOpen('edit')}
        >
          <PencilLine aria-hidden />
          Edit
        </Button>
        {may('catalogue') && (
          <Button variant="outline" size="sm" onClick={() => setOpen('credit')}>
            <TicketPercent aria-hidden />
            Give credit
          </Button>
        )}
      </div>
      {actions && <WhyNot actions={actions} />}
      <Suspense fallback={null}>
        {open === 'message' && actions?.message === null && (
          <PersonMessage who={who} name={name} onChanged={() => void changed()} onClose={close} />
        )}
        {open === 'edit' && editor(close)}
        {open === 'credit' && <CreditDialog name={name} email={who.email} onClose={close} />}
      </Suspense>
      <SignInEmail who={who} open={open === 'sign-in'} close={close} />
    </div>
  )
}

function WhyNot({ actions }: { actions: PersonRecord['actions'] }) {
  const reasons = [...new Set([actions.message, actions.signInEmail, actions.edit])].filter(Boolean)
  if (reasons.length === 0) return null
  return <p className="text-sm text-muted-foreground">{reasons.join(' ')}</p>
}

function SignInEmail({ who, open, close }: { who: Who; open: boolean; close: () => void }) {
  const changed = useRecordChanged()
  const isGuest = who.userId === null
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.POST('/api/admin/people/sign-in-email', {
        body: { userId: null, email: '', ...asked(who) },
      }),
    onSuccess: ({ data }) => toast({ title: 'Email sent', description: data?.message }),
    onError: (error) => showError(error, "The email couldn't be sent. Please try again."),
    onSettled: () => {
      close()
      return changed()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={close}
      title={isGuest ? 'Send a new invitation?' : 'Send a sign-in email?'}
      description={
        isGuest
          ? `We'll send ${who.email} a link to create an account with what they bought. It works for 30 days. Links sent earlier will stop working.`
          : `We'll send ${who.email} a link to choose a new password. It works for two hours.`
      }
      confirmLabel="Send"
      pendingLabel="Sending..."
      pending={isPending}
      onConfirm={() => mutate()}
    />
  )
}
