/** Leaving the list, with the link at the end of a mail. Opening it changes nothing; the button does. */
import { CircleCheck, MailX, Unlink } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '@/api/api-error'
import { $api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { AuthPage } from './auth-page'
import { Outcome } from './outcome'
import { useLinkKey } from './use-link-key'

export function UnsubscribePage() {
  const key = useLinkKey()
  return (
    <AuthPage heading="Unsubscribe">
      {key === null ? <BrokenLink /> : <Subscription key={key} linkKey={key} />}
    </AuthPage>
  )
}

function Subscription({ linkKey }: { linkKey: string }) {
  const body = { key: linkKey }
  const { data, error, refetch, isFetching } = $api.useQuery('post', '/api/unsubscribe/look', {
    body,
  })
  const leave = $api.useMutation('post', '/api/unsubscribe')
  const comeBack = $api.useMutation('post', '/api/unsubscribe/undo')
  const [isOut, setIsOut] = useState<boolean | null>(null)

  async function change(out: boolean) {
    try {
      await (out ? leave : comeBack).mutateAsync({ body })
      setIsOut(out)
    } catch (failure) {
      showError(failure, "We couldn't save that. Please try again.")
    }
  }

  if (error instanceof ApiError && error.fields.key) return <BrokenLink />
  if (error) {
    return (
      <Outcome
        icon={MailX}
        tone="bad"
        title="This couldn't be loaded"
        actions={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      />
    )
  }
  if (!data) {
    return (
      <p role="status" className="flex items-center gap-3 text-muted-foreground">
        <Spinner className="size-5" />
        Loading
      </p>
    )
  }
  if (isOut ?? data.isUnsubscribed) {
    return (
      <Outcome
        icon={CircleCheck}
        title="You're unsubscribed"
        takesFocus={isOut !== null}
        actions={
          <Button variant="outline" busy={comeBack.isPending} onClick={() => void change(false)}>
            Subscribe again
          </Button>
        }
      >
        <p>
          {data.address} won't get any more announcements from us. You'll still get emails about
          your own purchases, such as confirmations, new dates and refunds.
        </p>
      </Outcome>
    )
  }
  return (
    <div className="grid justify-items-start gap-6">
      <p className="text-lead text-muted-foreground">
        Stop announcements to <strong className="text-foreground">{data.address}</strong>? You'll
        still get emails about your own purchases, such as confirmations, new dates and refunds.
      </p>
      <Button size="lg" busy={leave.isPending} onClick={() => void change(true)}>
        Unsubscribe
      </Button>
      {isOut === false && <p role="status">You're subscribed again.</p>}
    </div>
  )
}

function BrokenLink() {
  return (
    <Outcome
      icon={Unlink}
      tone="bad"
      title="This link is incomplete"
      takesFocus={false}
      actions={
        <Button asChild>
          <Link to="/contact">Contact us</Link>
        </Button>
      }
    >
      <p>
        It works only exactly as it appears in the email. Open it from there again, or contact us
        and we'll take you off the list.
      </p>
    </Outcome>
  )
}
