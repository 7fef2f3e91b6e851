/** A button that appears once the top of a long page is out of sight, and leads back to it. */
import { ArrowUp } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { MAIN_ID } from './skip-link'
import { Button } from './ui/button'

const SHOW_AFTER_PX = 600

function subscribe(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

const isFarDown = () => window.scrollY > SHOW_AFTER_PX

function goToTop() {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: calm ? 'auto' : 'smooth' })
  // The button is about to disappear; without this the keyboard would stay at the bottom.
  const heading = document.querySelector<HTMLElement>(`#${MAIN_ID} h1`)
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

export function BackToTop() {
  const shown = useSyncExternalStore(subscribe, isFarDown, () => false)
  if (!shown) return null
  return (
    <Button
      variant="outline"
      className="fixed right-[clamp(1.25rem,4vw,2.5rem)] bottom-6 z-30 animate-in shadow-lift duration-200 fade-in-0 print:hidden"
      onClick={goToTop}
    >
      <ArrowUp aria-hidden />
      Back to top
    </Button>
  )
}
