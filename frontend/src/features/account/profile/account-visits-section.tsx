/** Who of the school saw the site as this person, when and why. Absent while nobody did. */
import { useQuery } from '@tanstack/react-query'
import { getQuery } from '@/api/get-query'
import { formatDate, formatTime, unbroken, viewerZone } from '@/lib/dates'
import { zoneAbbreviation } from '@/lib/zones'
import { useReaderZone } from '@/session/reader-zone'
import { Section } from './section'

const visitsQuery = getQuery('/api/user/account-visits')

/** "Nov 18, 2026 at 10:04 AM EST" */
const when = (at: string, zone: string) =>
  unbroken(
    `${formatDate(at, zone)} at ${formatTime(at, zone)} ${zoneAbbreviation(zone, new Date(at))}`,
  )

export function AccountVisitsSection() {
  const { data: visits = [] } = useQuery(visitsQuery)
  const zone = useReaderZone() ?? viewerZone()
  if (visits.length === 0) return null
  return (
    <Section
      title="Who looked at your account"
      lead="Our team can see the site as you do, to help you. They can't change anything while they look."
      className="print:hidden"
    >
      <ul aria-label="Who looked at your account" className="grid gap-4">
        {visits.map(({ at, by, reason }) => (
          <li key={at} className="grid gap-1 wrap-anywhere">
            <p className="font-medium">
              {by}, <time dateTime={at}>{when(at, zone)}</time>
            </p>
            {reason && <p className="text-muted-foreground">{reason}</p>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
