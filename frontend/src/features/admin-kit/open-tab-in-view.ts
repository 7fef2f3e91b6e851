/** On a phone a row of tabs is wider than the screen: the open one is brought into it. */
import { type RefObject, useEffect } from 'react'

const OPEN = '[aria-current=page], [aria-selected=true]'

export function useOpenTabInView(row: RefObject<HTMLElement | null>, open?: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open tab is another place in the row.
  useEffect(() => {
    // With the next frame, which lays the page out anyway: here it would be laid out once more.
    const frame = requestAnimationFrame(() => {
      row.current?.querySelector(OPEN)?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [row, open])
}
