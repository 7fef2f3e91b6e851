/** Adds an early price: until a time, for the first seats, or whichever ends first. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { formatCents, toCents } from '@/lib/money'
import { toast } from '@/lib/toast'
import { momentTyped, zoneLetters } from '../moments'
import { isPrice, plainPrice } from '../plain-price'
import { type Priced, type Timeline, usePriceChanges } from './price-queries'

interface AddPriceDialogProps {
  priced: Priced
  name: string
  timeline: Timeline
  onClose: () => void
}

export function AddPriceDialog({ priced, name, timeline, onClose }: AddPriceDialogProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <FormDialogContent
        title="Add early price"
        description={`${name} costs ${formatCents(toCents(timeline.regularPrice))} when the early price is over.`}
      >
        <PriceForm priced={priced} timeline={timeline} onSaved={onClose} />
      </FormDialogContent>
    </Dialog>
  )
}

function schemaFor({ regularPrice, timezone }: Timeline) {
  return z
    .object({
      price: z.string().overwrite(plainPrice),
      until: z.string(),
      firstSeats: z
        .string()
        .trim()
        .regex(/^([1-9]\d{0,4})?$/, 'Enter a whole number'),
    })
    .check(({ value, issues }) => {
      const say = (path: string, message: string) =>
        issues.push({ code: 'custom', message, path: [path], input: value })
      if (!isPrice(value.price)) say('price', 'Price must be a valid number')
      else if (toCents(value.price) >= toCents(regularPrice)) {
        say('price', `Choose a price below the regular ${formatCents(toCents(regularPrice))}`)
      }
      if (!value.until && !value.firstSeats) {
        say('until', 'Say until when it holds, or for how many seats')
      }
      if (value.until && !momentTyped(value.until, timezone)) {
        say('until', "This date and time don't exist. Choose others.")
      }
    })
}

type Values = z.infer<ReturnType<typeof schemaFor>>

interface PriceFormProps {
  priced: Priced
  timeline: Timeline
  onSaved: () => void
}

function PriceForm({ priced, timeline, onSaved }: PriceFormProps) {
  const { add, reload } = usePriceChanges(priced)
  const form = useForm<Values>({
    resolver: zodResolver(schemaFor(timeline)),
    defaultValues: { price: '', until: '', firstSeats: '' },
  })
  const { errors, isSubmitting } = form.formState

  async function save({ price, until, firstSeats }: Values) {
    try {
      await add({
        price,
        until: momentTyped(until, timeline.timezone),
        firstSeats: firstSeats ? Number(firstSeats) : null,
      })
      toast({ title: 'Early price added', description: formatCents(toCents(price)) })
      onSaved()
    } catch (error) {
      showError(error, "The early price couldn't be added. Please try again.")
      markRefused(error, form, ['price', 'until', 'firstSeats'])
      void reload()
    }
  }

  const submit = (event: FormEvent) => {
    if (isSubmitting) event.preventDefault()
    else void form.handleSubmit(save)(event)
  }
  return (
    <form noValidate aria-label="Add early price" className="grid gap-5" onSubmit={submit}>
      <Field label="Price" aside="USD" error={errors.price?.message} required>
        <Input inputMode="decimal" autoComplete="off" {...form.register('price')} />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-[3fr_2fr]">
        <Field
          label="Until"
          aside={zoneLetters(timeline.timezone)}
          hint="Leave empty to limit by seats only"
          error={errors.until?.message}
        >
          <Input type="datetime-local" {...form.register('until')} />
        </Field>
        <Field
          label="First seats"
          aside="Optional"
          hint={timeline.sold > 0 ? `Already sold: ${timeline.sold}` : 'How many get this price'}
          error={errors.firstSeats?.message}
        >
          <Input inputMode="numeric" autoComplete="off" {...form.register('firstSeats')} />
        </Field>
      </div>
      <p className="text-sm text-muted-foreground">
        With both, it's over at whichever comes first. The regular price is crossed out beside it
        only if somebody has paid it.
      </p>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSubmitting} busyLabel="Adding...">
          Add early price
        </Button>
      </DialogFooter>
    </form>
  )
}
