/** Gives one person a sum off one purchase: a code that only their address can use, once. */
import { zodResolver } from '@hookform/resolvers/zod'
import { createElement, type FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { ToastAction } from '@/components/ui/toaster'
import { limitedText } from '@/features/admin-kit/limited-text'
import { momentTyped, zoneLetters } from '@/features/admin-kit/moments'
import { isPrice, plainPrice } from '@/features/admin-kit/plain-price'
import { viewerZone } from '@/lib/dates'
import { toast } from '@/lib/toast'

const schema = z.object({
  value: z
    .string()
    .overwrite(plainPrice)
    .refine((text) => isPrice(text) && Number(text) > 0, 'Enter a number above 0'),
  endsAt: z.string(),
  note: limitedText(0, 255),
})
type Values = z.infer<typeof schema>

interface CreditDialogProps {
  name: string
  email: string
  onClose: () => void
}

export function CreditDialog({ name, email, onClose }: CreditDialogProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <FormDialogContent
        title="Give credit"
        description={`${name} gets a code that works once, and only with ${email}. We'll email it to them.`}
      >
        <CreditForm email={email} onSaved={onClose} />
      </FormDialogContent>
    </Dialog>
  )
}

function CreditForm({ email, onSaved }: { email: string; onSaved: () => void }) {
  const navigate = useNavigate()
  const zone = viewerZone()
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { value: '', endsAt: '', note: '' },
  })
  const { errors, isSubmitting } = form.formState

  async function save({ value, endsAt, note }: Values) {
    try {
      const { data } = await api.POST('/api/admin/codes', {
        body: {
          code: '',
          kind: 'amount',
          value,
          note,
          forEmail: email,
          maxUses: 1,
          perPerson: 1,
          startsAt: null,
          endsAt: momentTyped(endsAt, zone),
          scopes: [],
          worksWithSteps: true,
        },
      })
      const view = () => void navigate(`/admin/codes/${data?.id}`)
      toast({
        title: 'Credit created',
        description: `Their code is ${data?.code}.`,
        action: createElement(ToastAction, { onClick: view }, 'View it'),
      })
      onSaved()
    } catch (error) {
      showError(error, "The credit couldn't be created.")
      markRefused(error, form, ['value', 'endsAt', 'note'])
    }
  }

  const submit = (event: FormEvent) => {
    if (isSubmitting) event.preventDefault()
    else void form.handleSubmit(save)(event)
  }
  return (
    <form noValidate aria-label="Give credit" className="grid gap-5" onSubmit={submit}>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Amount" aside="USD" error={errors.value?.message} required>
          <Input inputMode="decimal" autoComplete="off" {...form.register('value')} />
        </Field>
        <Field
          label="Until"
          aside={zoneLetters(zone)}
          hint="Leave empty if it never expires"
          error={errors.endsAt?.message}
        >
          <Input type="datetime-local" {...form.register('endsAt')} />
        </Field>
      </div>
      <Field label="Note" aside="Only for the team" error={errors.note?.message}>
        <Input autoComplete="off" placeholder="What it's for" {...form.register('note')} />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSubmitting} busyLabel="Creating...">
          Create credit
        </Button>
      </DialogFooter>
    </form>
  )
}
