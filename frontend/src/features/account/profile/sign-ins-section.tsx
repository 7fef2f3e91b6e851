/** Ending every sign-in at once, for the day a device is lost. */
import { MonitorX } from 'lucide-react'
import { useState } from 'react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Section } from './section'

export function SignInsSection() {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function signOutEverywhere() {
    setIsBusy(true)
    try {
      await api.POST('/api/auth/sign-out-everywhere')
      // A whole new page: nothing that was loaded for this person may stay in memory.
      window.location.assign('/auth/login?ended=everywhere')
    } catch (error) {
      showError(error, "We couldn't sign you out everywhere. Please try again.")
      setIsBusy(false)
      setIsAsking(false)
    }
  }

  return (
    <Section
      title="Lost a device?"
      lead="Or signed in on one that isn't yours?"
      className="print:hidden"
    >
      <div className="flex flex-wrap items-center gap-4">
        <p className="min-w-[min(15rem,100%)] flex-1 text-muted-foreground">
          Signs you out everywhere, including here.
        </p>
        <Button variant="outline" onClick={() => setIsAsking(true)}>
          <MonitorX aria-hidden />
          Sign out everywhere
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Sign out everywhere?"
        description="Every browser and device will be signed out right away, including this one."
        confirmLabel="Sign out everywhere"
        pendingLabel="Signing out..."
        pending={isBusy}
        destructive
        onConfirm={() => void signOutEverywhere()}
      />
    </Section>
  )
}
