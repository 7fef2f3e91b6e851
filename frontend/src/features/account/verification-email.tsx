/** Sends the verification email again. */
import { useState } from 'react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { toast } from '@/lib/toast'

export function ResendVerification({ to }: { to: string }) {
  const [isBusy, setIsBusy] = useState(false)

  async function send() {
    setIsBusy(true)
    try {
      const { data } = await api.POST('/api/auth/resend-verification')
      toast({ title: 'Email sent', description: data?.message ?? `Check the inbox of ${to}.` })
    } catch (error) {
      showError(error, "The email couldn't be sent. Please try again.")
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Button
      variant="outline"
      size="sm"
      busy={isBusy}
      busyLabel="Sending..."
      onClick={() => void send()}
    >
      Send again
    </Button>
  )
}
