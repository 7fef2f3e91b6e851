/** What is for sale, asked of gunicorn itself as nginx would ask for a visitor. */
import { request } from 'node:http'
import { site } from '@/lib/site'

const { WEB = '127.0.0.1:8001' } = process.env
const PATIENCE_MS = 2000

/** The answer's text, as it came. */
export function askApplication(path: string): Promise<string> {
  const { host, protocol } = new URL(site.url)
  // It answers for its own name only, and over TLS only where the site has it.
  const headers = {
    Host: host,
    Accept: 'application/json',
    'X-Forwarded-For': '127.0.0.1',
    'X-Forwarded-Proto': protocol.slice(0, -1),
  }
  return new Promise((resolve, reject) => {
    const asked = request(`http://${WEB}${path}`, { headers, timeout: PATIENCE_MS }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(Buffer.concat(chunks).toString())
        else reject(new Error(`${path} answered ${answer.statusCode}`))
      })
    })
    asked.on('timeout', () => asked.destroy(new Error(`${path} took too long`)))
    asked.on('error', reject)
    asked.end()
  })
}
