/** Where "Not you? Wrong address?" leads: the buyer corrects name and email for a day after paying. */
import { MailCheck, MailQuestionMark, MailX } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import { PageShell } from '@/components/page-shell'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { readClientSecret } from './arrival'
import { type Corrected, CorrectionForm } from './correction-form'
import { StateHeading, StatePage } from './state-page'
import { SupportLink } from './support-link'

const SUBJECT = 'A wrong email address'
const FALLBACK = "Your purchase couldn't be loaded. Check your connection and try again."

export function WrongAddressPage() {
  const [address] = useSearchParams()
  const purchaseId = Number(address.get('purchase'))
  // A number that is none would be refused as malformed, which tells its reader nothing.
  if (!Number.isSafeInteger(purchaseId) || purchaseId < 1) return <NotProven />
  return <Correction key={purchaseId} purchaseId={purchaseId} />
}

function Correction({ purchaseId }: { purchaseId: number }) {
  const [corrected, setCorrected] = useState<Corrected | null>(null)
  const proof = { purchaseId, clientSecret: readClientSecret() }
  // A POST, because the secret must stay out of addresses; it changes nothing.
  const { data, error, isFetching, refetch } = $api.useQuery(
    'post',
    '/api/purchase-contact/look',
    { body: proof },
    { staleTime: 0, gcTime: 0 },
  )
  if (corrected) return <Done corrected={corrected} />
  if (error instanceof ApiError && error.status === 404) return <NotProven />
  if (error) {
    return (
      <StatePage
        icon={MailX}
        tone="bad"
        heading="This page couldn't be loaded"
        actions={
          <Button size="lg" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        <p role="alert">{errorMessage(error, FALLBACK)}</p>
      </StatePage>
    )
  }
  if (data?.refusal) return <Refused words={data.refusal} />
  return (
    <PageShell>
      <div className="shell grid max-w-160 grid-cols-[minmax(0,1fr)] gap-6 py-10 sm:py-14">
        <div className="grid gap-2">
          <StateHeading>Correct your name or email</StateHeading>
          <p className="text-lead text-muted-foreground">
            We'll send your confirmation to the new address. The links we sent to the old one stop
            working.
          </p>
        </div>
        {data ? (
          <CorrectionForm contact={data} proof={proof} onCorrected={setCorrected} />
        ) : (
          <div className="grid gap-5">
            <p role="status" className="sr-only">
              Loading your purchase
            </p>
            <Skeleton className="h-72 rounded-2xl" />
          </div>
        )}
      </div>
    </PageShell>
  )
}

function Done({ corrected }: { corrected: Corrected }) {
  return (
    <StatePage
      icon={MailCheck}
      tone="good"
      heading="Corrected"
      actions={
        <Button asChild size="lg">
          <Link to="/confirmation?direct_success=true">See your confirmation</Link>
        </Button>
      }
    >
      <p className="wrap-anywhere">{corrected.message}</p>
    </StatePage>
  )
}

function Refused({ words }: { words: string }) {
  return (
    <StatePage
      icon={MailX}
      tone="calm"
      heading="This can't be corrected here"
      actions={<SupportLink subject={SUBJECT} variant="primary" />}
    >
      <p role="alert">{words}</p>
    </StatePage>
  )
}

/** A buyer in another browser, or somebody who got another person's email. */
function NotProven() {
  return (
    <StatePage
      icon={MailQuestionMark}
      tone="calm"
      heading="We can't tell that this purchase is yours"
      actions={<SupportLink subject={SUBJECT} variant="primary" />}
    >
      <Card className="grid gap-3 text-left text-base text-foreground">
        <p>
          <strong className="font-semibold">You bought it:</strong> open this page in the browser
          you paid with, within 24 hours of paying. Or contact us, and we'll correct it for you.
        </p>
        <p>
          <strong className="font-semibold">You didn't buy anything:</strong> someone mistyped their
          address. Reply to our email, or delete it: you won't be charged.
        </p>
      </Card>
    </StatePage>
  )
}
