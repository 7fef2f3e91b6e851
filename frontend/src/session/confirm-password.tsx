/** Opens the dialog that asks for the password, for all calls that were refused without it. */
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { askForPasswordBy, PasswordNotConfirmed } from '@/api/password-asked'
import { MissingWindow, optional } from '@/components/optional'

// Few people ever see it, and it would bring a dialog along to the sales page.
const ConfirmPasswordDialog = optional(
  async () => (await import('./confirm-password-dialog')).ConfirmPasswordDialog,
  ({ onCancel }) => <MissingWindow onGone={onCancel} />,
)

interface Asking {
  answered: Promise<void>
  confirm: () => void
  cancel: () => void
  /** Where the keyboard was, and goes back to. */
  cameFrom: Element | null
}

function startAsking(): Asking {
  let confirm = () => {}
  let cancel = () => {}
  const answered = new Promise<void>((resolve, reject) => {
    confirm = resolve
    cancel = () => reject(new PasswordNotConfirmed("The password wasn't confirmed"))
  })
  return { answered, confirm, cancel, cameFrom: document.activeElement }
}

export function ConfirmPasswordProvider({ children }: { children: ReactNode }) {
  const [asking, setAsking] = useState<Asking | null>(null)
  const current = useRef<Asking | null>(null)

  useEffect(
    () =>
      askForPasswordBy(() => {
        // Two calls refused at the same moment wait for one answer.
        current.current ??= startAsking()
        setAsking(current.current)
        return current.current.answered
      }),
    [],
  )

  const close = () => {
    current.current = null
    setAsking(null)
  }

  return (
    <>
      {children}
      {asking && (
        <Suspense>
          <ConfirmPasswordDialog
            cameFrom={asking.cameFrom}
            onConfirmed={() => {
              close()
              asking.confirm()
            }}
            onCancel={() => {
              close()
              asking.cancel()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
