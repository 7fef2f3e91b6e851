/** Asks gunicorn itself, as nginx would for a visitor. */
import { request } from 'node:http'
import { site } from '@/lib/site'

const { WEB = '127.0.0.1:8001' } = process.env
const PATIENCE_MS = 2000

/** The application answered, with something other than 200. */
export class RefusedByApplication extends Error {
  readonly status: number

  constructor(path: string, status: number) {
    super(`${path} answered ${status}`)
    this.status = status
  }
}

/**
 * The answer's text, as it came. `forwardedFor` is the header that nginx sent along: the application's
 * limits then count that visitor, not this server.
 */
export function askApplication(path: string, forwardedFor = '127.0.0.1'): Promise<string> {
  const { host, protocol } = new URL(site.url)
  // It answers for its own name only, and over TLS only where the site has it.
  const headers = {
    Host: host,
    Accept: 'application/json',
    'X-Forwarded-For': forwardedFor,
    'X-Forwarded-Proto': protocol.slice(0, -1),
  }
  return new Promise((resolve, reject) => {
    const asked = request(`http://${WEB}${path}`, { headers, timeout: PATIENCE_MS }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(Buffer.concat(chunks).toString())
        else reject(new RefusedByApplication(path, answer.statusCode ?? 0))
      })
    })
    asked.on('timeout', () => asked.destroy(new Error(`${path} took too long`)))
    asked.on('error', reject)
    asked.end()
  })
}
