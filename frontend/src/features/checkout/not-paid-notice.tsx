/** Back from another page without having paid: what happened there, and that nothing is lost. */
import { Info } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { notPaidIn } from '@/lib/left-to-pay'

export function NotPaidNotice() {
  const { state } = useLocation()
  // As it was on arrival: choosing something writes another entry into the history.
  const [message] = useState(() => notPaidIn(state))
  if (!message) return null
  return (
    <div role="alert" className="flex gap-3 rounded-xl bg-build-soft p-5">
      <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-build" />
      <div className="grid gap-1">
        <p className="font-semibold">{message}</p>
        <p>What you typed is still here. Try again, or choose another way to pay.</p>
      </div>
    </div>
  )
}
