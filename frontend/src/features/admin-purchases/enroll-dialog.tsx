/** Gives a seat away: a complimentary enrollment under the same rules for seats as a sale. */
import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useMemo } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { $api, api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { CohortPicker } from '@/features/admin-kit/cohort-picker'
import { usePurchasesChanged } from '@/features/admin-kit/purchases-changed'
import { toast } from '@/lib/toast'
import { customerSchema } from './customer-schema'

const schema = customerSchema.extend({ product: z.string().min(1, 'Choose a bootcamp or bundle') })
type Values = z.infer<typeof schema>

interface EnrollDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Whom it was opened for. */
  who?: Customer
}

type Customer = Pick<Values, 'email' | 'fullName'>
const NOBODY: Customer = { email: '', fullName: '' }

export function EnrollDialog({ open, onOpenChange, who = NOBODY }: EnrollDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <FormDialogContent
        title="Enroll without payment"
        description="A complimentary seat. They'll get the same emails as a buyer and won't be charged."
      >
        <EnrollForm who={who} onDone={() => onOpenChange(false)} />
      </FormDialogContent>
    </Dialog>
  )
}

/** Offered before the cohorts: there are few of them. */
function useBundles() {
  const { data } = $api.useQuery('get', '/api/admin/bundles', {}, { staleTime: 0 })
  return useMemo(
    () =>
      (data ?? [])
        .filter(({ isActive }) => isActive)
        .map(({ id, name }) => ({ value: `bundle ${id}`, label: `${name} (bundle)` })),
    [data],
  )
}

function EnrollForm({ who, onDone }: { who: Customer; onDone: () => void }) {
  const changed = usePurchasesChanged()
  const bundles = useBundles()
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { product: '', ...who },
  })
  const { errors, isSubmitting } = form.formState

  async function save({ product, email, fullName }: Values) {
    const [kind, id = ''] = product.split(' ')
    const chosen =
      kind === 'bundle'
        ? { bundleId: id, bootcampId: null }
        : { bootcampId: Number(id), bundleId: null }
    try {
      const { data } = await api.POST('/api/admin/purchases', {
        body: { ...chosen, email, fullName },
      })
      toast({ title: 'Enrolled', description: data?.message })
      onDone()
    } catch (error) {
      showError(error, 'Failed to enroll')
      markRefused(error, form, ['email', 'fullName'])
    }
    void changed()
  }

  const submit = (event: FormEvent) => {
    if (isSubmitting) event.preventDefault()
    else void form.handleSubmit(save)(event)
  }
  return (
    <form noValidate aria-label="Enroll without payment" className="grid gap-5" onSubmit={submit}>
      <Controller
        control={form.control}
        name="product"
        render={({ field: { value, onChange } }) => (
          <Field label="Bootcamp or bundle" error={errors.product?.message} required>
            <CohortPicker
              onSale
              prefix="bootcamp "
              before={bundles}
              value={value}
              onValueChange={onChange}
              placeholder="Choose one"
            />
          </Field>
        )}
      />
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
        <Button type="submit" busy={isSubmitting} busyLabel="Enrolling...">
          Enroll
        </Button>
      </DialogFooter>
    </form>
  )
}
