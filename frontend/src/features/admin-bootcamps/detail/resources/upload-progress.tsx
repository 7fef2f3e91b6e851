/** How far a file has come on its way to the storage, and what became of it. */
import { RotateCw, TriangleAlert, X } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Progress } from '@/components/ui/progress'
import { formatSize } from './resource-kinds'
import type { UploadProgress } from './stored-file'

interface UploadingProps {
  fileName: string
  progress: UploadProgress
  onCancel: () => void
}

const SPOKEN_STEP = 25

/** On a phone the dialog is longer than the screen: what has just changed must not be below it. */
function useInView(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    void element.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return element
}

export function Uploading({ fileName, progress: { sent, total }, onCancel }: UploadingProps) {
  const percent = total > 0 ? (sent / total) * 100 : 0
  const place = useInView()
  const spoken = Math.floor(percent / SPOKEN_STEP) * SPOKEN_STEP
  return (
    <div ref={place} className="grid min-w-0 gap-3 rounded-lg border bg-surface-2 p-4">
      <Progress label="Uploading" value={percent} />
      <div className="flex min-w-0 items-center justify-between gap-3">
        <div className="grid min-w-0 gap-0.5 text-sm">
          <span className="truncate font-medium">{fileName}</span>
          <span className="text-muted-foreground tabular-nums">
            {formatSize(sent)} of {formatSize(total)}
          </span>
        </div>
        <Button variant="outline" size="sm" onClick={onCancel}>
          <X aria-hidden />
          Cancel upload
        </Button>
      </div>
      {/* Not each percent: a voice that never rests says nothing. */}
      <p aria-live="polite" className="sr-only">
        {spoken > 0 && `${spoken}% uploaded`}
      </p>
    </div>
  )
}

interface UploadFailedProps {
  children: string
  onRetry: () => void
}

export function UploadFailed({ children, onRetry }: UploadFailedProps) {
  const place = useInView()
  return (
    <div
      ref={place}
      role="alert"
      className="flex flex-wrap items-start gap-3 rounded-lg bg-market-soft p-4"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-market" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">Upload failed</p>
        <p className="text-sm wrap-anywhere">{children}</p>
      </div>
      <Button variant="outline" size="sm" onClick={onRetry}>
        <RotateCw aria-hidden />
        Retry
      </Button>
    </div>
  )
}
