/** Sends to a suppressed address again, with a reason that is kept. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { OPENS_ROW } from '@/features/admin-kit/list-keys'
import { toast } from '@/lib/toast'

export type Suppression = components['schemas']['SuppressionOut']

export function LiftSuppression({ row }: { row: Suppression }) {
  const [isLifting, setIsLifting] = useState(false)
  if (!row.canLift) {
    return <p className="text-sm text-muted-foreground">They can undo this by texting START.</p>
  }
  return (
    <>
      <Button
        {...OPENS_ROW}
        variant="outline"
        size="sm"
        aria-label={`Resume sending to ${row.address}`}
        onClick={() => setIsLifting(true)}
      >
        Resume sending
      </Button>
      <Dialog open={isLifting} onOpenChange={setIsLifting}>
        <FormDialogContent
          title="Resume sending to this address?"
          description={`${row.address} will get messages and reminders again. Your reason will be kept in the audit log.`}
        >
          <LiftForm row={row} onDone={() => setIsLifting(false)} />
        </FormDialogContent>
      </Dialog>
    </>
  )
}

const liftSchema = z.object({
  reason: z
    .string()
    .trim()
    .min(3, 'Enter a reason')
    .max(200, 'String must contain at most 200 character(s)'),
})

function LiftForm({ row, onDone }: { row: Suppression; onDone: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({ resolver: zodResolver(liftSchema), defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState

  async function lift(body: z.infer<typeof liftSchema>) {
    try {
      await api.POST('/api/admin/suppressions/{suppression_id}/lift', {
        params: { path: { suppression_id: row.id } },
        body,
      })
      toast({ title: 'Sending resumed', description: row.address })
      onDone()
    } catch (error) {
      showError(error, 'Please try again', 'Failed to resume sending')
      markRefused(error, form, ['reason'])
    }
    await queryClient.invalidateQueries({ queryKey: ['get', '/api/admin/suppressions'] })
  }

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void form.handleSubmit(lift)(event)}
    >
      <Field label="Reason" error={errors.reason?.message} required>
        <Input
          autoComplete="off"
          placeholder="For example: the mailbox works again"
          {...form.register('reason')}
        />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSubmitting} busyLabel="Saving...">
          Resume sending
        </Button>
      </DialogFooter>
    </form>
  )
}
