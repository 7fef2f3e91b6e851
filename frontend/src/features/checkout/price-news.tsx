/** The price is another one than the buyer was shown: said in the form's place, and asked for. */
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { bringIntoView } from './bring-into-view'

interface PriceNewsProps {
  words: string
  /** What it costs now. */
  total: string
  isAsking: boolean
  onContinue: () => void
}

export function PriceNews({ words, total, isAsking, onContinue }: PriceNewsProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It takes the place of a form that somebody was filling in.
    if (box.current) bringIntoView(box.current)
  }, [])
  return (
    <div ref={box} tabIndex={-1} className="grid gap-4 rounded-xl bg-build-soft p-5 outline-none">
      <p role="alert" className="flex gap-3 font-medium">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-build" />
        <span>{words} Nothing has been charged.</span>
      </p>
      <Button
        className="justify-self-start max-sm:w-full"
        busy={isAsking}
        busyLabel="Checking the price..."
        onClick={onContinue}
      >
        Continue with {total}
      </Button>
    </div>
  )
}
