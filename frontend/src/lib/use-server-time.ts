/** The server's clock on this screen, for whatever ends or opens by it. */
import { useEffect, useState } from 'react'

const SECOND_MS = 1000

/** The server's time, moving on each second. It ticks on the second, so that no number is skipped. */
export function useServerTime(offset: number): number {
  const [now, setNow] = useState(() => Date.now() + offset)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const time = Date.now() + offset
      setNow(time)
      timer = setTimeout(tick, SECOND_MS - (time % SECOND_MS))
    }
    tick()
    return () => clearTimeout(timer)
  }, [offset])
  return now
}
