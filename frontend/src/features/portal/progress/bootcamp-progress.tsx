/** How far a student has come in one bootcamp, and the certificate at the end of it. */
import { Award, BriefcaseBusiness, CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { Progress } from '@/components/ui/progress'
import { Skeleton } from '@/components/ui/skeleton'
import { linkedInAddress } from '@/lib/certificate-links'
import { useSession } from '@/session/session'
import { IssueCertificate } from './issue-certificate'
import { type BootcampProgressFacts, useProgress } from './progress-query'

interface BootcampProgressProps {
  bootcampId: number
  bootcampName: string
}

export function BootcampProgress({ bootcampId, bootcampName }: BootcampProgressProps) {
  const { data, isPending, error } = useProgress(bootcampId)
  // Beside the bootcamp itself this is an extra: without it the rest still stands.
  if (error && !data) return null
  if (isPending) {
    return (
      <div role="status">
        <span className="sr-only">Loading your progress</span>
        <Skeleton className="h-20 rounded-xl" />
      </div>
    )
  }
  return <Facts progress={data} bootcampName={bootcampName} />
}

interface FactsProps {
  progress: BootcampProgressFacts
  bootcampName: string
}

function Facts({ progress, bootcampName }: FactsProps) {
  const { resourcesOpened, resourcesTotal, attended, hasEnded } = progress
  const AttendedIcon = attended ? CircleCheck : CircleDashed
  // Before the class there is no attendance to speak of.
  const isDecided = attended || hasEnded
  const hasOutcome = isDecided || progress.certificate !== null || progress.canHaveCertificate
  // A class that is over doesn't count what its student left unopened.
  const showsResources = resourcesTotal > 0 && !(hasEnded && resourcesOpened === 0)
  if (!hasOutcome && !showsResources) return null
  return (
    <section
      aria-label={`Your progress in ${bootcampName}`}
      className="grid gap-4 rounded-xl bg-surface-2/60 p-4"
    >
      {showsResources && (
        <Progress
          label={`${resourcesOpened} of ${resourcesTotal} resources opened`}
          value={(resourcesOpened / resourcesTotal) * 100}
        />
      )}
      {hasOutcome && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {isDecided && (
            <p className="flex items-center gap-2 text-sm">
              <AttendedIcon
                aria-hidden
                className={attended ? 'size-5 text-primary' : 'size-5 text-muted-foreground'}
              />
              {attended ? 'Session attended' : 'Session missed'}
            </p>
          )}
          <CertificateDoor progress={progress} />
        </div>
      )}
      {progress.certificateRefusal && (
        <p className="text-sm text-muted-foreground">{progress.certificateRefusal}</p>
      )}
    </section>
  )
}

function CertificateDoor({ progress }: { progress: BootcampProgressFacts }) {
  const [isAsking, setIsAsking] = useState(false)
  const { user } = useSession()
  if (progress.certificate) {
    if (progress.certificate.status === 'revoked') return null
    return (
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="outline" size="sm">
          <Link to={`/certificates/${progress.certificate.code}`}>
            <Award aria-hidden />
            View certificate
          </Link>
        </Button>
        <Button asChild variant="ghost" size="sm">
          <a href={linkedInAddress(progress.certificate)} target="_blank" rel="noreferrer">
            <BriefcaseBusiness aria-hidden />
            Add to LinkedIn
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </Button>
      </div>
    )
  }
  if (!progress.canHaveCertificate || user?.isImpersonating) return null
  return (
    <>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        <Award aria-hidden />
        Get your certificate
      </Button>
      <IssueCertificate progress={progress} open={isAsking} onOpenChange={setIsAsking} />
    </>
  )
}
