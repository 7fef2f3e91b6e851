/** Login: a link to the sign-in page, which becomes a choice of sign-in methods once scripts run. */
import { type ComponentType, type MouseEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { wantsNewTab } from './glide'
import { loadLoginDialog } from './load-login-dialog'
import type { LoginDialogProps } from './login-dialog'

/** Early, so that the click finds it there. Whether it came is the click's business. */
function prepare() {
  loadLoginDialog().catch(() => undefined)
}

export function Login() {
  const [Dialog, setDialog] = useState<ComponentType<LoginDialogProps> | null>(null)
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLAnchorElement>(null)
  const isWanted = useRef(false)

  const choose = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (wantsNewTab(event)) return
    const { href } = event.currentTarget
    event.preventDefault()
    isWanted.current = true
    // Escape closes the window also while it is still on its way.
    const giveUp = (pressed: KeyboardEvent) => {
      if (pressed.key === 'Escape') isWanted.current = false
    }
    window.addEventListener('keydown', giveUp)
    try {
      const { LoginDialog } = await loadLoginDialog()
      if (!isWanted.current) return
      setDialog(() => LoginDialog)
      setOpen(true)
    } catch {
      if (isWanted.current) window.location.assign(href)
    } finally {
      window.removeEventListener('keydown', giveUp)
    }
  }

  return (
    <>
      <Button asChild variant="ghost" size="sm" className="px-2.5 sm:px-4">
        <a
          ref={opener}
          href="/auth/login"
          aria-haspopup="dialog"
          data-needs-app
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={(event) => void choose(event)}
        >
          Login
        </a>
      </Button>
      {Dialog && (
        <Dialog open={open} onOpenChange={setOpen} onClosed={() => opener.current?.focus()} />
      )}
    </>
  )
}
