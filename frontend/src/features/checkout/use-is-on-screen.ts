/** Whether an element can be seen in the window just now. */
import { useEffect, useState } from 'react'

export function useIsOnScreen(element: HTMLElement | null): boolean {
  const [isOnScreen, setOnScreen] = useState(false)
  useEffect(() => {
    setOnScreen(false)
    if (!element || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver((entries) => {
      setOnScreen(entries.at(-1)?.isIntersecting ?? false)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return isOnScreen
}
