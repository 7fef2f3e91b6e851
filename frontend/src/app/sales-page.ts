/** The finished sales page, rendered anew when its offer has changed. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { KNOWN_ANSWERS_ID, type KnownAnswers } from '@/api/known-answers'
import { STRUCTURED_DATA, structuredData } from '@/features/landing/structured-data'
import { nextChange } from '@/lib/prices'
import { renderPage } from './entry-prerender'

/** What has begun is not on offer, so time alone changes the page. */
const RENDERED_MS = 30_000
/** Nearly as small as at 11, in a tenth of the time. */
const BROTLI_QUALITY = 9

const BODY_SLOT = '<!--page-body-->'
const DATA_SLOT = '<!--page-data-->'

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Encoding = 'br' | 'gzip' | 'identity'

export interface Sent {
  body: Buffer
  etag: string
  headers: Record<string, string>
}

interface Rendered {
  offer: string
  /** When it is rendered anew: soon, and at once when a price ends or sales open. */
  until: number
  html: Buffer
  /** Made when first asked for. */
  encoded: Map<Encoding, Promise<Sent>>
}

interface Given {
  template: string
  /** The text of an answer of the application. */
  ask: (path: '/api/bootcamps' | '/api/bundles' | '/api/reviews') => Promise<string>
  now?: () => number
}

export function salesPage({ template, ask, now = Date.now }: Given) {
  let rendered: Rendered | null = null
  let asking: Promise<Rendered> | null = null
  let reviews = ''

  async function refresh(): Promise<Rendered> {
    const [bootcamps, bundles, newReviews] = await Promise.all([
      ask('/api/bootcamps'),
      ask('/api/bundles'),
      // The offer is told without them, too; those of before are still true.
      ask('/api/reviews').catch(() => reviews),
    ])
    reviews = newReviews
    const at = now()
    const offer = withoutTime(`${bootcamps}\n${bundles}\n${reviews}`)
    if (rendered?.offer === offer && at < rendered.until) return rendered
    const known = {
      asOf: at,
      '/api/bootcamps': JSON.parse(bootcamps),
      '/api/bundles': JSON.parse(bundles),
      ...(reviews && { '/api/reviews': JSON.parse(reviews) }),
    } as KnownAnswers
    const changes = nextChange([...known['/api/bootcamps'], ...known['/api/bundles']], at)
    const until = Math.min(at + RENDERED_MS, changes ?? Number.POSITIVE_INFINITY)
    rendered = { offer, until, html: await withOffer(template, known), encoded: new Map() }
    return rendered
  }

  /** Single-flight: whoever comes while the application is asked waits for that answer. */
  function current(): Promise<Rendered> {
    asking ??= refresh().finally(() => {
      asking = null
    })
    return asking
  }

  return {
    /** In the first of our encodings that is accepted. */
    async in(accepted: string): Promise<Sent> {
      const { html, encoded } = await current()
      const encoding = encodingFor(accepted)
      const made = encoded.get(encoding) ?? encode(html, encoding)
      encoded.set(encoding, made)
      return await made
    },
  }
}

function encodingFor(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

async function encode(html: Buffer, encoding: Encoding): Promise<Sent> {
  const etag = `"${createHash('sha256').update(html).digest('hex').slice(0, 24)}-${encoding}"`
  if (encoding === 'identity') return { body: html, etag, headers: {} }
  const body =
    encoding === 'gzip'
      ? await compress.gzip(html, { level: zlib.Z_BEST_COMPRESSION })
      : await compress.br(html, { params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  return { body, etag, headers: { 'Content-Encoding': encoding } }
}

async function withOffer(template: string, known: KnownAnswers): Promise<Buffer> {
  const { html } = await renderPage('/', known)
  const data = [
    `<script type="${STRUCTURED_DATA}">${structuredData(known['/api/bootcamps'], known.asOf, known['/api/reviews'])}</script>`,
    `<script type="application/json" id="${KNOWN_ANSWERS_ID}">${inScript(known)}</script>`,
  ].join('')
  return Buffer.from(template.replace(DATA_SLOT, () => data).replace(BODY_SLOT, () => html))
}

/** When the seats were counted differs from one answer to the next, and is no news by itself. */
const withoutTime = (offer: string) => offer.replaceAll(/"asOf": ?"[^"]*"/g, '')

/** A name may hold anything; as text of a script it must not be able to end it. */
const inScript = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c')
