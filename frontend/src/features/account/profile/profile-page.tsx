/** What one may see and change about oneself: details, address, password, second factor, sign-ins. */
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { OnPaper } from '@/components/on-paper'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { cn } from '@/lib/cn'
import { useSession } from '@/session/session'
import { StudentShell } from '@/session/student-shell'
import { SecondFactorSection } from '../second-factor/second-factor-section'
import { AccountVisitsSection } from './account-visits-section'
import { AddressSection } from './address-section'
import { DetailsSection } from './details-section'
import { PasswordSection } from './password-section'
import { profileQuery } from './profile-query'
import { SignInsSection } from './sign-ins-section'
import { TextMessagesSection } from './text-messages-section'
import { YourDataSection } from './your-data-section'

export function ProfilePage() {
  return (
    // Only recovery codes are worth printing here.
    <OnPaper>
      <StudentShell
        heading="Profile"
        lead="Your details and how you sign in."
        className="pb-20 lg:pb-20"
      >
        <Sections />
      </StudentShell>
    </OnPaper>
  )
}

function Sections() {
  const { user } = useSession()
  const { data: profile, isPending, isFetching, error, refetch } = useQuery(profileQuery)
  if (error && !profile) {
    return (
      <ErrorState
        title="Your profile couldn't be loaded"
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (isPending || !user) return <Placeholder />
  return (
    <>
      {user.isImpersonating && (
        <p className="flex items-start gap-3 rounded-xl bg-build-soft p-5">
          <Eye aria-hidden className="mt-0.5 size-5 shrink-0 text-build" />
          You're viewing the site as someone else. Stop impersonating to make changes.
        </p>
      )}
      <DetailsSection profile={profile} readOnly={user.isImpersonating} />
      <TextMessagesSection phone={profile.phone} readOnly={user.isImpersonating} />
      <AddressSection profile={profile} readOnly={user.isImpersonating} />
      {/* These would be about the person really sitting here. */}
      {!user.isImpersonating && (
        <>
          <PasswordSection key={String(user.hasPassword)} hasPassword={user.hasPassword} />
          <SecondFactorSection user={user} emailVerified={profile.emailVerified} />
          <SignInsSection />
          <AccountVisitsSection />
          <YourDataSection email={profile.email} />
        </>
      )}
    </>
  )
}

function Placeholder() {
  return (
    <div role="status" className="grid gap-8">
      <span className="sr-only">Loading your profile</span>
      {['h-96', 'h-32', 'h-80'].map((height) => (
        <div
          key={height}
          className="grid gap-x-12 gap-y-5 border-t pt-10 lg:grid-cols-[18rem_minmax(0,1fr)]"
        >
          <Skeleton className="h-7 w-40" />
          <Skeleton className={cn('rounded-2xl', height)} />
        </div>
      ))}
    </div>
  )
}
