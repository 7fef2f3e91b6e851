/** Hides a review, for one of four reasons: everyone sees that one is hidden, and why. */
import { useMutation } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Radio, RadioGroup } from '@/components/ui/radio-group'
import { toast } from '@/lib/toast'
import { type FeedbackRow, type HiddenBecause, reasons, useFeedbackChanged } from './feedback'

export function HideReview({ row }: { row: FeedbackRow }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Hide the review by ${row.name}`}
        onClick={() => setIsOpen(true)}
      >
        <EyeOff aria-hidden />
        Hide
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <FormDialogContent
          title="Hide this review?"
          description="It disappears from the site. Its score still counts in the average, and everyone sees that a review is hidden and why."
        >
          <HideForm row={row} onDone={() => setIsOpen(false)} />
        </FormDialogContent>
      </Dialog>
    </>
  )
}

function HideForm({ row, onDone }: { row: FeedbackRow; onDone: () => void }) {
  const changed = useFeedbackChanged()
  const [because, setBecause] = useState<HiddenBecause | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (chosen: HiddenBecause) =>
      api.POST('/api/admin/feedback/{enrollment_id}/hide', {
        params: { path: { enrollment_id: row.enrollmentId } },
        body: { because: chosen },
      }),
    onSuccess: (_, chosen) => {
      toast({ title: 'Review hidden', description: `${row.name}: ${reasons[chosen].name}` })
      onDone()
    },
    onError: (error) => showError(error, 'Please try again', "The review couldn't be hidden"),
    onSettled: changed,
  })
  const hide = (event: FormEvent) => {
    event.preventDefault()
    if (because) mutate(because)
  }
  return (
    <form className="grid gap-5" onSubmit={hide}>
      <RadioGroup
        aria-label="Reason"
        value={because ?? ''}
        onValueChange={(value) => setBecause(value as HiddenBecause)}
      >
        {Object.entries(reasons).map(([value, { name, hint }]) => (
          <Radio key={value} value={value} label={name} hint={hint} />
        ))}
      </RadioGroup>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" disabled={!because} busy={isPending} busyLabel="Hiding…">
          Hide review
        </Button>
      </DialogFooter>
    </form>
  )
}
