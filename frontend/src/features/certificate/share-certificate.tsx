/** Its own holder shows a certificate to others: on their LinkedIn profile, or wherever they share things. */
import { BriefcaseBusiness, Share2 } from 'lucide-react'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { certificateAddress, linkedInAddress } from '@/lib/certificate-links'
import { site } from '@/lib/site'
import { toast } from '@/lib/toast'

type Certificate = components['schemas']['CertificateOut']

/** Beside "Copy link", which is there for everybody: a browser without a share sheet has that. */
export function ShareCertificate({ certificate }: { certificate: Certificate }) {
  return (
    <>
      <Button asChild variant="outline" size="sm">
        <a href={linkedInAddress(certificate)} target="_blank" rel="noreferrer">
          <BriefcaseBusiness aria-hidden />
          Add to LinkedIn
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </Button>
      {typeof navigator.share === 'function' && (
        <Button variant="outline" size="sm" onClick={() => void share(certificate)}>
          <Share2 aria-hidden />
          Share
        </Button>
      )}
    </>
  )
}

async function share(certificate: Certificate) {
  try {
    await navigator.share({
      title: `${certificate.bootcampName} · ${site.name}`,
      text: `My certificate of completion: ${certificate.bootcampName}`,
      url: certificateAddress(certificate),
    })
  } catch (error) {
    // Closing the share sheet is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast({
      title: "Sharing didn't work",
      description: 'Use “Copy link” instead.',
      variant: 'destructive',
    })
  }
}
