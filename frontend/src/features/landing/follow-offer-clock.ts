/** What time changes on the sales page before the app runs: prices end, sales open and close. */
import { timerUntil } from '@/lib/timers'

/**
 * Words that have an end are replaced when it comes. `onChange` says whether the page is still ours; it
 * starts the app, which asks what is offered from then on.
 */
export function followOfferClock(page: ParentNode, onChange: () => boolean) {
  for (const place of page.querySelectorAll<HTMLElement>('[data-until]')) {
    const moment = Date.parse(place.dataset.until ?? '')
    const wait = () => setTimeout(change, timerUntil(moment))
    const change = () => {
      if (Date.now() < moment) {
        wait()
        return
      }
      if (!onChange()) return
      const { after, ends } = place.dataset
      if (after !== undefined) place.textContent = after
      if (ends !== undefined) place.hidden = true
    }
    if (moment > Date.now()) wait()
    else if (!Number.isNaN(moment)) change()
  }
}
