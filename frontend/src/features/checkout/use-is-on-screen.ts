/** Whether an element can be seen in the window just now; yes until the browser has looked. */
import { useEffect, useState } from 'react'

export function useIsOnScreen(element: HTMLElement | null): boolean {
  const [seen, setSeen] = useState<{ element: HTMLElement; isOnScreen: boolean }>()
  useEffect(() => {
    if (!element || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver((entries) => {
      setSeen({ element, isOnScreen: entries.at(-1)?.isIntersecting ?? false })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  if (!element || !('IntersectionObserver' in globalThis)) return false
  // What has just come would else make way for a moment and be back at once.
  return seen?.element === element ? seen.isOnScreen : true
}
