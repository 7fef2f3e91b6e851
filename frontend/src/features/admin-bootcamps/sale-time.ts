/** When a draft goes on sale, in words. */
import { cohortDay } from '@/lib/cohorts'
import { formatTime } from '@/lib/dates'
import { zoneAbbreviation } from '@/lib/zones'
import type { AdminBootcamp } from './bootcamp-form'

const moment = (iso: string, timezone: string) =>
  `${cohortDay({ startDate: iso, timezone })}, ${formatTime(iso, timezone)} ${zoneAbbreviation(timezone, new Date(iso))}`

/** "Goes on sale Fri, Nov 20, 9:00 AM EST" */
export function goesOnSale(iso: string, timezone: string): string {
  return `Goes on sale ${moment(iso, timezone)}`
}

/** The same for a draft; null without a time. One that begins before anybody published it says so. */
export function saleTimeOf({ publishAt, startDate, timezone }: AdminBootcamp): string | null {
  if (!publishAt) return null
  if (Date.parse(startDate) > Date.now()) return goesOnSale(publishAt, timezone)
  return `It was to go on sale ${moment(publishAt, timezone)}, but the class has already started`
}
