/** The operator's address, ready to write to. */
import { site } from '@/lib/site'

export function SupportEmail({ className }: { className?: string }) {
  return (
    <a href={`mailto:${site.supportEmail}`} className={className}>
      {site.supportEmail}
    </a>
  )
}
