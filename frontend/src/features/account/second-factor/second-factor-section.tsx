/** The second factor: switched on in three small steps, or off again. */
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import type { SessionUser } from '@/api/types'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/lib/toast'
import { useRefreshSession } from '@/session/session'
import { Section } from '../profile/section'
import { Enrollment } from './enrollment'
import { RecoveryCodes } from './recovery-codes'

type EnrollmentSecret = components['schemas']['EnrollmentOut']

interface SecondFactorSectionProps {
  user: SessionUser
  /** As the profile has it: the session is older when the email was opened in another tab. */
  emailVerified: boolean
}

export function SecondFactorSection({ user, emailVerified }: SecondFactorSectionProps) {
  const [enrollment, setEnrollment] = useState<EnrollmentSecret | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const refreshSession = useRefreshSession()
  const isNeeded = user.role !== 'STUDENT' && user.secondFactorRequired && !user.hasSecondFactor

  const finish = (given: string[]) => {
    setEnrollment(null)
    setCodes(given)
    void refreshSession().catch(() => null)
  }

  return (
    <Section
      title="Two-step verification"
      lead="A code from your phone as well as your password. Even if someone steals your password, they can't get in."
    >
      {isNeeded && (
        <p className="rounded-lg bg-build-soft p-4">
          Your role needs two-step verification. Set it up to open your desk.
        </p>
      )}
      {codes ? (
        <RecoveryCodes codes={codes} email={user.email} onDone={() => setCodes(null)} />
      ) : enrollment ? (
        <Enrollment {...enrollment} onDone={finish} onCancel={() => setEnrollment(null)} />
      ) : user.hasSecondFactor ? (
        <SwitchedOn />
      ) : (
        <SwitchedOff canStart={emailVerified} onStart={setEnrollment} />
      )}
    </Section>
  )
}

interface SwitchedOffProps {
  canStart: boolean
  onStart: (secret: EnrollmentSecret) => void
}

function SwitchedOff({ canStart, onStart }: SwitchedOffProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function start() {
    setIsBusy(true)
    try {
      const { data } = await api.POST('/api/user/second-factor/start')
      if (data) onStart(data)
    } catch (error) {
      showError(error, "We couldn't set up two-step verification. Please try again.")
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
            ? "You'll need an authenticator app on your phone. It takes a minute."
            : 'Verify your email address first, so nobody else can lock you out.'}
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
  const refreshSession = useRefreshSession()

  async function remove() {
    // Closed first: the password is asked for in a dialog of its own.
    setIsAsking(false)
    setIsBusy(true)
    try {
      await api.DELETE('/api/user/second-factor')
      toast({ title: 'Two-step verification is off.' })
      await refreshSession().catch(() => null)
    } catch (error) {
      showError(error, "We couldn't turn off two-step verification. Please try again.")
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
        <p className="text-muted-foreground">You'll need a code from your app to sign in.</p>
      </div>
      <Button
        variant="outline"
        busy={isBusy}
        busyLabel="Turning off..."
        onClick={() => setIsAsking(true)}
      >
        Turn Off
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Turn off two-step verification?"
        description="You'll sign in with your password alone, and your recovery codes will stop working."
        confirmLabel="Turn Off"
        destructive
        onConfirm={() => void remove()}
      />
    </div>
  )
}
