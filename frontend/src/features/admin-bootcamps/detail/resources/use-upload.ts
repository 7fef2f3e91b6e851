/** One upload at a time: how far it is, its end, and that nobody leaves it by accident. */
import { useEffect, useRef, useState } from 'react'
import { type StoredFile, storeFile, type UploadProgress } from './stored-file'

export interface Upload {
  /** Null while nothing is under way. */
  progress: UploadProgress | null
  /** Rejects with an UploadError, or with the signal's reason once canceled. */
  send: (file: File) => Promise<StoredFile>
  cancel: () => void
  /** The file was refused for what it is: sending it anew is the only way. */
  forget: (file: File) => void
}

export function useUpload(): Upload {
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const running = useRef<AbortController>(null)
  /** What has arrived: should only the resource fail, a retry need not send it again. */
  const arrived = useRef(new WeakMap<File, StoredFile>())
  const isRunning = progress !== null

  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (!isRunning) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isRunning])

  async function send(file: File): Promise<StoredFile> {
    const before = arrived.current.get(file)
    if (before) return before
    const controller = new AbortController()
    running.current = controller
    setProgress({ sent: 0, total: file.size })
    try {
      const stored = await storeFile(file, { signal: controller.signal, onProgress: setProgress })
      arrived.current.set(file, stored)
      return stored
    } finally {
      running.current = null
      setProgress(null)
    }
  }

  return {
    progress,
    send,
    cancel: () => running.current?.abort(),
    forget: (file) => {
      arrived.current.delete(file)
    },
  }
}
