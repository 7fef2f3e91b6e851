/** Says what a bulk act will do and to how many, asks for its words, and starts it. */
import { type FormEvent, useState } from 'react'
import { ApiError } from '@/api/api-error'
import { useAttemptKey } from '@/api/attempt-key'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { CohortPicker } from '../cohort-picker'
import type { BulkFilter } from './bulk-bar'
import { noPrice, PriceFields, priceProblems, priceSent } from './bulk-price'
import { type BulkKind, type BulkSubject, bulkWords, counted } from './bulk-words'
import { follow } from './current-act'
import type { Selection } from './selection'

interface BulkDialogProps {
  kind: BulkKind
  selection: Selection
  subject: BulkSubject
  words: { one: string; many: string }
  filter: BulkFilter
  bootcampId?: number
  onClose: () => void
}

export function BulkDialog(props: BulkDialogProps) {
  const { label, explained } = bulkWords[props.kind]
  return (
    <Dialog open onOpenChange={props.onClose}>
      <FormDialogContent title={label} description={explained}>
        <BulkForm {...props} />
      </FormDialogContent>
    </Dialog>
  )
}

function BulkForm({
  kind,
  selection,
  subject,
  words,
  filter,
  bootcampId,
  onClose,
}: BulkDialogProps) {
  const choice = { subject, ...(selection.isAll ? filter : { ids: [...selection.ids] }) }
  // The list counts no further than a thousand; here it is said exactly.
  const count = $api.useQuery(
    'post',
    '/api/admin/bulk-acts/count',
    { body: choice },
    { enabled: selection.isAll, staleTime: 0, gcTime: 0 },
  )
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  const [to, setTo] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [price, setPrice] = useState(noPrice)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const once = useAttemptKey(`bulk ${kind} ${JSON.stringify(choice)}`)
  const total = selection.isAll ? count.data?.total : selection.ids.size
  const most = count.data?.most ?? Number.POSITIVE_INFINITY
  const isTooMany = total !== undefined && total > most

  async function start(event: FormEvent) {
    event.preventDefault()
    if (isBusy || total === undefined || isTooMany) return
    const problems = kind === 'early_price' ? priceProblems(price) : {}
    setRefused(problems)
    if (Object.keys(problems).length > 0) return
    setIsBusy(true)
    try {
      const { data } = await once((idempotencyKey) =>
        api.POST('/api/admin/bulk-acts', {
          body: {
            ...choice,
            kind,
            title,
            text,
            idempotencyKey,
            ...(kind === 'move' && bootcampId
              ? { fromBootcampId: bootcampId, toBootcampId: Number(to) || null }
              : {}),
            ...(kind === 'early_price' ? { earlyPrice: priceSent(price) } : {}),
          },
        }),
      )
      if (data) follow(data.id)
      selection.clear()
      onClose()
    } catch (error) {
      setIsBusy(false)
      if (error instanceof ApiError) {
        setRefused(error.fields)
        // It was started before: here it can still be undone.
        if (error.code === 'idempotency_key_reused') follow(Number(error.fields.act))
      }
      showError(error, "It couldn't be started. Please try again.")
    }
  }

  return (
    <form noValidate aria-label={bulkWords[kind].label} className="grid gap-5" onSubmit={start}>
      {kind === 'message' && (
        <Field label="Subject" error={refused.title} required>
          <Input autoComplete="off" value={title} onChange={(e) => setTitle(e.target.value)} />
        </Field>
      )}
      {kind === 'move' && (
        <Field label="To" error={refused.toBootcampId} required>
          <CohortPicker
            value={to}
            onValueChange={setTo}
            placeholder="Choose a date"
            onSale
            {...(bootcampId ? { except: bootcampId } : {})}
          />
        </Field>
      )}
      {kind === 'move' && (
        <Field label="Reason" hint="Kept in the audit log." error={refused.text} required>
          <Input autoComplete="off" value={text} onChange={(e) => setText(e.target.value)} />
        </Field>
      )}
      {(kind === 'message' || kind === 'note') && (
        <Field
          label={kind === 'note' ? 'Note' : 'Message'}
          {...(kind === 'message'
            ? { hint: 'Plain text. You can use {firstName}, {lastName}, {email} and {loginUrl}.' }
            : {})}
          error={refused.text}
          required
        >
          <Textarea value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      )}
      {kind === 'early_price' && (
        <PriceFields price={price} onChange={setPrice} problems={refused} />
      )}
      {isTooMany && (
        <p role="alert" className="text-sm text-destructive">
          That's more than {most.toLocaleString('en-US')}. Narrow the list and do it in parts.
        </p>
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button
          type="submit"
          busy={isBusy || total === undefined}
          busyLabel={total === undefined ? 'Counting...' : 'Starting...'}
          disabled={isTooMany}
        >
          {bulkWords[kind].act(counted(total ?? 0, words))}
        </Button>
      </DialogFooter>
    </form>
  )
}
