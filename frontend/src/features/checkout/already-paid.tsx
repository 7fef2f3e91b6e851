/** In the payment form's place where nothing is left to pay: it was bought before, in another tab. */
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { bringIntoView } from './bring-into-view'

export function AlreadyPaid({ children }: { children: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.current) bringIntoView(box.current)
  }, [])
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex gap-3 rounded-xl bg-accent-soft p-5 outline-none"
    >
      <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-primary" />
      <p className="font-medium">
        {children}{' '}
        <Link
          to="/confirmation?direct_success=true"
          replace
          className="touch-target rounded-sm underline underline-offset-4 hover:decoration-2"
        >
          See your confirmation.
        </Link>
      </p>
    </div>
  )
}
