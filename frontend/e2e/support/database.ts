/** The journeys' own database: for what nobody can do by hand, such as letting days pass. */
import { execFileSync } from 'node:child_process'

/** What the statement answers, as text. */
export function sql(statement: string): string {
  const { DATABASE_URL } = process.env
  if (!DATABASE_URL) throw new Error('this needs the journeys’ own database: run `make e2e`')
  const given = ['-qtA', '-v', 'ON_ERROR_STOP=1', DATABASE_URL, '-c', statement]
  return execFileSync('psql', given).toString().trim()
}

/** Jobs that the clock queues once a minute. */
const CLOCK_JOBS = {
  classChanges: 'sales.class_changes.clock.keep_changes_going',
  feedback: 'sales.feedback.asking.ask_for_feedback',
  publishing: 'catalogue.publishing.publish_by_the_clock',
  reminders: 'backoffice.messages.reminders.send_reminders',
} as const

/** The clock's job comes now instead of at the full minute: queued like the clock's, run by the worker. */
export function comeRound(job: keyof typeof CLOCK_JOBS) {
  sql(`SELECT procrastinate_defer_jobs_v1(ARRAY[ROW(
    'default', '${CLOCK_JOBS[job]}', 0, NULL, NULL,
    jsonb_build_object('timestamp', extract(epoch FROM now())::bigint), NULL
  )::procrastinate_job_to_defer_v1])`)
}
