/** Object storage as an upload meets it: what was sent is kept, and the test says how it goes. */
import { vi } from 'vitest'

export interface SentFile {
  method: string
  url: string
  headers: Record<string, string>
  body: unknown
  isAborted: boolean
  progress: (loaded: number) => void
  answer: (status: number) => void
  /** The network is gone. */
  breakOff: () => void
}

/** Takes the place of XMLHttpRequest, which happy-dom has without progress. */
export function takeUploads(): SentFile[] {
  const sent: SentFile[] = []
  class Request implements SentFile {
    method = ''
    url = ''
    headers: Record<string, string> = {}
    body: unknown = null
    isAborted = false
    status = 0
    upload: { onprogress: ((event: { loaded: number }) => void) | null } = { onprogress: null }
    onload: (() => void) | null = null
    onerror: (() => void) | null = null
    onabort: (() => void) | null = null
    open(method: string, url: string) {
      this.method = method
      this.url = url
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value
    }
    send(body: unknown) {
      this.body = body
      sent.push(this)
    }
    abort() {
      this.isAborted = true
      this.onabort?.()
    }
    progress(loaded: number) {
      this.upload.onprogress?.({ loaded })
    }
    answer(status: number) {
      this.status = status
      this.onload?.()
    }
    breakOff() {
      this.onerror?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return sent
}
