/** What works on the sales page without the app: clocks, theme, scrolling, seats, the way to checkout. */
import { viewerZone } from '@/lib/dates'
import { codeIn, withCode } from '@/lib/discount-code'
import { switchTheme, themeStore } from '@/lib/theme'
import { whenQuiet } from '@/lib/when-quiet'
import { countOpeningBeforeTheApp } from '@/session/opening'
import { followOfferClock } from './follow-offer-clock'
import { glide } from './glide'
import { fillInOwnTimes } from './own-times'
import { PULSE_AT, seatsRemaining, simulatedSeats } from './simulated-seats'
import { watchForCheckout } from './warm-checkout'

function closest<Kind extends Element>(event: Event, selector: string): Kind | null {
  return event.target instanceof Element ? event.target.closest<Kind>(selector) : null
}

function showTheme() {
  const pressed = String(themeStore.read() === 'dark')
  for (const toggle of document.querySelectorAll('[data-theme-toggle]')) {
    toggle.setAttribute('aria-pressed', pressed)
  }
}

function answerClick(event: MouseEvent) {
  if (closest(event, '[data-theme-toggle]')) switchTheme()
  const link = closest<HTMLAnchorElement>(event, 'a[data-glide]')
  if (link) glide(link, event)
}

/** One page is kept for all visitors; the code of a link rides along from its address. */
function carryCode() {
  const code = codeIn(location.search)
  if (!code) return
  for (const link of document.querySelectorAll('a[href^="/checkout"]')) {
    link.setAttribute('href', withCode(link.getAttribute('href') ?? '', code))
  }
}

/** Returns what the app calls when it takes over; `startApp` is called for what only it can show. */
export function workWithoutTheApp(startApp: () => void): () => void {
  let hasTakenOver = false
  fillInOwnTimes(document, viewerZone())
  carryCode()
  followOfferClock(document, () => {
    if (hasTakenOver) return false
    startApp()
    return true
  })
  showTheme()
  const stopFollowingTheme = themeStore.subscribe(showTheme)
  addEventListener('click', answerClick)
  watchForCheckout()
  whenQuiet(() => countOpeningBeforeTheApp('landing'))

  const shown = document.querySelector('[data-simulated-seats]')
  if (shown) {
    // Never unsubscribed: the app goes on from the same number.
    simulatedSeats.subscribe(() => {
      if (hasTakenOver) return
      shown.textContent = seatsRemaining(simulatedSeats.read())
      if (simulatedSeats.read() <= PULSE_AT) startApp()
    })
  }

  return () => {
    hasTakenOver = true
    stopFollowingTheme()
    removeEventListener('click', answerClick)
  }
}
