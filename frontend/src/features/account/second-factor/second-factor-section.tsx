/** The second factor: switched on in three small steps, or off again. */
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { api } from '@/api/client'
import type { components } from '@/api/schema'
import type { SessionUser } from '@/api/types'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/lib/toast'
import { PasswordNotConfirmed, useWithPassword } from '@/session/confirm-password'
import { useRefreshSession } from '@/session/session'
import { showError } from '../form-errors'
import { Section } from '../profile/section'
import { Enrolment } from './enrolment'
import { RecoveryCodes } from './recovery-codes'

type EnrolmentSecret = components['schemas']['EnrolmentOut']

interface SecondFactorSectionProps {
  user: SessionUser
  /** As the profile has it: the session is older when the letter was opened in another tab. */
  emailVerified: boolean
}

export function SecondFactorSection({ user, emailVerified }: SecondFactorSectionProps) {
  const [enrolment, setEnrolment] = useState<EnrolmentSecret | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const refreshSession = useRefreshSession()
  const isNeeded = user.role === 'ADMIN' && user.secondFactorRequired && !user.hasSecondFactor

  const finish = (given: string[]) => {
    setEnrolment(null)
    setCodes(given)
    void refreshSession().catch(() => null)
  }

  return (
    <Section
      title="Second factor"
      lead="A code from your phone as well as your password. Who steals one still lacks the other."
    >
      {isNeeded && (
        <p className="rounded-lg bg-build-soft p-4">
          Admins need a second factor here. Set it up to reach the admin panel.
        </p>
      )}
      {codes ? (
        <RecoveryCodes codes={codes} email={user.email} onDone={() => setCodes(null)} />
      ) : enrolment ? (
        <Enrolment {...enrolment} onDone={finish} onCancel={() => setEnrolment(null)} />
      ) : user.hasSecondFactor ? (
        <SwitchedOn />
      ) : (
        <SwitchedOff canStart={emailVerified} onStart={setEnrolment} />
      )}
    </Section>
  )
}

function showUnlessCancelled(error: unknown, fallback: string) {
  if (!(error instanceof PasswordNotConfirmed)) showError(error, fallback)
}

interface SwitchedOffProps {
  canStart: boolean
  onStart: (secret: EnrolmentSecret) => void
}

function SwitchedOff({ canStart, onStart }: SwitchedOffProps) {
  const [isBusy, setIsBusy] = useState(false)
  const withPassword = useWithPassword()

  async function start() {
    setIsBusy(true)
    try {
      const { data } = await withPassword(() => api.POST('/api/user/second-factor/start'))
      if (data) onStart(data)
    } catch (error) {
      showUnlessCancelled(error, 'The second factor could not be set up. Please try again.')
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="grid min-w-[min(15rem,100%)] flex-1 gap-2">
        <Badge tone="neutral">
          <ShieldOff aria-hidden />
          Off
        </Badge>
        <p className="text-muted-foreground">
          {canStart
            ? 'You need an authenticator app on your phone, and a minute.'
            : 'Verify your email address first: otherwise somebody could lock you out of it.'}
        </p>
      </div>
      <Button
        disabled={!canStart}
        busy={isBusy}
        busyLabel="Starting..."
        onClick={() => void start()}
      >
        Set Up
      </Button>
    </div>
  )
}

function SwitchedOn() {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const withPassword = useWithPassword()
  const refreshSession = useRefreshSession()

  async function remove() {
    // Closed first: the password is asked for in a dialog of its own.
    setIsAsking(false)
    setIsBusy(true)
    try {
      const { data } = await withPassword(() => api.DELETE('/api/user/second-factor'))
      toast({ title: data?.message ?? 'The second factor is removed.' })
      await refreshSession().catch(() => null)
    } catch (error) {
      showUnlessCancelled(error, 'The second factor could not be removed. Please try again.')
      setIsBusy(false)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="grid min-w-[min(15rem,100%)] flex-1 gap-2">
        <Badge tone="positive">
          <ShieldCheck aria-hidden />
          On
        </Badge>
        <p className="text-muted-foreground">Signing in asks for a code from your app.</p>
      </div>
      <Button
        variant="outline"
        busy={isBusy}
        busyLabel="Removing..."
        onClick={() => setIsAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Remove the second factor?"
        description="From then on your password alone opens the account, and your recovery codes end."
        confirmLabel="Remove"
        destructive
        onConfirm={() => void remove()}
      />
    </div>
  )
}
