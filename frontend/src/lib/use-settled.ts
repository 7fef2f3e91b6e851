/** What somebody is typing, once they pause: a call for each letter would answer none of them. */
import { useEffect, useState } from 'react'

const PAUSE_MS = 150

export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const pause = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [value])
  return settled
}
