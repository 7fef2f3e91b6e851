/** A certificate at its public address: genuine, revoked or unknown; and a sheet worth printing. */
import { BadgeCheck, FileX2, Printer, ShieldX } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { ApiError } from '@/api/api-error'
import { $api } from '@/api/client'
import { CopyButton } from '@/components/copy-button'
import { NoticePage } from '@/components/notice-page'
import { OnPaper } from '@/components/on-paper'
import { PageShell } from '@/components/page-shell'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { certificateAddress } from '@/lib/certificate-links'
import { site } from '@/lib/site'
import { UpgradeOffers } from '@/session/upgrade-offers'
import { CertificateSheet } from './certificate-sheet'
import { ShareCertificate } from './share-certificate'

function useCertificate(code: string) {
  return $api.useQuery(
    'get',
    '/api/certificates/{code}',
    { params: { path: { code } } },
    // Who checks wants to know how it is now.
    { staleTime: 0 },
  )
}

const home = (
  <Button asChild size="lg">
    <Link to="/">Go to the main page</Link>
  </Button>
)

export function CertificatePage() {
  const { code = '' } = useParams()
  const { data, isFetching, error, refetch } = useCertificate(code)

  if (error instanceof ApiError && error.status === 404) {
    return (
      <NoticePage icon={FileX2} heading="Certificate not found" actions={home}>
        <p>
          We haven't issued a certificate with this code. Check it against the one you were given:
          twelve letters and digits.
        </p>
      </NoticePage>
    )
  }
  if (data?.status === 'revoked') {
    return (
      <NoticePage
        icon={ShieldX}
        eyebrow={data.bootcampName}
        heading="This certificate is no longer valid"
        actions={home}
      >
        <p>It was issued by {site.name} and has since been revoked.</p>
      </NoticePage>
    )
  }
  return (
    <OnPaper isSheet>
      <PageShell>
        <div className="shell grid max-w-260 gap-6 pt-8 pb-20 print:max-w-none print:p-0">
          {data ? (
            <>
              <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
                <div className="grid gap-1">
                  <h1 className="flex items-center gap-3 text-2xl font-extrabold tracking-tight">
                    <BadgeCheck aria-hidden className="size-7 shrink-0 text-primary" />
                    This certificate is genuine
                  </h1>
                  <p className="text-muted-foreground">
                    {site.name} issued it to {data.holderName}.
                  </p>
                </div>
                <div className="flex flex-wrap gap-3">
                  {data.isYours && <ShareCertificate certificate={data} />}
                  <CopyButton text={certificateAddress(data)} label="Copy link">
                    Copy link
                  </CopyButton>
                  <Button size="sm" onClick={() => window.print()}>
                    <Printer aria-hidden />
                    Print or save as PDF
                  </Button>
                </div>
              </div>
              <CertificateSheet certificate={data} />
              {data.isYours && <UpgradeOffers className="print:hidden" />}
            </>
          ) : (
            <Waiting failed={error !== null} retrying={isFetching} onRetry={() => void refetch()} />
          )}
        </div>
      </PageShell>
    </OnPaper>
  )
}

interface WaitingProps {
  failed: boolean
  retrying: boolean
  onRetry: () => void
}

function Waiting({ failed, retrying, onRetry }: WaitingProps) {
  return (
    <>
      <h1 className="sr-only">Certificate</h1>
      {failed ? (
        <ErrorState
          title="The certificate couldn't be verified"
          retrying={retrying}
          onRetry={onRetry}
        />
      ) : (
        <div role="status" className="grid gap-6">
          <span className="sr-only">Verifying the certificate</span>
          <Skeleton className="h-12 w-80 max-w-full" />
          <Skeleton className="aspect-[4/3] rounded-2xl sm:aspect-[1.414]" />
        </div>
      )}
    </>
  )
}
