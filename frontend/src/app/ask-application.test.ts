// @vitest-environment node
/** Whom the application is told that the page server asks for, against a real server. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let application: Server
const heard: (string | undefined)[] = []

beforeEach(async () => {
  heard.length = 0
  application = createServer((request, response) => {
    heard.push(request.headers['x-forwarded-for']?.toString())
    response.writeHead(request.url === '/api/limited' ? 429 : 200).end('[]')
  })
  await new Promise<void>((resolve) => {
    application.listen(0, '127.0.0.1', resolve)
  })
  vi.stubEnv('WEB', `127.0.0.1:${(application.address() as AddressInfo).port}`)
  vi.resetModules()
})

afterEach(() => {
  vi.unstubAllEnvs()
  application.close()
})

test('each visitor is named, and nobody in particular for the sales page', async () => {
  const { askApplication } = await import('./ask-application')
  expect(await askApplication('/api/certificates/A', '6.6.6.6, 203.0.113.7')).toBe('[]')
  await askApplication('/api/bootcamps')
  expect(heard).toEqual(['6.6.6.6, 203.0.113.7', '127.0.0.1'])
})

test('a refusal is told with its status', async () => {
  const { askApplication } = await import('./ask-application')
  await expect(askApplication('/api/limited')).rejects.toMatchObject({ status: 429 })
})
