/** Where the email about a canceled or moved class leads: every way out, without signing in. */
import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { ApiError } from '@/api/api-error'
import { PageShell } from '@/components/page-shell'
import { Badge } from '@/components/ui/badge'
import { Skeleton } from '@/components/ui/skeleton'
import { site } from '@/lib/site'
import { NoLink } from '@/session/no-link'
import { ChoiceForm } from './choice-form'
import type { ClassChoice } from './choice-types'
import { ChosenCard, ClosedCard } from './outcome'
import { useChoosing, useClassChoice } from './use-class-choice'
import { IfSilent, WhatHappened } from './what-happened'

const SLOW_AFTER_MS = 5000

export function ClassChoicePage() {
  const { token = '' } = useParams()
  const look = useClassChoice(token)
  const { data, error, isFetching, refetch } = look
  // A refusal counts even where the page was shown before: it is newer. The seat may be somebody else's now.
  if (error && (!data || isDeadLink(error))) {
    return <NoLink error={error} retrying={isFetching} onRetry={() => void refetch()} />
  }
  if (!data) return <Loading />
  return (
    <Open change={data} token={token} isStale={error !== null} onReload={() => void refetch()} />
  )
}

const isDeadLink = (error: unknown) => error instanceof ApiError && error.status === 404

interface OpenProps {
  change: ClassChoice
  token: string
  isStale: boolean
  onReload: () => void
}

function Open({ change, token, isStale, onReload }: OpenProps) {
  const [isChanging, setIsChanging] = useState(false)
  const [isNews, setIsNews] = useState(false)
  const choosing = useChoosing(token, {
    onSettled: onReload,
    onChosen: () => {
      setIsChanging(false)
      setIsNews(true)
    },
  })
  const { isOpen, choice } = change
  const asks = isOpen && (choice === null || isChanging)
  return (
    <PageShell>
      <div className="shell grid max-w-160 grid-cols-[minmax(0,1fr)] gap-5 py-6 sm:py-10">
        <Heading change={change} />
        {isOpen && choice && !isChanging && (
          <ChosenCard change={change} isNews={isNews} onChange={() => setIsChanging(true)} />
        )}
        {!isOpen && <ClosedCard change={change} />}
        <WhatHappened change={change} />
        {isOpen && !choice && <IfSilent change={change} />}
        {asks && (
          <ChoiceForm
            change={change}
            choosing={choosing}
            isStale={isStale}
            onCancel={choice ? () => setIsChanging(false) : null}
          />
        )}
        <p className="text-center text-sm text-muted-foreground">
          This link is personal, so please don't share it. Questions? Email{' '}
          <a
            href={`mailto:${site.supportEmail}`}
            className="rounded-sm text-primary underline underline-offset-4 hover:decoration-2"
          >
            {site.supportEmail}
          </a>
          .
        </p>
      </div>
    </PageShell>
  )
}

function Heading({ change }: { change: ClassChoice }) {
  const { kind, bootcampName, asker, holderName, payerName } = change
  const isCanceled = kind === 'cancel'
  return (
    <div className="grid justify-items-start gap-2">
      <Badge tone={isCanceled ? 'market' : 'build'}>{isCanceled ? 'Canceled' : 'New date'}</Badge>
      <h1 className="text-title font-extrabold wrap-anywhere">
        {bootcampName} {isCanceled ? 'is canceled' : 'has moved'}
      </h1>
      <p className="text-lead text-muted-foreground wrap-anywhere">
        {asker === 'payer' ? payerName : holderName},{' '}
        {isCanceled
          ? "we're sorry."
          : `we have a new date for ${asker === 'payer' ? 'this' : 'your'} class.`}
      </p>
      {asker === 'payer' && (
        <p className="wrap-anywhere">
          {holderName} holds the seat and decides about its date. You paid for it, so a refund is
          yours to choose.
        </p>
      )}
      {asker === 'holder' && (
        <p className="wrap-anywhere">
          {payerName} paid for this seat and decides about a refund. You decide about the date.
        </p>
      )}
    </div>
  )
}

/** As tall as a canceled class with two other dates; a slow line is spoken of. */
function Loading() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <PageShell>
      <div role="status" className="shell grid max-w-160 gap-5 py-6 sm:py-10">
        <p className={isSlow ? 'text-muted-foreground' : 'sr-only'}>
          {isSlow
            ? 'Still loading. Nothing happens to your seat while you wait.'
            : 'Loading your class'}
        </p>
        <Skeleton className="h-28 w-96 max-w-full rounded-2xl" />
        <Skeleton className="h-32 rounded-2xl" />
        <Skeleton className="h-28 rounded-2xl" />
        <Skeleton className="h-96 rounded-2xl" />
      </div>
    </PageShell>
  )
}
