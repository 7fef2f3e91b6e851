/** Login: a link to the sign-in page, which becomes a choice of sign-in methods once scripts run. */
import { type ComponentType, type MouseEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { wantsNewTab } from './glide'
import type { LoginDialogProps } from './login-dialog'

const loadDialog = () => import('./login-dialog')

/** Early, so that the click finds it there. Whether it came is the click's business. */
function prepare() {
  loadDialog().catch(() => undefined)
}

export function Login() {
  const [Dialog, setDialog] = useState<ComponentType<LoginDialogProps> | null>(null)
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLAnchorElement>(null)

  const choose = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (wantsNewTab(event)) return
    const { href } = event.currentTarget
    event.preventDefault()
    try {
      const { LoginDialog } = await loadDialog()
      setDialog(() => LoginDialog)
      setOpen(true)
    } catch {
      window.location.assign(href)
    }
  }

  return (
    <>
      <Button asChild variant="ghost" size="sm" className="px-3 sm:px-4">
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
