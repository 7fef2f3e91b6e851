/** Where the admin will write to everyone who comes. Shows nothing until messages can be sent. */
import type { AdminBootcamp, Attendee } from './bootcamp-query'

export interface MessagePanelProps {
  bootcamp: AdminBootcamp
  /** Never empty: without people there is nobody to write to. */
  attendees: readonly Attendee[]
}

export function MessagePanel(_: MessagePanelProps) {
  return null
}
