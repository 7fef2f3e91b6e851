/** Asks for the money back: which clause covers it, what ends with it, and one more yes. */
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock, CreditCard, ShieldCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '@/api/api-error'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Radio, RadioGroup } from '@/components/ui/radio-group'
import { Textarea } from '@/components/ui/textarea'
import { formatDate } from '@/lib/dates'
import { formatCents, toCents } from '@/lib/money'
import { toast } from '@/lib/toast'
import { type BillingEntry, contactAbout } from './refunds'

const FAILED = "We couldn't send your request. Nothing has changed. Please try again."
const LONGEST_REASON = 1000

const EVERYTHING = 'everything'

type BillingPart = BillingEntry['parts'][number]

/** All of it; where that isn't covered, the first that may go back alone. */
function firstChoice({ refund, parts }: BillingEntry): string {
  const alone = parts.find(({ refusal }) => refusal === '')
  return refund.covered || !alone ? EVERYTHING : String(alone.enrollmentId)
}

const money = (amount: string) => formatCents(toCents(amount), { exact: true })

interface Wanted {
  reason: string
  enrollmentId?: number
}
type Asked = components['schemas']['RefundAskedOut']

interface RefundDialogProps {
  entry: BillingEntry
  open: boolean
  onOpenChange: (open: boolean) => void
  /** From the portal or by the emailed link; throws what the server refused. */
  ask: (wanted: Wanted) => Promise<Asked | undefined>
  onAsked: (entry: BillingEntry) => unknown
  /** What the page shows is no longer true. */
  onRefused: () => unknown
}

export function RefundDialog({
  entry,
  open,
  onOpenChange,
  ask,
  onAsked,
  onRefused,
}: RefundDialogProps) {
  const [reason, setReason] = useState('')
  const [picked, setPicked] = useState<string | null>(null)
  const chosen = picked ?? firstChoice(entry)
  const part = entry.parts.find(({ enrollmentId }) => String(enrollmentId) === chosen)
  const amount = money(part?.amount ?? entry.refund.amount)
  const [refusal, setRefusal] = useState<string | null>(null)

  // Not on closing: the words would change while the window fades out.
  useEffect(() => {
    if (!open) return
    setReason('')
    setPicked(null)
    setRefusal(null)
  }, [open])

  const request = useMutation({
    mutationFn: () => ask(part ? { reason, enrollmentId: part.enrollmentId } : { reason }),
    onSuccess: async (asked) => {
      onOpenChange(false)
      if (!asked) return
      toast({ title: 'Refund requested', description: asked.message })
      await onAsked(asked.purchase)
    },
    onError: (error) => {
      setRefusal((error instanceof ApiError && error.serverMessage) || FAILED)
      void onRefused()
    },
  })

  // Closing half-way would hide the outcome of work that goes on regardless.
  const changeOpen = (next: boolean) => {
    if (!request.isPending) onOpenChange(next)
  }

  return (
    <Dialog open={open} onOpenChange={changeOpen}>
      <DialogContent
        title={refusal ? 'No refund' : 'Request a refund'}
        description={`${entry.packageName} · ${entry.receiptNumber}`}
      >
        {refusal ? (
          <Refused words={refusal} entry={entry} onClose={() => onOpenChange(false)} />
        ) : (
          <>
            {entry.parts.length > 0 && <Parts entry={entry} chosen={chosen} onChoose={setPicked} />}
            <Terms entry={entry} part={part} />
            <Field
              label="Why are you leaving? (optional)"
              hint="You don't need a reason, but it helps us improve."
            >
              <Textarea
                // On a phone the buttons below are to be seen without scrolling far.
                className="min-h-16"
                value={reason}
                maxLength={LONGEST_REASON}
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
            <DialogFooter>
              <Button
                variant="outline"
                disabled={request.isPending}
                onClick={() => onOpenChange(false)}
              >
                Keep my purchase
              </Button>
              <Button
                variant="destructive"
                busy={request.isPending}
                busyLabel="Requesting..."
                onClick={() => request.mutate()}
              >
                Refund {amount}
              </Button>
            </DialogFooter>
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}

interface PartsProps {
  entry: BillingEntry
  chosen: string
  onChoose: (chosen: string) => void
}

/** Of several bootcamps one can be given back; or what an upgrade stands on, for less. */
function Parts({ entry, chosen, onChoose }: PartsProps) {
  return (
    <RadioGroup aria-label="What to refund" value={chosen} onValueChange={onChoose}>
      {entry.refund.covered && (
        <Radio value={EVERYTHING} label={`Everything (${money(entry.refund.amount)})`} />
      )}
      {entry.parts.map(({ enrollmentId, name, startDate, timezone, amount, refusal }) => (
        <Radio
          key={enrollmentId}
          value={String(enrollmentId)}
          disabled={refusal !== ''}
          label={`Only ${name} (${money(amount)})`}
          hint={refusal || formatDate(startDate, timezone)}
        />
      ))}
    </RadioGroup>
  )
}

function Terms({ entry, part }: { entry: BillingEntry; part: BillingPart | undefined }) {
  const amount = money(part?.amount ?? entry.refund.amount)
  return (
    <div className="grid gap-4">
      <p
        aria-live="polite"
        className="flex gap-3 rounded-xl bg-accent-soft p-4 font-medium text-primary"
      >
        <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
        {part?.words || entry.refund.words}
      </p>
      <ul className="grid gap-3">
        <Effect icon={<CreditCard aria-hidden />}>
          {amount} will be refunded to {entry.paidWith || 'the card you paid with'}.
        </Effect>
        <Effect icon={<Clock aria-hidden />}>
          It takes 5–10 business days to appear. We'll email you when it's sent.
        </Effect>
        <Effect icon={<CircleX aria-hidden />}>
          {part
            ? `Your seat in ${part.name} and its private coaching end once the refund is sent.`
            : "You'll lose your seat, access and any private coaching right away."}
        </Effect>
        {part && (
          <Effect icon={<CircleCheck aria-hidden />}>
            You keep everything else ({money(part.stays)}).
          </Effect>
        )}
      </ul>
    </div>
  )
}

function Effect({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-muted-foreground">
      {icon}
      <span>{children}</span>
    </li>
  )
}

interface RefusedProps {
  words: string
  entry: BillingEntry
  onClose: () => void
}

function Refused({ words, entry, onClose }: RefusedProps) {
  return (
    <>
      <p role="alert" className="rounded-xl bg-market-soft p-4 text-market">
        {words}
      </p>
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
        <Button asChild>
          <Link to={contactAbout(entry)}>Contact us</Link>
        </Button>
      </DialogFooter>
    </>
  )
}
