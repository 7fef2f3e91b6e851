/** Shows something in the middle of the window and gives it the focus: a toast at the lower edge stays beside it. */
export function bringIntoView(element: HTMLElement, block: ScrollLogicalPosition = 'center') {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  // First the focus, in the same breath as the tap: a phone opens its keyboard for nothing else.
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block, behavior: calm ? 'auto' : 'smooth' })
}
