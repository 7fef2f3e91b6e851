/** Where a certificate can be shown: its own address, and LinkedIn's form for adding one to a profile. */
import { site } from './site'

interface Certificate {
  code: string
  bootcampName: string
  issuedAt: string
  timezone: string
}

export const certificateAddress = ({ code }: Pick<Certificate, 'code'>) =>
  `${site.url}/certificates/${code}`

/** With its fields filled in; whoever opens it looks it over and saves it there. */
export function linkedInAddress(certificate: Certificate): string {
  const { code, bootcampName, issuedAt, timezone } = certificate
  const parts = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'numeric',
    timeZone: timezone,
  }).formatToParts(new Date(issuedAt))
  const part = (wanted: 'year' | 'month') => parts.find(({ type }) => type === wanted)?.value ?? ''
  const fields = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: bootcampName,
    organizationName: site.operatorName,
    issueYear: part('year'),
    issueMonth: part('month'),
    certUrl: certificateAddress(certificate),
    certId: code,
  })
  return `https://www.linkedin.com/profile/add?${fields}`
}
