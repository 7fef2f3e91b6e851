/** On a phone a row of tabs is wider than the screen: the open one is brought into it. */
import { type RefObject, useEffect } from 'react'

const OPEN = '[aria-current=page], [aria-selected=true]'

export function useOpenTabInView(row: RefObject<HTMLElement | null>, open?: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open tab is another place in the row.
  useEffect(() => {
    const strip = row.current
    if (!strip) return
    let frame = 0
    // With the next frame, which lays the page out anyway: here it would be laid out once more.
    const bring = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        strip.querySelector(OPEN)?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
      })
    }
    // Counts that come later make the tabs wider, and push the open one out again.
    const watch = new MutationObserver(bring)
    // Where a finger has scrolled the row, it stays.
    const leave = () => watch.disconnect()
    watch.observe(strip, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['aria-selected', 'aria-current'],
    })
    strip.addEventListener('pointerdown', leave, { passive: true })
    bring()
    return () => {
      cancelAnimationFrame(frame)
      watch.disconnect()
      strip.removeEventListener('pointerdown', leave)
    }
  }, [row, open])
}
