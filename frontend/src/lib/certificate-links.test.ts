import { expect, test } from 'vitest'
import { makeCertificate } from '@/test/billing'
import { certificateAddress, linkedInAddress } from './certificate-links'
import { site } from './site'

test('LinkedIn is told name, issuer, month, address and code, as its form calls them', () => {
  const certificate = makeCertificate({
    bootcampName: 'Build & Launch, 100%',
    // Still December where the class was.
    issuedAt: '2027-01-01T03:00:00Z',
    timezone: 'America/New_York',
  })
  const address = new URL(linkedInAddress(certificate))
  expect(address.origin + address.pathname).toBe('https://www.linkedin.com/profile/add')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'Build & Launch, 100%',
    organizationName: site.operatorName,
    issueYear: '2026',
    issueMonth: '12',
    certUrl: `${site.url}/certificates/${certificate.code}`,
    certId: certificate.code,
  })
  expect(certificateAddress(certificate)).toBe(`${site.url}/certificates/${certificate.code}`)
})
