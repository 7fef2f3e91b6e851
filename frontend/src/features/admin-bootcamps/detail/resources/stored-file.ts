/** Sends a file straight to the object storage, before it becomes a resource. */
import { errorMessage } from '@/api/api-error'
import { api } from '@/api/client'

export interface StoredFile {
  /** The address it lies at, which opens nothing without a signature. */
  url: string
  fileName: string
  fileSize: number
}

export interface UploadProgress {
  sent: number
  total: number
}

interface Watching {
  signal: AbortSignal
  onProgress: (progress: UploadProgress) => void
}

/** Why a file could not be stored, in words for the reader. */
export class UploadError extends Error {
  override readonly name = 'UploadError'
}

export const isCanceled = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError'

async function askForAddress(file: File, signal: AbortSignal) {
  try {
    const { data } = await api.POST('/api/objects/upload', {
      body: { fileName: file.name, contentType: file.type, fileSize: file.size },
      signal,
    })
    if (data) return data
  } catch (error) {
    signal.throwIfAborted()
    throw new UploadError(errorMessage(error, 'Failed to get upload URL'))
  }
  throw new UploadError('Failed to get upload URL')
}

/** Not `fetch`, which cannot say how far an upload has come. */
function send(file: File, url: string, headers: Record<string, string>, watching: Watching) {
  const { signal, onProgress } = watching
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = () => reject(new UploadError('Failed to upload file'))
    request.upload.onprogress = ({ loaded }) =>
      onProgress({ sent: Math.min(loaded, file.size), total: file.size })
    request.onload = () => (request.status >= 200 && request.status < 300 ? resolve() : fail())
    request.onerror = fail
    request.ontimeout = fail
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.send(file)
  })
}

export async function storeFile(file: File, watching: Watching): Promise<StoredFile> {
  const { uploadURL, headers } = await askForAddress(file, watching.signal)
  watching.signal.throwIfAborted()
  await send(file, uploadURL, headers, watching)
  const [url = ''] = uploadURL.split('?')
  return { url, fileName: file.name, fileSize: file.size }
}
