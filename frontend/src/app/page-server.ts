/**
 * The sales page with today's offer in it: asks the application what is for sale and renders the page
 * anew when that has changed; and a certificate's page with what other sites show of it. nginx keeps what
 * this answers, and has the built page if nobody does.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { askApplication } from './ask-application'
import { certificatePage, codeIn } from './certificate-tags'
import { salesPage } from './sales-page'

const { PAGES_BIND = '127.0.0.1', PAGES_PORT = '8002' } = process.env
/** For nginx alone, which sends visitors a header of its own: see deploy/nginx/site.conf. */
const FOR_NGINX = 's-maxage=1'
/** A certificate changes once in its life, when it is revoked. */
const FOR_NGINX_LONGER = 's-maxage=60'
const HTML = 'text/html; charset=utf-8'
/** Prometheus asks here: an answer is all it needs. nginx leads no visitor to it. */
const METRICS = '/metrics'

const template = readFileSync(path.join(import.meta.dirname, 'sales-page.html'), 'utf8')
const shell = readFileSync(path.join(import.meta.dirname, 'certificate-page.html'), 'utf8')
const page = salesPage({ template, ask: (path) => askApplication(path) })

const server = createServer((request, response) => {
  void (async () => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return
    }
    try {
      const code = codeIn(request.url ?? '')
      if (code !== null) {
        const forwardedFor = request.headers['x-forwarded-for']?.toString()
        const html = await certificatePage({
          template: shell,
          code,
          ask: (path) => askApplication(path, forwardedFor),
        })
        response.writeHead(200, { 'Content-Type': HTML, 'Cache-Control': FOR_NGINX_LONGER })
        response.end(request.method === 'HEAD' ? undefined : html)
        return
      }
      const encoding = request.headers['accept-encoding'] ?? ''
      const { body, etag, headers } = await page.in(encoding)
      if (request.url === METRICS) {
        response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
        response.end('# The sales page can be rendered.\n')
        return
      }
      response.writeHead(200, {
        'Content-Type': HTML,
        'Content-Length': body.length,
        'Cache-Control': FOR_NGINX,
        ETag: etag,
        ...headers,
      })
      response.end(request.method === 'HEAD' ? undefined : body)
    } catch (error) {
      process.stderr.write(`The page couldn't be rendered: ${String(error)}\n`)
      response.writeHead(503).end()
    }
  })()
})

server.listen(Number(PAGES_PORT), PAGES_BIND)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  })
}
