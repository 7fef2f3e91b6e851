/** A site of a journey's own, on the same database: one that may lose its application and its page server. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const NGINX =
  'source tools/environment.sh; source tools/nginx.sh; exec nginx -p $NGINX_DIR -c nginx.conf -e stderr'

export interface OwnSite {
  url: string
  /** Where Prometheus asks whether the sales page can be rendered; no visitor gets there. */
  pageServerMetrics: string
  /** From one moment to the next, and with all of its processes. */
  kill: (part: 'application' | 'pageServer') => Promise<void>
  close: () => Promise<void>
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const listener = createServer()
    listener.once('error', reject)
    listener.listen(0, '127.0.0.1', () => {
      const address = listener.address()
      listener.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function answers(url: string) {
  for (let tries = 0; tries < 300; tries += 1) {
    const isThere = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} did not answer`)
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    // A group of its own, and so its workers go with it.
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  })
}

export async function openOwnSite(): Promise<OwnSite> {
  const [port, webPort, pagesPort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    ...process.env,
    PORT: String(port),
    WEB_PORT: String(webPort),
    PAGES_PORT: String(pagesPort),
    WEB: `127.0.0.1:${webPort}`,
    WEB_WORKERS: '1',
    TRUSTED_PROXY_COUNT: '1',
    DEBUG: 'false',
  }
  const begin = (command: string, args: string[], cwd = ROOT) =>
    spawn(command, args, { cwd, env, detached: true, stdio: 'ignore' })
  const gunicorn = ['-c', 'config/gunicorn.py', 'config.wsgi']
  const parts = {
    application: begin(`${ROOT}/.venv/bin/gunicorn`, gunicorn, `${ROOT}/backend`),
    pageServer: begin('node', ['frontend/dist-ssr/page-server.js']),
    nginx: begin('bash', ['-c', NGINX]),
  }
  const url = `http://localhost:${port}`
  const pageServerMetrics = `http://127.0.0.1:${pagesPort}/metrics`
  const close = async () => {
    for (const part of Object.values(parts)) await end(part)
  }
  try {
    await answers(`http://127.0.0.1:${webPort}/healthz`)
    await answers(pageServerMetrics)
    await answers(`${url}/`)
  } catch (error) {
    await close()
    throw error
  }
  return { url, pageServerMetrics, kill: (part) => end(parts[part]), close }
}
