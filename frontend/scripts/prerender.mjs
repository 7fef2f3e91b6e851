/**
 * Writes the public pages as finished HTML, the page that the page server fills in, the empty shell that every other route starts from, and
 * what search engines, phones and finders of holes ask for: sitemap, robots, manifest, security.txt.
 * Runs after both builds (`vite build` and `vite build --ssr`).
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const OUT = 'dist'
const HEAD_SLOT = '<!--page-head-->'
const BODY_SLOT = '<!--page-body-->'
/** Filled by the page server alone, with what the application says at the time. */
const DATA_SLOT = '<!--page-data-->'
const PAGE_SERVER = 'dist-ssr'
const STRIPE_JS = 'https://js.stripe.com/endive/stripe.js'
const APP_ONLY = [
  '/admin',
  '/portal',
  '/home',
  '/checkout',
  '/confirmation',
  '/wrong-address',
  '/auth',
  '/profile',
  '/unsubscribe',
  '/join',
  '/waiting',
  '/offer',
  '/feedback',
]
/** Everything else on the page works without a script. */
const NEEDS_SCRIPT = ['/contact']
/** A finished page says all it has to say without the first script. */
const NOT_STARTED = [
  /<style>[^<]*\.not-started[^<]*<\/style>\s*/,
  /<div class="not-started">[\s\S]*?<\/div>\s*/,
]
const SHARED_PICTURE = {
  path: '/share.png',
  width: 1200,
  height: 630,
  alt: 'Your software idea, live and selling in 90 days: build, launch, market.',
}

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text) => String(text).replace(/[&<>"]/g, (character) => escapes[character])

/** Replaces text that must be there: a silent miss would ship a page without its content. */
function replaceOnce(html, pattern, replacement) {
  if (!(typeof pattern === 'string' ? html.includes(pattern) : pattern.test(html)))
    throw new Error(`The built index.html has no ${pattern}`)
  return html.replace(pattern, () => replacement)
}

const inHead = (lines) => lines.join('\n    ')

/** What every page sets text in. The other two files are for letters with accents. */
const FONTS = /^(display|sans)-basic-latin-.{8}\.woff2$/

async function fontPreloads() {
  const assets = await readdir(path.join(OUT, 'assets'))
  return assets
    .filter((name) => FONTS.test(name))
    .map(
      (name) =>
        `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${name}">`,
    )
}

/** The one script of that name, and all that it imports. */
async function withImports(module) {
  const assets = await readdir(path.join(OUT, 'assets'))
  const found = assets.filter((name) => new RegExp(`^${module}-.{8}\\.js$`).test(name))
  if (found.length !== 1) throw new Error(`The build has ${found.length} scripts called ${module}`)
  const needed = new Set(found)
  for (const name of needed) {
    const code = await readFile(path.join(OUT, 'assets', name), 'utf8')
    const imported = code.matchAll(/\b(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)
    for (const [, other] of imported) needed.add(other)
  }
  return needed
}

/** A page without content needs the app, which its first script only asks for: ask at once. */
async function scriptPreloads(...modules) {
  const needed = new Set()
  for (const module of modules) for (const name of await withImports(module)) needed.add(name)
  return [...needed].map((name) => `<link rel="modulepreload" crossorigin href="/assets/${name}">`)
}

/** What the checkout asks for first, and the provider's script: on their way before the app runs. */
const CHECKOUT_PRELOADS = [
  ...['/api/checkout', '/api/bootcamps', '/api/bundles'].map(
    (address) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${address}">`,
  ),
  `<link rel="preload" as="script" href="${STRIPE_JS}">`,
]

/** The provider's public key, where the build knows it: its script starts without asking us first. */
const paymentKey = process.env.STRIPE_PUBLISHABLE_KEY
  ? [`<meta name="payment-key" content="${escapeHtml(process.env.STRIPE_PUBLISHABLE_KEY)}">`]
  : []

/** One request less before the first paint; the pages are small enough to carry their styles. */
async function inlineStyles(html) {
  const { link, file } = linkedStyles(html)
  const css = await readFile(path.join(OUT, file), 'utf8')
  return replaceOnce(html, link, `<style>${css}</style>`)
}

/** The sales page's own styles, and where the app finds all of them. */
async function inlineStylesOfSalesPage(html) {
  const { link, file } = linkedStyles(html)
  const assets = await readdir(path.join(OUT, 'assets'))
  const own = assets.filter((name) => /^sales-page-.{8}\.css$/.test(name))
  if (own.length !== 1) throw new Error(`The build has ${own.length} styles of the sales page`)
  const css = await readFile(path.join(OUT, 'assets', own[0]), 'utf8')
  return replaceOnce(html, link, `<style data-all-styles="/${file}">${css}</style>`)
}

function linkedStyles(html) {
  const found = html.match(/<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/)
  if (!found) throw new Error('The built index.html links no stylesheet')
  return { link: found[0], file: found[1] }
}

/** The page can be read before the script runs, so painting goes first. */
function deferToPainting(html) {
  return replaceOnce(
    html,
    '<script type="module" ',
    '<script type="module" fetchpriority="low" ',
  ).replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')
}

function pageHead({ title, description, canonicalUrl }) {
  const property = (name, content) => `<meta property="${name}" content="${escapeHtml(content)}">`
  const named = (name, content) => `<meta name="${name}" content="${escapeHtml(content)}">`
  const picture = new URL(SHARED_PICTURE.path, site.url).href
  return [
    named('description', description),
    `<link rel="canonical" href="${escapeHtml(canonicalUrl)}">`,
    property('og:type', 'website'),
    property('og:site_name', site.name),
    property('og:title', title),
    property('og:description', description),
    property('og:url', canonicalUrl),
    property('og:image', picture),
    property('og:image:width', SHARED_PICTURE.width),
    property('og:image:height', SHARED_PICTURE.height),
    property('og:image:alt', SHARED_PICTURE.alt),
    named('twitter:card', 'summary_large_image'),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', picture),
    named('twitter:image:alt', SHARED_PICTURE.alt),
  ]
}

function sitemap() {
  const entries = publicPaths.map(
    (pagePath) => `  <url><loc>${escapeHtml(new URL(pagePath, site.url).href)}</loc></url>`,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>\n',
  ].join('\n')
}

/** The API stays readable: the dates and prices on the sales page come from there. */
function robots() {
  return [
    'User-agent: *',
    ...APP_ONLY.map((prefix) => `Disallow: ${prefix}`),
    '',
    `Sitemap: ${new URL('/sitemap.xml', site.url).href}\n`,
  ].join('\n')
}

/** Where to report a weakness (RFC 9116). It must end within a year; every build writes it anew. */
function securityTxt() {
  const ends = new Date(Date.now() + 360 * 24 * 60 * 60 * 1000)
  return [
    `Contact: mailto:${site.supportEmail}`,
    `Contact: ${new URL('/contact', site.url).href}`,
    `Expires: ${ends.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${new URL('/.well-known/security.txt', site.url).href}\n`,
  ].join('\n')
}

function manifest() {
  const icon = (src, sizes, purpose) => ({ src, sizes, type: 'image/png', purpose })
  return JSON.stringify({
    name: site.name,
    short_name: site.name,
    start_url: '/',
    display: 'browser',
    background_color: '#fcfbf6',
    theme_color: '#fcfbf6',
    icons: [
      icon('/icon-192.png', '192x192', 'any'),
      icon('/icon-512.png', '512x512', 'any'),
      icon('/icon-maskable-512.png', '512x512', 'maskable'),
    ],
  })
}

const { renderPage, publicPaths, site } = await import(
  pathToFileURL(path.resolve(PAGE_SERVER, 'entry-prerender.js')).href
)
const template = await readFile(path.join(OUT, 'index.html'), 'utf8')
const everywhere = ['<link rel="manifest" href="/manifest.json">', ...(await fontPreloads())]

const shellHead = [
  '<meta name="robots" content="noindex">',
  ...everywhere,
  ...(await scriptPreloads('main')),
]
const withoutData = replaceOnce(template, DATA_SLOT, '')
const shell = replaceOnce(replaceOnce(withoutData, HEAD_SLOT, inHead(shellHead)), BODY_SLOT, '')
await writeFile(path.join(OUT, '__spa.html'), shell)
// The same for certificates, with room for what other sites are told of one.
const certificates = replaceOnce(replaceOnce(template, HEAD_SLOT, inHead(shellHead)), BODY_SLOT, '')
await writeFile(path.join(PAGE_SERVER, 'certificate-page.html'), certificates)

/** The checkout's frame, until the app has filled it: its own shell, with all that it needs named. */
async function checkoutShell() {
  const page = await renderPage('/checkout')
  const head = [
    '<meta name="robots" content="noindex">',
    ...everywhere,
    ...paymentKey,
    ...CHECKOUT_PRELOADS,
    ...(await scriptPreloads('main', 'checkout-page', 'card-form')),
  ]
  let html = replaceOnce(await inlineStyles(withoutData), HEAD_SLOT, inHead(head))
  // The page says it itself, where the dates would stand.
  html = replaceOnce(html, /<p style="[^>]*>\s*This page needs JavaScript[\s\S]*?<\/p>\s*/, '')
  html = replaceOnce(html, /<title>[^<]*<\/title>/, `<title>${escapeHtml(page.title)}</title>`)
  const root = '<div id="root" data-path="/checkout" data-start="at-once">'
  html = replaceOnce(replaceOnce(html, '<div id="root">', root), BODY_SLOT, page.html)
  return deferToPainting(html)
}
await mkdir(path.join(OUT, 'checkout'), { recursive: true })
await writeFile(path.join(OUT, 'checkout/index.html'), await checkoutShell())

const finished = NOT_STARTED.reduce((html, part) => replaceOnce(html, part, ''), template)
const fast = deferToPainting(await inlineStyles(finished))
const fastest = deferToPainting(await inlineStylesOfSalesPage(finished))
for (const pagePath of publicPaths) {
  const page = await renderPage(pagePath)
  let html = replaceOnce(
    pagePath === '/' ? fastest : fast,
    HEAD_SLOT,
    inHead([...pageHead(page), ...everywhere]),
  )
  html = replaceOnce(html, /<title>[^<]*<\/title>/, `<title>${escapeHtml(page.title)}</title>`)
  if (!NEEDS_SCRIPT.includes(pagePath))
    html = replaceOnce(html, /<noscript>[\s\S]*?<\/noscript>\s*/, '')
  const root = `<div id="root" data-path="${pagePath}">`
  if (pagePath === '/') {
    // With the offer in it the page is whole, and the app waits until somebody needs it.
    const onDemand = root.replace('>', ' data-start="on-demand">')
    const salesPage = replaceOnce(html, '<div id="root">', onDemand)
    await writeFile(path.join(PAGE_SERVER, 'sales-page.html'), salesPage)
  }
  html = replaceOnce(html, '<div id="root">', root)
  html = replaceOnce(replaceOnce(html, BODY_SLOT, page.html), DATA_SLOT, '')
  const folder = path.join(OUT, pagePath)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'index.html'), html)
  console.log(`prerendered ${pagePath} (${Buffer.byteLength(html)} bytes)`)
}

await writeFile(path.join(OUT, 'sitemap.xml'), sitemap())
await writeFile(path.join(OUT, 'robots.txt'), robots())
await writeFile(path.join(OUT, 'manifest.json'), manifest())
await mkdir(path.join(OUT, '.well-known'), { recursive: true })
await writeFile(path.join(OUT, '.well-known/security.txt'), securityTxt())

// The query cache keeps a five-minute timer per page, which would hold the process open.
process.exit(0)
