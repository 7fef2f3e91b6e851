/** The certificate itself, the same on the screen and on paper. */
import type { components } from '@/api/schema'
import { BrandMark } from '@/components/brand-mark'
import { certificateAddress } from '@/lib/certificate-links'
import { formatDate } from '@/lib/dates'
import { site } from '@/lib/site'

type Certificate = components['schemas']['CertificateOut']

/** Easier to read aloud and to type: ABCD-EFGH-JKLM. */
function spoken(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}

export function CertificateSheet({ certificate }: { certificate: Certificate }) {
  const { code, holderName, bootcampName, startDate, timezone, issuedAt } = certificate
  const address = certificateAddress(certificate)
  return (
    <article
      aria-label="Certificate of completion"
      className="relative grid place-content-center justify-items-center gap-8 overflow-hidden rounded-2xl border bg-surface px-6 py-14 text-center shadow-card [page:certificate] sm:aspect-[1.414] sm:px-16 print:aspect-auto print:min-h-[170mm] print:rounded-none print:shadow-none"
    >
      <span
        aria-hidden
        className="pointer-events-none absolute inset-3 rounded-xl border-2 border-primary/25 sm:inset-5 print:rounded-none"
      />
      <p className="flex items-center gap-3 font-display text-lg font-bold tracking-tight">
        <BrandMark />
        {site.name}
      </p>
      <div className="grid justify-items-center gap-3">
        <h2 className="text-lead font-medium text-muted-foreground">Certificate of completion</h2>
        <p className="font-display text-title font-extrabold text-balance wrap-anywhere sm:text-display">
          {holderName}
        </p>
        <p className="max-w-120 text-lead text-balance">
          took part in the live bootcamp{' '}
          <strong className="font-semibold wrap-anywhere">{bootcampName}</strong> on{' '}
          <span className="whitespace-nowrap">{formatDate(startDate, timezone)}</span> and completed
          it.
        </p>
      </div>
      <span aria-hidden className="h-1 w-16 rounded-full bg-accent print:bg-primary" />
      <dl className="grid gap-x-10 gap-y-4 text-sm sm:grid-cols-3 print:grid-cols-3">
        <Fact name="Issued">{formatDate(issuedAt, timezone)}</Fact>
        <Fact name="By">{site.operatorName}</Fact>
        <Fact name="Code">{spoken(code)}</Fact>
      </dl>
      <p className="text-sm wrap-anywhere text-muted-foreground">
        Verify it at <span className="text-foreground">{address.replace(/^https?:\/\//, '')}</span>
      </p>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  )
}
