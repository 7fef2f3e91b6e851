/** The day a text was last changed: the one the operator fixed, otherwise today. */
import { useSyncExternalStore } from 'react'
import { site } from '@/lib/site'

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** The visitor's own calendar day, as an ISO date. */
function today(): string {
  const now = new Date()
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}

// An ISO date is read as midnight in UTC; shown in any other zone it could become the day before.
const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const neverChanges = () => () => {}

export function LastUpdated({ fixedOn = site.legalUpdatedOn }: { fixedOn?: string }) {
  // Prerendered pages are older than today, so they leave the date to the browser.
  const day = useSyncExternalStore(
    neverChanges,
    () => fixedOn || today(),
    () => fixedOn,
  )
  // An empty line of the same height: nothing moves when the date arrives.
  if (!day) return <span aria-hidden>&nbsp;</span>
  return (
    <>
      Last updated: <time dateTime={day}>{inWords.format(new Date(day))}</time>
    </>
  )
}
