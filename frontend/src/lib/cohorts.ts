/** Which of several cohorts with one name: told apart by the day they begin. */
import { formatDate, formatDay, formatWeekday } from './dates'

interface Cohort {
  startDate: string
  timezone: string
}

/** "Thu, Nov 26", with its year where it is not this one. */
export function cohortDay({ startDate, timezone }: Cohort): string {
  const year = (iso: string) => formatDate(iso, timezone).slice(-4)
  const isThisYear = year(startDate) === year(new Date().toISOString())
  const day = isThisYear ? formatDay(startDate, timezone) : formatDate(startDate, timezone)
  return `${formatWeekday(startDate, timezone)}, ${day}`
}

/** "Beginner Bootcamp · Thu, Nov 26"; a bundle, which has several days, by its name alone. */
export function cohortName(name: string, cohort: Cohort | null | undefined): string {
  return cohort ? `${name} · ${cohortDay(cohort)}` : name
}
