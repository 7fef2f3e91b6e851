/** The address one gets emails at, and whether it is proven. */
import { BadgeCheck, MailWarning } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { ResendVerification } from '../verification-email'
import type { Profile } from './profile-query'
import { Section } from './section'

export function AddressSection({ profile, readOnly }: { profile: Profile; readOnly: boolean }) {
  const { email, emailVerified, username } = profile
  return (
    <Section
      title="Email and username"
      lead="You can sign in with either. Contact us to change them."
      className="print:hidden"
    >
      <dl className="grid gap-5 sm:grid-cols-2">
        <div className="grid content-start justify-items-start gap-1.5">
          <dt className="text-sm font-medium">Email</dt>
          <dd className="grid justify-items-start gap-2">
            <span className="wrap-anywhere">{email}</span>
            {emailVerified ? (
              <Badge tone="positive">
                <BadgeCheck aria-hidden />
                Verified
              </Badge>
            ) : (
              <Badge tone="build">
                <MailWarning aria-hidden />
                Not verified
              </Badge>
            )}
          </dd>
        </div>
        <div className="grid content-start gap-1.5">
          <dt className="text-sm font-medium">Username</dt>
          <dd className="wrap-anywhere">{username}</dd>
        </div>
      </dl>
      {!emailVerified && !readOnly && (
        <div className="flex flex-wrap items-center gap-4 border-t pt-5">
          <p className="min-w-[min(15rem,100%)] flex-1 text-sm text-muted-foreground">
            Open the link we emailed you, in this browser. Didn't get it?
          </p>
          <ResendVerification to={email} />
        </div>
      )}
    </Section>
  )
}
