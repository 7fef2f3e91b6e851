/** An invitation that was used, or is too old: no blame, and two ways on. */
import { MailCheck, MailX } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/lib/toast'
import { useSession } from '@/session/session'
import { StatePage } from './state-page'

export function InvitationOver({
  email,
  isIncomplete = false,
}: {
  email: string
  isIncomplete?: boolean
}) {
  const { isAuthenticated } = useSession()
  return (
    <StatePage
      icon={MailX}
      tone="calm"
      heading={isIncomplete ? 'This link is incomplete' : 'This invitation is no longer valid'}
      actions={
        <Button asChild size="lg">
          <Link to={isAuthenticated ? '/portal' : '/auth/login'}>
            {isAuthenticated ? 'Access Your Portal' : 'Log In'}
          </Link>
        </Button>
      }
    >
      <p>
        {isIncomplete
          ? 'An invitation works only exactly as it appears in the email. Your purchase is safe.'
          : "An invitation works once, for 30 days. If you've used it, your purchase is already in your account. Either way, it's safe."}
      </p>
      <NewInvitation email={email} />
    </StatePage>
  )
}

function NewInvitation({ email }: { email: string }) {
  const [address, setAddress] = useState(email)
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [answer, setAnswer] = useState('')

  async function ask(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const given = address.trim()
    setProblem(given ? '' : 'Please enter a valid email address')
    if (!given) return
    setIsBusy(true)
    try {
      const { data } = await api.POST('/api/invitations/resend', { body: { email: given } })
      setAnswer(
        data?.message ??
          "If there's a purchase with this email address, we've sent a new invitation to it.",
      )
    } catch (error) {
      if (error instanceof ApiError && error.fields.email) setProblem(error.fields.email)
      const description = errorMessage(error, "The email couldn't be sent. Please try again.")
      toast({ title: 'Error', description, variant: 'destructive' })
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Card className="mt-4 w-full text-left text-base text-foreground sm:w-104 sm:justify-self-center">
      <div role="status" className={answer ? 'flex items-start gap-3' : 'sr-only'}>
        {answer && <MailCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-primary" />}
        {answer && <p>{answer}</p>}
      </div>
      {!answer && (
        <form
          noValidate
          aria-label="New invitation"
          className="grid gap-4"
          onSubmit={(event) => void ask(event)}
        >
          <Field
            label="Email you bought with"
            hint="We'll send a new invitation there."
            error={problem}
            required
          >
            <Input
              type="email"
              autoComplete="email"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          </Field>
          <Button type="submit" variant="outline" busy={isBusy} busyLabel="Sending...">
            Send a New Invitation
          </Button>
        </form>
      )}
    </Card>
  )
}
