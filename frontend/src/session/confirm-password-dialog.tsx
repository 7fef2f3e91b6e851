/** The dialog that asks for the password. It closes when the password was right, or on Cancel. */
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useSession } from './session'

const FALLBACK_MESSAGE = "We couldn't check your password. Please try again."

interface ConfirmPasswordDialogProps {
  cameFrom: Element | null
  onConfirmed: () => void
  onCancel: () => void
}

export function ConfirmPasswordDialog(props: ConfirmPasswordDialogProps) {
  const { cameFrom, onCancel } = props
  const { user } = useSession()
  return (
    <Dialog open onOpenChange={(open) => !open && onCancel()}>
      <DialogContent
        title="Confirm your password"
        description="It's been a while since you signed in, and this is a sensitive step."
        className="sm:max-w-md"
        onCloseAutoFocus={(event) => {
          // Radix would look for a button of its own that opened the dialog; there is none.
          event.preventDefault()
          if (cameFrom instanceof HTMLElement) cameFrom.focus()
        }}
      >
        {user && !user.hasPassword ? (
          <NoPassword onCancel={onCancel} />
        ) : (
          <PasswordForm email={user?.email ?? ''} {...props} />
        )}
      </DialogContent>
    </Dialog>
  )
}

interface PasswordFormProps extends ConfirmPasswordDialogProps {
  email: string
}

function PasswordForm({ email, onConfirmed, onCancel }: PasswordFormProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isChecking, setChecking] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  async function check() {
    const password = input.current?.value ?? ''
    if (!password) return refuse('Password is required')
    setChecking(true)
    try {
      await api.POST('/api/auth/confirm-password', { body: { password } })
    } catch (error) {
      setChecking(false)
      const wrong = error instanceof ApiError ? error.fields.password : undefined
      return refuse(wrong ?? errorMessage(error, FALLBACK_MESSAGE))
    }
    onConfirmed()
  }

  function refuse(reason: string) {
    setProblem(reason)
    input.current?.select()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The button is busy while checking, but the Enter key knows nothing of that.
    if (!isChecking) void check()
  }

  return (
    <form noValidate className="grid gap-6" onSubmit={submit}>
      {/* Tells a password manager whose password this is. */}
      <input hidden readOnly type="text" autoComplete="username" value={email} />
      <Field label="Password" error={problem} required>
        <Input ref={input} type="password" autoComplete="current-password" />
      </Field>
      <p role="alert" className="sr-only">
        {problem}
      </p>
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isChecking} busyLabel="Checking...">
          Confirm
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Someone who signs in elsewhere has none to type: a fresh sign-in proves as much. */
function NoPassword({ onCancel }: { onCancel: () => void }) {
  return (
    <div className="grid gap-6">
      <p>
        Your account doesn't have a password. Log out, sign in again as usual, and repeat this step.
      </p>
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button asChild>
          <a href="/api/logout">Log out</a>
        </Button>
      </DialogFooter>
    </div>
  )
}
