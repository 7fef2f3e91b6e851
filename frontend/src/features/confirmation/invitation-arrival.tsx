/** Opening a mailed invitation: who it is for, and on to signing in. */
import { useQuery } from '@tanstack/react-query'
import { CloudAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '@/api/api-error'
import { api } from '@/api/client'
import { FullPageSpinner } from '@/components/full-page-spinner'
import { Button } from '@/components/ui/button'
import { toast } from '@/lib/toast'
import { forgetInvitation, keepInvitation, readInvitation } from '@/session/invitation'
import { InvitationOver } from './invitation-over'
import { StatePage } from './state-page'
import { SupportLink } from './support-link'

/** Opening changes nothing on the server: a program that reads mails may do it before its owner. */
export function InvitationArrival() {
  const navigate = useNavigate()
  const [invitation] = useState(readInvitation)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['open invitation', invitation?.token],
    queryFn: () => openInvitation(invitation?.token ?? ''),
    enabled: invitation !== null,
    gcTime: 0,
  })
  const isOver = invitation === null || (error instanceof ApiError && isRefusal(error))

  useEffect(() => {
    if (isOver) forgetInvitation()
  }, [isOver])

  useEffect(() => {
    if (!data || !invitation) return
    keepInvitation({ ...invitation, email: data.email })
    toast({
      title: 'Invitation Received',
      description: `${data.what} is waiting for you.`,
    })
    void navigate(data.hasAccount ? '/auth/login' : '/auth/register', { replace: true })
  }, [data, invitation, navigate])

  if (isOver) return <InvitationOver email={invitation?.email ?? ''} />
  if (error && !isFetching) return <NotOpened onRetry={() => void refetch()} />
  return <FullPageSpinner label="Opening your invitation" />
}

function isRefusal({ status }: ApiError): boolean {
  return status === 404 || status === 410 || status === 422
}

async function openInvitation(token: string) {
  const { data } = await api.POST('/api/invitations/open', { body: { invitationToken: token } })
  const email = data?.email ?? ''
  return {
    email,
    what: data?.packageNames.join(' and ') || 'Your purchase',
    hasAccount: await hasAccount(email),
  }
}

/** Not being able to tell is treated as being new. */
async function hasAccount(email: string): Promise<boolean> {
  try {
    const { data } = await api.GET('/api/check-user-exists/{email}', {
      params: { path: { email } },
    })
    return data?.exists ?? false
  } catch {
    return false
  }
}

function NotOpened({ onRetry }: { onRetry: () => void }) {
  return (
    <StatePage
      icon={CloudAlert}
      tone="bad"
      heading="Your invitation couldn't be opened"
      actions={
        <>
          <Button size="lg" onClick={onRetry}>
            Try Again
          </Button>
          <SupportLink subject="My invitation" />
        </>
      }
    >
      <p>There was a problem with the connection or on our side. Your invitation is still valid.</p>
    </StatePage>
  )
}
