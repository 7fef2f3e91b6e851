/** Puts a guest's mistyped address or name right, and sends everything there. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { usePurchasesChanged } from '@/features/admin-kit/purchases-changed'
import { toast } from '@/lib/toast'
import { type CustomerValues, customerSchema } from './customer-schema'
import type { PurchaseStory } from './purchase-types'

interface CorrectDialogProps {
  story: PurchaseStory
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function CorrectDialog({ story, open, onOpenChange }: CorrectDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <FormDialogContent
        title="Correct email or name"
        description="We'll send the confirmation and a new invitation to the new address. The old invitation will stop working."
      >
        <CorrectForm story={story} onDone={() => onOpenChange(false)} />
      </FormDialogContent>
    </Dialog>
  )
}

function CorrectForm({ story, onDone }: { story: PurchaseStory; onDone: () => void }) {
  const changed = usePurchasesChanged()
  const { purchase } = story.row
  const form = useForm<CustomerValues>({
    resolver: zodResolver(customerSchema),
    defaultValues: { email: purchase.guestEmail, fullName: purchase.guestFullName },
  })
  const { errors, isSubmitting } = form.formState

  async function save(body: CustomerValues) {
    try {
      const params = { path: { purchase_id: purchase.id } }
      const { data } = await api.PATCH('/api/admin/purchases/{purchase_id}/customer', {
        params,
        body,
      })
      toast({ title: 'Customer corrected', description: data?.message })
      onDone()
    } catch (error) {
      showError(error, 'Failed to correct customer')
      markRefused(error, form, ['email', 'fullName'])
    }
    void changed()
  }

  const submit = (event: FormEvent) => {
    if (isSubmitting) event.preventDefault()
    else void form.handleSubmit(save)(event)
  }
  return (
    <form noValidate aria-label="Correct customer" className="grid gap-5" onSubmit={submit}>
      <Field label="Email" error={errors.email?.message} required>
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </Field>
      <Field label="Full name" error={errors.fullName?.message} required>
        <Input autoComplete="off" {...form.register('fullName')} />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSubmitting} busyLabel="Saving...">
          Save and send
        </Button>
      </DialogFooter>
    </form>
  )
}
