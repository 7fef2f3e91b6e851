/** Where the link in an email leads: the session and the way in, without signing in. */
import { useQueryClient } from '@tanstack/react-query'
import { Armchair, DoorClosed } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { isAnswer } from '@/api/is-answer'
import type { components } from '@/api/schema'
import { FullPageSpinner } from '@/components/full-page-spinner'
import { NoticePage } from '@/components/notice-page'
import { PageShell } from '@/components/page-shell'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/lib/cn'
import { viewerZone } from '@/lib/dates'
import { site } from '@/lib/site'
import { useServerTime } from '@/lib/use-server-time'
import { ClassAnswers, type OwnAnswers } from '@/session/class-answers'
import { CanceledDoor, ClassChangeNote, isCanceled } from './class-change'
import { ConnectionTestLink, JoinDoor } from './join-door'
import { LinkTest } from './link-test'
import { RefusalNotice } from './refusal-notice'
import { Schedule } from './schedule'
import { clockOffset, doorAt } from './server-clock'

type Session = components['schemas']['JoinPageOut']

const LOOK = '/api/join/look'
const FALLBACK = "Your session couldn't be loaded. Check your connection and try again."

export function JoinPage() {
  const { token = '' } = useParams()
  const queryClient = useQueryClient()
  const call = { body: { token, timezone: viewerZone() } }
  // A POST, because the token must stay out of addresses; it changes nothing.
  const { data, dataUpdatedAt, error, isFetching, refetch } = $api.useQuery(
    'post',
    LOOK,
    call,
    // Whoever comes back to the tab sees how things stand now.
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: true },
  )
  // A refusal counts even where the page was shown before: it is newer. A lost call says nothing.
  if (error && (!data || isAnswer(error))) {
    return <Closed error={error} retrying={isFetching} onRetry={() => void refetch()} />
  }
  if (!data) return <FullPageSpinner />
  return (
    <OpenPage
      session={data}
      receivedAt={dataUpdatedAt}
      token={token}
      onChanged={() => void refetch()}
      onAnswered={(questions) =>
        queryClient.setQueryData<Session>(
          $api.queryOptions('post', LOOK, call).queryKey,
          (before) => before && { ...before, questions },
        )
      }
    />
  )
}

interface OpenPageProps {
  session: Session
  receivedAt: number
  token: string
  /** The page is no longer how things stand. */
  onChanged: () => void
  onAnswered: (answers: OwnAnswers) => void
}

function OpenPage({ session, receivedAt, token, onChanged, onAnswered }: OpenPageProps) {
  const [refusal, setRefusal] = useState('')
  const { mutate, isPending } = $api.useMutation('post', '/api/join')
  const { classChange: change } = session
  const isOff = isCanceled(session)
  const refuse = (error: unknown) => {
    setRefusal(errorMessage(error, FALLBACK))
    onChanged()
  }
  const join = () =>
    mutate(
      { body: { token } },
      {
        onSuccess: ({ url }) => window.location.assign(url),
        onError: refuse,
      },
    )
  return (
    <PageShell className="grid items-start sm:items-center">
      <div className="shell grid max-w-140 gap-5 py-6 sm:py-16">
        <div className="grid gap-2 text-center">
          <p className="text-sm font-semibold text-primary">Your live session</p>
          <h1 className="text-title font-extrabold wrap-anywhere">{session.name}</h1>
        </div>
        <RefusalNotice ref={null} message={refusal} />
        <Card>
          <div className="grid gap-3">
            <div className={cn(isOff && 'line-through decoration-1')}>
              <Schedule {...session} />
            </div>
            {session.seatNumber !== null && (
              <p className="flex gap-3">
                <Armchair aria-hidden className="mt-0.5 size-5 shrink-0 opacity-70" />
                Seat {session.seatNumber}
              </p>
            )}
          </div>
          {isOff && change && <CanceledDoor change={change} asOf={session.join.asOf} />}
          {!isOff && change && (
            <ClassChangeNote change={change} asOf={session.join.asOf} bootcampName={session.name} />
          )}
          {!isOff && (
            <div className="grid gap-1">
              <JoinDoor
                join={session.join}
                startDate={session.startDate}
                receivedAt={receivedAt}
                busy={isPending}
                onJoin={join}
              />
              <EarlyTest
                session={session}
                receivedAt={receivedAt}
                token={token}
                onTested={onChanged}
                onRefused={refuse}
              />
              <ConnectionTestLink className="justify-self-center" />
            </div>
          )}
        </Card>
        {!isOff && session.questions.questions.length > 0 && (
          <Card>
            <ClassAnswers
              asked={session.questions}
              bootcampName={session.name}
              save={async (answers) =>
                (await api.PUT('/api/join/answers', { body: { token, answers } })).data
              }
              onSaved={onAnswered}
              onStale={onChanged}
            />
          </Card>
        )}
        <p className="text-center text-sm text-muted-foreground">
          This link is personal, so please don't share it.{' '}
          <PortalHint hasAccount={session.hasAccount} />
        </p>
      </div>
    </PageShell>
  )
}

interface EarlyTestProps extends Pick<OpenPageProps, 'session' | 'receivedAt' | 'token'> {
  onTested: () => void
  onRefused: (error: unknown) => void
}

/** Until the door opens; then there is a way in to click instead. */
function EarlyTest({ session, receivedAt, token, onTested, onRefused }: EarlyTestProps) {
  const now = useServerTime(clockOffset(session.join, receivedAt))
  const { mutate, isPending, data } = $api.useMutation('post', '/api/join/test-link')
  if (doorAt(session.join, now) !== 'waiting') return null
  const told = data ?? session.linkTest
  return (
    <div className="mt-2 border-t pt-5">
      <LinkTest
        told={told}
        isTested={told.testedAt !== null}
        busy={isPending}
        onTest={() =>
          mutate(
            { body: { token, timezone: viewerZone() } },
            { onSuccess: onTested, onError: onRefused },
          )
        }
      />
    </div>
  )
}

const textLink = 'rounded-sm text-primary underline underline-offset-4 hover:decoration-2'

function PortalHint({ hasAccount }: { hasAccount: boolean }) {
  if (hasAccount) {
    return (
      <>
        Resources and recordings are in{' '}
        <Link to="/portal" className={textLink}>
          your portal
        </Link>
        .
      </>
    )
  }
  return (
    <>
      Need help? Email{' '}
      <a href={`mailto:${site.supportEmail}`} className={textLink}>
        {site.supportEmail}
      </a>
      .
    </>
  )
}

interface ClosedProps {
  error: unknown
  retrying: boolean
  onRetry: () => void
}

/** The link opens nothing: the server says why, or could not be asked. */
function Closed({ error, retrying, onRetry }: ClosedProps) {
  const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429
  return (
    <NoticePage
      icon={DoorClosed}
      heading={isRefusal ? "This join link doesn't work" : "The session couldn't be loaded"}
      actions={
        <>
          {isRefusal ? (
            <Button asChild size="lg">
              <Link to="/portal">Open your portal</Link>
            </Button>
          ) : (
            <Button size="lg" busy={retrying} onClick={onRetry}>
              Try again
            </Button>
          )}
          <Button asChild size="lg" variant="outline">
            <a href={`mailto:${site.supportEmail}`}>Contact support</a>
          </Button>
        </>
      }
    >
      <p role="alert">{errorMessage(error, FALLBACK)}</p>
    </NoticePage>
  )
}
