/** Sensitive acts ask for the password once more when the sign-in is old; then they are repeated. */
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useRef,
  useState,
} from 'react'
import { ApiError } from '@/api/api-error'

// Few people ever see it, and it would bring a dialog along to the sales page.
const ConfirmPasswordDialog = lazy(async () => ({
  default: (await import('./confirm-password-dialog')).ConfirmPasswordDialog,
}))

/** The person changed their mind. Nothing was done and nothing failed: callers stay silent. */
export class PasswordNotConfirmed extends Error {
  override readonly name = 'PasswordNotConfirmed'
}

/** Resolves when the password was right. */
type AskForPassword = () => Promise<void>

const AskContext = createContext<AskForPassword>(() => {
  throw new Error('There is no ConfirmPasswordProvider around this')
})

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

  const ask = useCallback<AskForPassword>(() => {
    // Two calls refused at the same moment wait for one answer.
    current.current ??= startAsking()
    setAsking(current.current)
    return current.current.answered
  }, [])

  const close = () => {
    current.current = null
    setAsking(null)
  }

  return (
    <AskContext value={ask}>
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
    </AskContext>
  )
}

/** Told apart from every other refusal by its field. */
function wantsPassword(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'password_required'
}

/**
 * `await withPassword(() => call())` answers as the call does. Where the server wants the password
 * first, it is asked for and the call is repeated; cancelling throws `PasswordNotConfirmed`.
 */
export function useWithPassword() {
  const ask = useContext(AskContext)
  return useCallback(
    async <Result,>(call: () => Promise<Result>): Promise<Result> => {
      try {
        return await call()
      } catch (error) {
        if (!wantsPassword(error)) throw error
      }
      await ask()
      return call()
    },
    [ask],
  )
}
