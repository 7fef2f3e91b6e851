/**
 * The dialog that asks who is there: by the password, or without one by an emailed code or at the
 * provider. It closes when that was right, or on Cancel.
 */
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ApiError, errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import type { SessionUser } from '@/api/types'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useSession } from './session'
import { signInAddress, useSignInMethods } from './sign-in-methods'

const WHY = "For your security, confirm it's you."

interface ConfirmPasswordDialogProps {
  cameFrom: Element | null
  onConfirmed: () => void
  onCancel: () => void
}

export function ConfirmPasswordDialog(props: ConfirmPasswordDialogProps) {
  const { cameFrom, onCancel } = props
  const { user } = useSession()
  const hasPassword = user?.hasPassword ?? true
  return (
    <Dialog open onOpenChange={(open) => !open && onCancel()}>
      <DialogContent
        title={hasPassword ? 'Confirm your password' : "Confirm it's you"}
        description={WHY}
        className="sm:max-w-md"
        onCloseAutoFocus={(event) => {
          // Radix would look for a button of its own that opened the dialog; there is none.
          event.preventDefault()
          if (cameFrom instanceof HTMLElement) cameFrom.focus()
        }}
      >
        {user && !hasPassword ? (
          <WithoutPassword user={user} {...props} />
        ) : (
          <PasswordForm email={user?.email ?? ''} {...props} />
        )}
      </DialogContent>
    </Dialog>
  )
}

function PasswordForm({ email, ...props }: ConfirmPasswordDialogProps & { email: string }) {
  return (
    <ProofForm
      {...props}
      name="password"
      label="Password"
      missing="Password is required"
      fallback="We couldn't check your password. Please try again."
      username={<input hidden readOnly type="text" autoComplete="username" value={email} />}
      check={(password) => api.POST('/api/auth/confirm-password', { body: { password } })}
    />
  )
}

/** A code by email, or a fresh sign-in at the provider, which leads back to this page. */
function WithoutPassword({ user, ...props }: ConfirmPasswordDialogProps & { user: SessionUser }) {
  const [isSent, setSent] = useState(false)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState('')

  async function send() {
    setSending(true)
    setProblem('')
    try {
      await api.POST('/api/auth/sign-in-code', { body: { email: user.email } })
      setSent(true)
    } catch (error) {
      setProblem(errorMessage(error, "The email couldn't be sent. Please try again."))
    } finally {
      setSending(false)
    }
  }

  if (isSent) {
    return (
      <ProofForm
        {...props}
        name="code"
        label="Six-digit code"
        hint={`We've emailed it to ${user.email}. It works for 10 minutes.`}
        missing="Enter the six digits from the email"
        fallback="We couldn't check the code. Please try again."
        check={(code) => api.POST('/api/auth/confirm-code', { body: { code } })}
      />
    )
  }
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere">
        Your account doesn't have a password. We'll email a six-digit code to {user.email}.
      </p>
      <p role="alert" className="text-market empty:hidden">
        {problem}
      </p>
      <Button size="lg" busy={isSending} busyLabel="Sending..." onClick={() => void send()}>
        Email me a code
      </Button>
      <AtProvider at={user.confirmsAt} />
      <Button size="lg" variant="ghost" onClick={props.onCancel}>
        Cancel
      </Button>
    </div>
  )
}

function AtProvider({ at }: { at: readonly string[] }) {
  const { openidName } = useSignInMethods()
  const { pathname, search } = window.location
  const back = { returnTo: pathname + search }
  return (
    <>
      {at.includes('openid') && (
        <Button asChild size="lg" variant="outline">
          <a href={signInAddress('/api/login', back)}>
            Confirm with {openidName || 'single sign-on'}
          </a>
        </Button>
      )}
      {at.includes('google') && (
        <Button asChild size="lg" variant="outline">
          <a href={signInAddress('/api/auth/google', back)}>Confirm with Google</a>
        </Button>
      )}
    </>
  )
}

interface ProofFormProps extends ConfirmPasswordDialogProps {
  name: 'password' | 'code'
  label: string
  hint?: string
  missing: string
  fallback: string
  /** Tells a password manager whose password this is. */
  username?: ReactNode
  check: (proof: string) => Promise<unknown>
}

function ProofForm(props: ProofFormProps) {
  const { name, label, hint, missing, fallback, check, onConfirmed, onCancel } = props
  const [problem, setProblem] = useState<string | null>(null)
  const [isChecking, setChecking] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  async function confirm() {
    const proof = input.current?.value ?? ''
    if (!proof) return refuse(missing)
    setChecking(true)
    try {
      await check(proof)
    } catch (error) {
      setChecking(false)
      const wrong = error instanceof ApiError ? error.fields[name] : undefined
      return refuse(wrong ?? errorMessage(error, fallback))
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
    if (!isChecking) void confirm()
  }

  return (
    <form noValidate className="grid gap-6" onSubmit={submit}>
      {props.username}
      <Field label={label} hint={hint} error={problem} required>
        {name === 'password' ? (
          <Input ref={input} type="password" autoComplete="current-password" />
        ) : (
          <Input ref={input} autoFocus inputMode="numeric" autoComplete="one-time-code" />
        )}
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
