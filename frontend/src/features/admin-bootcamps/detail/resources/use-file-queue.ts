/** Several files chosen at once: sent one after another, each with an end of its own. */
import { useEffect, useRef, useState } from 'react'
import { ApiError, errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import { useResourceChanges } from './resource-list'
import { fileProblem, titleFrom } from './resource-schema'
import { isCanceled, UploadError } from './stored-file'
import type { Upload } from './use-upload'

export interface QueuedFile {
  file: File
  /** Refused is what it is for good: sending it again would not help. */
  state: 'waiting' | 'uploading' | 'added' | 'failed' | 'refused'
  problem: string
}

export interface FileQueue {
  files: readonly QueuedFile[]
  isRunning: boolean
  choose: (files: readonly File[]) => void
  /** Sends what isn't there yet; true once everything is. */
  start: () => Promise<boolean>
  /** Nothing more is begun, and what is under way ends. */
  stop: () => void
  clear: () => void
}

export function useFileQueue(bootcampId: number, upload: Upload): FileQueue {
  const { change } = useResourceChanges(bootcampId)
  const [files, setFiles] = useState<readonly QueuedFile[]>([])
  const [isRunning, setIsRunning] = useState(false)
  const isStopped = useRef(false)
  // What is under way ends with the page; nothing may follow it unseen.
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )

  const note = (file: File, state: QueuedFile['state'], problem = '') =>
    setFiles((queued) => queued.map((one) => (one.file === file ? { file, state, problem } : one)))

  async function add(file: File) {
    const source = await upload.send(file)
    const { data } = await api.POST('/api/admin/bootcamps/{bootcamp_id}/resources', {
      params: { path: { bootcamp_id: bootcampId } },
      body: { type: 'FILE', title: titleFrom(file.name), description: '', ...source },
    })
    if (data) await change((resources) => [...resources, data])
  }

  function problemOf(error: unknown, file: File): string {
    if (isCanceled(error)) return 'Canceled'
    if (error instanceof UploadError) return error.message
    // Refused for what it is: what has arrived is of no use.
    if (error instanceof ApiError && error.status < 500) upload.forget(file)
    return errorMessage(error, 'Error creating resource')
  }

  async function start() {
    isStopped.current = false
    setIsRunning(true)
    let missing = files.filter(({ state }) => state === 'refused').length
    for (const { file, state } of files) {
      if (state === 'added' || state === 'refused') continue
      if (isStopped.current) break
      note(file, 'uploading')
      try {
        await add(file)
        note(file, 'added')
      } catch (error) {
        missing += 1
        note(file, 'failed', problemOf(error, file))
      }
    }
    setIsRunning(false)
    return missing === 0 && !isStopped.current
  }

  return {
    files,
    isRunning,
    start,
    choose: (chosen) =>
      setFiles(
        chosen.map((file) => {
          const problem = fileProblem(file) ?? ''
          return { file, state: problem ? 'refused' : 'waiting', problem }
        }),
      ),
    stop: () => {
      isStopped.current = true
      upload.cancel()
    },
    clear: () => setFiles([]),
  }
}
