/** A page that asks for an address and answers by email. Known and unknown addresses look the same. */
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { AddressForm } from './address-form'
import { AuthPage } from './auth-page'
import { Outcome } from './outcome'

interface AskByEmailProps {
  heading: string
  lead: string
  /** Where the way back leads. */
  signInPage: string
  button: string
  /** What there is to know of the email, after whom it goes to. */
  about: string
  /** Asks the server; its answer, in words. */
  ask: (email: string) => Promise<string>
}

export function AskByEmail({ heading, lead, signInPage, button, about, ask }: AskByEmailProps) {
  const [sent, setSent] = useState<{ to: string; message: string } | null>(null)
  const [startsOver, setStartsOver] = useState(false)
  return (
    <AuthPage
      heading={heading}
      lead={!sent && lead}
      back={{ to: signInPage, label: 'Back to sign in' }}
    >
      {sent ? (
        <Outcome
          icon={MailCheck}
          title="Check your inbox"
          actions={
            <Button
              variant="outline"
              onClick={() => {
                setSent(null)
                setStartsOver(true)
              }}
            >
              Use a different email
            </Button>
          }
        >
          <p>{sent.message}</p>
          <p>
            It goes to <strong className="wrap-anywhere text-foreground">{sent.to}</strong>. {about}
          </p>
        </Outcome>
      ) : (
        <AddressForm
          label={heading}
          button={button}
          takesFocus={startsOver}
          onSend={async (email) => setSent({ to: email, message: await ask(email) })}
        />
      )}
    </AuthPage>
  )
}
