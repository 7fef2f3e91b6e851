/** Scrolls to what a link on this page points at, and takes the keyboard along. */

/** A click of React's or of the browser's. */
type Click = Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'preventDefault'> & {
  currentTarget: EventTarget | null
}

/** Whoever holds such a key wants the link in another place. */
export const wantsNewTab = (click: Omit<Click, 'currentTarget'>) =>
  click.metaKey || click.ctrlKey || click.shiftKey || click.altKey

export function glideToTarget(click: Click) {
  if (click.currentTarget instanceof HTMLAnchorElement) glide(click.currentTarget, click)
}

export function glide(link: HTMLAnchorElement, click: Omit<Click, 'currentTarget'>) {
  if (wantsNewTab(click)) return
  const target = document.getElementById(link.hash.slice(1))
  if (!target) return
  click.preventDefault()
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  target.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' })
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
