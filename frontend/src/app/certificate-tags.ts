/**
 * What other sites show beside a link to a certificate: whose it is, of which class, and its picture.
 * They run no script, so the tags are written into the page before it is sent.
 */
import type { components } from '@/api/schema'
import { certificateAddress } from '@/lib/certificate-links'
import { site } from '@/lib/site'
import { RefusedByApplication } from './ask-application'

type Certificate = components['schemas']['CertificateOut']

const DATA_SLOT = '<!--page-data-->'
const PICTURE = { width: 1200, height: 630 }
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** The code of a certificate's page; nothing for any other address. */
export function codeIn(address: string): string | null {
  const [path = ''] = address.split('?')
  return /^\/certificates\/([A-Za-z0-9-]{1,40})\/?$/.exec(path)?.[1] ?? null
}

interface Given {
  template: string
  code: string
  ask: (path: `/api/certificates/${string}`) => Promise<string>
}

/**
 * Where the certificate is unknown or revoked: the page as it is, without tags. Throws when the
 * application couldn't say, so that nobody keeps a page without tags for a valid certificate.
 */
export async function certificatePage({ template, code, ask }: Given): Promise<string> {
  const certificate = await ask(`/api/certificates/${code}`)
    .then((text) => JSON.parse(text) as Certificate)
    .catch((error: unknown) => {
      if (error instanceof RefusedByApplication && error.status === 404) return null
      throw error
    })
  const tags = certificate?.status === 'valid' ? tagsOf(certificate) : ''
  return template.replace(DATA_SLOT, () => tags)
}

function tagsOf(certificate: Certificate): string {
  const { holderName, bootcampName, code } = certificate
  const title = `${holderName}: ${bootcampName}`
  const description = `Certificate of completion, issued by ${site.operatorName}.`
  const picture = `${site.url}/api/certificates/${code}/picture.png`
  const named: Record<string, string> = {
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': picture,
  }
  const properties: Record<string, string> = {
    'og:type': 'website',
    'og:site_name': site.name,
    'og:title': title,
    'og:description': description,
    'og:url': certificateAddress(certificate),
    'og:image': picture,
    'og:image:width': String(PICTURE.width),
    'og:image:height': String(PICTURE.height),
    'og:image:alt': `Certificate of completion: ${title}`,
  }
  const meta = (kind: 'name' | 'property', tags: Record<string, string>) =>
    Object.entries(tags).map(
      ([name, value]) => `<meta ${kind}="${name}" content="${escapeHtml(value)}">`,
    )
  return [...meta('property', properties), ...meta('name', named)].join('\n    ')
}
