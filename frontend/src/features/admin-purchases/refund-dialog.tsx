/** Gives money back, all of it or a part, after showing everything that goes with it. */
import { useMutation } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { Radio, RadioGroup } from '@/components/ui/radio-group'
import { Skeleton } from '@/components/ui/skeleton'
import { usePurchasesChanged } from '@/features/admin-kit/purchases-changed'
import { cohortName } from '@/lib/cohorts'
import { formatDate } from '@/lib/dates'
import { formatCents, toCents } from '@/lib/money'
import { toast } from '@/lib/toast'
import { useSettled } from '@/lib/use-settled'
import type { PurchaseStory } from './purchase-types'

/** Everything, one bootcamp of several by its share, or any amount. */
type Kind = 'all' | 'seat' | 'part'

const NO_AMOUNT = 'Enter an amount to see what will happen.'
const CHOOSE_ONE = 'Choose a bootcamp to see what will happen.'
const AMOUNT = /^\d{1,8}(\.\d{1,2})?$/
const NOTE_LIMIT = 500
const PAUSE_MS = 300

interface RefundDialogProps {
  story: PurchaseStory
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function RefundDialog({ story, open, onOpenChange }: RefundDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <FormDialogContent
        title="Refund"
        description={`${story.row.customerName} paid ${money(story.row.purchase.totalAmount)} for ${cohortName(story.row.purchase.packageName, story.row.bootcamp)}.`}
      >
        <RefundForm story={story} onDone={() => onOpenChange(false)} />
      </FormDialogContent>
    </Dialog>
  )
}

const money = (amount: string | null) => formatCents(toCents(amount ?? '0'), { exact: true })

function amountProblem(typed: string, most: string): string | null {
  if (!AMOUNT.test(typed) || toCents(typed) === 0) return 'Enter an amount like 49.50'
  if (toCents(typed) > toCents(most)) return `At most ${money(most)} can be refunded`
  return null
}

interface Typed {
  typed: string
  seat: string
  most: string
}

function problemOf(kind: Kind, { typed, seat, most }: Typed): string | null {
  if (kind === 'part') return amountProblem(typed, most)
  return kind === 'seat' && !seat ? CHOOSE_ONE : null
}

function RefundForm({ story, onDone }: { story: PurchaseStory; onDone: () => void }) {
  const refundable = story.refundable ?? '0'
  const [kind, setKind] = useState<Kind>('all')
  const parts = story.seats.filter(({ canGoBack }) => canGoBack)
  const [seat, setSeat] = useState('')
  const [typed, setTyped] = useState('')
  const [note, setNote] = useState('')
  const [isTried, setIsTried] = useState(false)
  const problem = problemOf(kind, { typed: typed.trim(), seat, most: refundable })
  const enrollmentId = kind === 'seat' ? Number(seat) : null
  const asked = kind === 'part' ? typed.trim() : refundable
  const { refund, isPending } = useRefund(story, onDone)
  const wanted = enrollmentId === null ? { amount: asked } : { enrollmentId }
  const preview = usePreview(story.row.purchase.id, problem ? null : wanted)
  // For one bootcamp the server says how much its share is.
  const amount = enrollmentId === null ? asked : preview.data?.amount

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    // The busy button ignores presses, but a form can be sent without its button.
    if (problem || !preview.isThere || isPending || !amount) return
    const what = enrollmentId === null ? { amount } : { amount, enrollmentId }
    refund({ ...what, note: note.trim() })
  }

  return (
    <form noValidate aria-label="Refund" className="grid gap-5" onSubmit={submit}>
      <RadioGroup
        aria-label="How much"
        value={kind}
        onValueChange={(value) => setKind(value as Kind)}
      >
        <Radio value="all" label={`Full refund (${money(refundable)})`} />
        {parts.length > 0 && <Radio value="seat" label="Refund one bootcamp" />}
        <Radio value="part" label="Partial refund" />
      </RadioGroup>
      {kind === 'seat' && (
        <RadioGroup
          aria-label="Which bootcamp"
          className="border-l pl-5"
          value={seat}
          onValueChange={setSeat}
        >
          {parts.map(({ enrollmentId: id, bootcampName, startDate, timezone }) => (
            <Radio
              key={id}
              value={String(id)}
              label={bootcampName}
              hint={formatDate(startDate, timezone)}
            />
          ))}
        </RadioGroup>
      )}
      {kind === 'part' && (
        <Field label="Amount" aside="USD" error={isTried ? problem : null} required>
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      <Field label="Note" aside="Optional" hint="For your team. The customer won't see it.">
        <Input
          autoComplete="off"
          maxLength={NOTE_LIMIT}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <Preview missing={problem && (kind === 'seat' ? CHOOSE_ONE : NO_AMOUNT)} preview={preview} />
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button
          type="submit"
          variant="destructive"
          // Nobody gives money back without having been shown what goes with it.
          disabled={!problem && !preview.isThere}
          busy={isPending}
          busyLabel="Refunding..."
        >
          {problem || !amount ? 'Refund' : `Refund ${money(amount)}`}
        </Button>
      </DialogFooter>
    </form>
  )
}

function useRefund(story: PurchaseStory, onDone: () => void) {
  const changed = usePurchasesChanged()
  const params = { path: { purchase_id: story.row.purchase.id } }
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { amount: string; enrollmentId?: number; note: string }) =>
      api.POST('/api/admin/purchases/{purchase_id}/refund', { params, body }),
    onSuccess: ({ data }) => {
      toast({ title: 'Refund started', description: data?.message })
      onDone()
    },
    onError: (error) => {
      showError(error, 'Failed to refund purchase')
    },
    onSettled: () => void changed(),
  })
  return { refund: mutate, isPending }
}

/** What it would do, as the server sees it now; asked when typing pauses. */
function usePreview(id: number, wanted: { amount: string } | { enrollmentId: number } | null) {
  const written = wanted && JSON.stringify(wanted)
  const asked = useSettled(written, PAUSE_MS)
  const isSettled = asked === written
  const { data, error } = $api.useQuery(
    'get',
    '/api/admin/purchases/{purchase_id}/refund-preview',
    { params: { path: { purchase_id: id }, query: wanted ?? {} } },
    { enabled: asked !== null && isSettled, staleTime: 0 },
  )
  return {
    data: isSettled ? data : undefined,
    error: isSettled ? error : null,
    isThere: isSettled && wanted !== null && data !== undefined && !error,
  }
}

interface PreviewProps {
  /** What is to be typed or chosen first. */
  missing: string | null
  preview: ReturnType<typeof usePreview>
}

function Preview({ missing, preview: { data, error } }: PreviewProps) {
  return (
    <section
      aria-label="What will happen"
      aria-live="polite"
      className="rounded-xl bg-surface-2 p-4"
    >
      {missing ? (
        <p className="text-muted-foreground">{missing}</p>
      ) : error ? (
        <p className="text-destructive">{errorMessage(error, "The preview couldn't be loaded.")}</p>
      ) : data ? (
        <div className="grid gap-3">
          <ul className="grid gap-2">
            {data.effects.map((effect) => (
              <li key={effect} className="grid grid-cols-[1.25rem_1fr] gap-2">
                <ArrowRight aria-hidden className="mt-1 size-4 text-muted-foreground" />
                <span className="min-w-0 wrap-anywhere">{effect}</span>
              </li>
            ))}
          </ul>
          <p className="border-t pt-3 text-sm text-muted-foreground">{data.policy}</p>
        </div>
      ) : (
        <div className="grid gap-2">
          <span className="sr-only">Loading the preview</span>
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-4/5" />
        </div>
      )}
    </section>
  )
}
