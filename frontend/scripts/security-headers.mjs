/**
 * Writes the response headers of the site as an nginx snippet, dist-meta/security-headers.conf.
 * nginx drops inherited headers wherever a location adds its own, so include it in each location.
 */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { loadEnv } from 'vite'

const OUT = 'dist'
const META = 'dist-meta'

/** Inline scripts run only if the policy names their hash, which changes with every character. */
async function inlineScriptHashes() {
  const hashes = new Set()
  const files = await readdir(OUT, { recursive: true })
  for (const file of files.filter((name) => name.endsWith('.html'))) {
    const html = await readFile(path.join(OUT, file), 'utf8')
    for (const [, attributes, code] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
      if (/\ssrc=/.test(attributes)) continue
      hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    }
  }
  return [...hashes].sort()
}

/** Uploads go straight from the browser to the object storage, where there is one. */
function storageOrigin() {
  const { S3_BUCKET, S3_ENDPOINT_URL, S3_REGION } = loadEnv('production', path.resolve('..'), 'S3_')
  if (!S3_BUCKET) return []
  if (S3_ENDPOINT_URL) return [new URL(S3_ENDPOINT_URL).origin]
  const region = S3_REGION || 'us-east-1'
  const suffix = region.startsWith('cn-') ? '.cn' : ''
  return [`https://${S3_BUCKET}.s3.${region}.amazonaws.com${suffix}`]
}

/** Stripe.js starts its scripts and frames on subdomains that vary, so their pattern is named too. */
const STRIPE_JS = ['https://js.stripe.com', 'https://*.js.stripe.com']

const policy = {
  'default-src': ["'self'"],
  'script-src': ["'self'", ...(await inlineScriptHashes()), ...STRIPE_JS],
  // Dialogs add a style element of their own to stop the page from scrolling behind them.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'https://*.stripe.com'],
  'font-src': ["'self'"],
  'connect-src': ["'self'", 'https://api.stripe.com', ...storageOrigin()],
  'frame-src': [...STRIPE_JS, 'https://hooks.stripe.com'],
  'worker-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

const headers = {
  'Content-Security-Policy': Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
  // Popups opened by the payment form must be able to answer it; pages that open us still cannot
  // reach us.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
}

const quoted = (value) => (value.includes('"') ? `'${value}'` : `"${value}"`)
const lines = Object.entries(headers).map(
  ([name, value]) => `add_header ${name} ${quoted(value)} always;`,
)
await mkdir(META, { recursive: true })
await writeFile(path.join(META, 'security-headers.conf'), `${lines.join('\n')}\n`)
console.log(`wrote ${META}/security-headers.conf`)
