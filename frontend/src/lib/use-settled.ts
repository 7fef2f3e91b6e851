/** What somebody is typing, once they pause: a call for each letter would answer none of them. */
import { useEffect, useState } from 'react'

const PAUSE_MS = 150

export function useSettled<Typed extends string | null>(value: Typed, pauseMs = PAUSE_MS): Typed {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const pause = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(pause)
  }, [value, pauseMs])
  return settled
}
