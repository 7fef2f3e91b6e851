/** A few words to whoever isn't there at this moment: how many it reaches is said before it goes. */
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { useAttemptKey } from '@/api/attempt-key'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { isFailure } from '@/api/password-asked'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Radio, RadioGroup } from '@/components/ui/radio-group'
import { Skeleton } from '@/components/ui/skeleton'
import { Textarea } from '@/components/ui/textarea'
import { offerUndo, UNDO_SECONDS } from '@/features/admin-kit/undo'
import { toast } from '@/lib/toast'
import { useReach } from './room-query'

type Channel = 'email' | 'text'

const suggested = (hasStarted: boolean) =>
  hasStarted
    ? "Hi {firstName}, we've started. Join here: {zoomLink}"
    : "Hi {firstName}, we're about to start. Join here: {zoomLink}"

interface MessageDialogProps {
  bootcampId: number
  hasStarted: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function MessageDialog({ bootcampId, hasStarted, open, onOpenChange }: MessageDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <FormDialogContent
        title="Message those who aren't here"
        description="It goes to everyone who isn't in the room when you send it. Each person gets their own join link."
      >
        <Words bootcampId={bootcampId} hasStarted={hasStarted} onSent={() => onOpenChange(false)} />
      </FormDialogContent>
    </Dialog>
  )
}

interface WordsProps {
  bootcampId: number
  hasStarted: boolean
  onSent: () => void
}

function Words({ bootcampId, hasStarted, onSent }: WordsProps) {
  const { data: reach, error, refetch, isFetching } = useReach(bootcampId)
  const [channel, setChannel] = useState<Channel>('email')
  const [words, setWords] = useState(() => suggested(hasStarted))
  const { mutate, isPending, error: refusal } = useSend(bootcampId, onSent)
  if (!reach) {
    return error ? (
      <ErrorState onRetry={() => void refetch()} retrying={isFetching}>
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    ) : (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Counting who isn't here</span>
        <Skeleton className="h-16" />
        <Skeleton className="h-28" />
      </div>
    )
  }
  const count = reach[channel]
  const reached = `${count} ${count === 1 ? 'person' : 'people'}`
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        mutate({ channel, words })
      }}
    >
      <RadioGroup
        aria-label="Send by"
        value={channel}
        onValueChange={(value) => setChannel(value as Channel)}
      >
        <Radio value="email" label={`Email (reaches ${reach.email} of ${reach.notHere})`} />
        <Radio
          value="text"
          label={`Text message (reaches ${reach.text} of ${reach.notHere})`}
          hint="Only people who agreed to text messages."
          disabled={reach.text === 0}
        />
      </RadioGroup>
      <Field
        label="Message"
        hint="{firstName} and {zoomLink} are filled in for each person."
        error={
          isFailure(refusal)
            ? errorMessage(refusal, "It wasn't sent. Please try again.")
            : undefined
        }
      >
        <Textarea
          value={words}
          maxLength={2000}
          rows={4}
          onChange={({ target }) => setWords(target.value)}
        />
      </Field>
      <Button
        type="submit"
        size="lg"
        className="max-sm:w-full sm:justify-self-start"
        busy={isPending}
        disabled={count === 0 || words.trim() === ''}
      >
        <Send aria-hidden />
        {channel === 'email' ? `Email ${reached}` : `Text ${reached}`}
      </Button>
    </form>
  )
}

function useSend(bootcampId: number, onSent: () => void) {
  const once = useAttemptKey(`room message ${bootcampId}`)
  const undo = useUndo(bootcampId)
  return useMutation({
    mutationFn: async (sent: { channel: Channel; words: string }) => {
      const { data } = await once((idempotencyKey) =>
        api.POST('/api/admin/bootcamps/{bootcamp_id}/room/message', {
          params: { path: { bootcamp_id: bootcampId } },
          body: { ...sent, to: 'not_here', idempotencyKey, undoSeconds: UNDO_SECONDS },
        }),
      )
      if (!data) throw new Error('The answer was empty')
      return data
    },
    onSuccess: ({ reaches, batchId }) => {
      onSent()
      toast({
        title: `Sending to ${reaches} ${reaches === 1 ? 'person' : 'people'}`,
        ...offerUndo(() => undo(batchId)),
      })
    },
  })
}

function useUndo(bootcampId: number) {
  const { mutate } = useMutation({
    mutationFn: (batchId: string) =>
      api.DELETE('/api/admin/bootcamps/{bootcamp_id}/messages/{batch_id}', {
        params: { path: { bootcamp_id: bootcampId, batch_id: batchId } },
      }),
    onSuccess: () => toast({ title: 'Message not sent' }),
    onError: (error) => showError(error, 'The message may already be on its way.'),
  })
  return mutate
}
