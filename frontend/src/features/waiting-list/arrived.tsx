/** The heading of what came of a press: it takes the focus, because the button that had it is gone. */
import { useEffect, useRef } from 'react'

interface ArrivedProps {
  words: string
  /** It has just happened here; else the page was opened and says how things are. */
  isNews?: boolean
}

export function Arrived({ words, isNews = true }: ArrivedProps) {
  const text = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (isNews) text.current?.focus({ preventScroll: true })
  }, [isNews])
  return (
    <span ref={text} tabIndex={-1} className="outline-none">
      {words}
    </span>
  )
}
