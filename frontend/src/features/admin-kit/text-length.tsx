/** How long a text message is once it is filled in, as the phone networks count it. */
import type { components } from '@/api/schema'
import { cn } from '@/lib/cn'
import { usePreview } from './message-preview'

type Preview = components['schemas']['PreviewOut']
type Words = components['schemas']['PreviewIn']

export const SMS_LIMIT = 160

/** Such as "98/160 characters · GSM-7 · 1 segment"; nothing while nothing is written. */
function lengthInWords({ units, encoding, segments }: Preview): string {
  const parts = `${segments} ${segments === 1 ? 'segment' : 'segments'}`
  return `${units}/${SMS_LIMIT} characters · ${encoding} · ${parts}`
}

export function TextLength({ words }: { words: Words }) {
  const isEmpty = words.content.trim() === ''
  const { data } = usePreview(words, { evenEmpty: false })
  if (isEmpty || !data) return null
  const { reader, isTooLong, tooLongFor } = data
  return (
    <div role="status" className="grid gap-1 text-sm text-muted-foreground tabular-nums">
      <p className={cn(isTooLong && 'text-destructive')}>
        Filled in for {reader}: {lengthInWords(data)}
      </p>
      {tooLongFor.length > 0 && (
        <p className="text-destructive wrap-anywhere">
          Too long once filled in, so it won't be sent to {tooLongFor.join(', ')}
        </p>
      )}
    </div>
  )
}
