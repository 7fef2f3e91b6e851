/** The files of one choice, each with how far it is and what became of it. */
import { CircleCheck, Clock, TriangleAlert, X } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Progress } from '@/components/ui/progress'
import { toast } from '@/lib/toast'
import { useFocusOn } from '@/lib/use-focus-on'
import { formatSize } from './resource-kinds'
import type { FileQueue, QueuedFile } from './use-file-queue'
import type { Upload } from './use-upload'

interface FileQueuePanelProps {
  queue: FileQueue
  upload: Upload
  onSaved: () => void
}

const filesOf = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`

export function FileQueuePanel({ queue, upload, onSaved }: FileQueuePanelProps) {
  const { files, isRunning } = queue
  // The field that was chosen with is gone, and the keyboard with it.
  const begin = useFocusOn<HTMLButtonElement>(true)
  const count = (...states: QueuedFile['state'][]) =>
    files.filter(({ state }) => states.includes(state)).length
  const left = count('waiting', 'uploading', 'failed')
  const hasFailed = count('failed') > 0

  async function start() {
    if (!(await queue.start())) return
    toast({ title: 'Resources added', description: filesOf(files.length) })
    onSaved()
  }

  return (
    <div className="grid min-w-0 gap-5">
      <p className="text-sm text-muted-foreground">
        Each file becomes a resource named after it. You can edit titles afterwards.
      </p>
      <ul aria-label="Files" className="grid min-w-0 gap-2">
        {files.map((queued) => (
          <FileRow
            key={`${queued.file.name} ${queued.file.lastModified}`}
            {...{ queued, upload }}
          />
        ))}
      </ul>
      <p role="status" className="sr-only">
        {(isRunning || hasFailed) && `${count('added')} of ${filesOf(files.length)} added`}
      </p>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">{count('added') > 0 ? 'Close' : 'Cancel'}</Button>
        </DialogClose>
        {left > 0 && (
          <Button
            ref={begin}
            busy={isRunning}
            busyLabel="Uploading..."
            onClick={() => void start()}
          >
            {hasFailed ? `Retry ${filesOf(left)}` : `Add ${filesOf(left)}`}
          </Button>
        )}
      </DialogFooter>
    </div>
  )
}

function FileRow({ queued, upload }: { queued: QueuedFile; upload: Upload }) {
  const { file, state, problem } = queued
  const progress = state === 'uploading' ? upload.progress : null
  return (
    <li className="grid min-w-0 gap-2 rounded-lg border bg-surface p-3 text-sm">
      <div className="flex min-w-0 items-center gap-3">
        <StateIcon state={state} />
        <div className="grid min-w-0 flex-1 gap-0.5">
          <span className="truncate font-medium">{file.name}</span>
          <span className="text-muted-foreground tabular-nums">
            {formatSize(file.size)}
            {state === 'added' && ' · Added'}
          </span>
        </div>
        {progress && (
          <Button
            variant="outline"
            size="sm"
            aria-label={`Cancel upload: ${file.name}`}
            onClick={upload.cancel}
          >
            <X aria-hidden />
            Cancel upload
          </Button>
        )}
      </div>
      {state === 'uploading' && (
        <Progress
          label={`Uploading ${file.name}`}
          value={progress && progress.total > 0 ? (progress.sent / progress.total) * 100 : null}
        />
      )}
      {problem && (
        <p role="alert" className="pl-8 wrap-anywhere text-market">
          {problem}
        </p>
      )}
    </li>
  )
}

function StateIcon({ state }: { state: QueuedFile['state'] }) {
  if (state === 'added') {
    return <CircleCheck aria-hidden className="size-5 shrink-0 text-primary" />
  }
  if (state === 'failed' || state === 'refused') {
    return <TriangleAlert aria-hidden className="size-5 shrink-0 text-market" />
  }
  return <Clock aria-hidden className="size-5 shrink-0 text-muted-foreground" />
}
