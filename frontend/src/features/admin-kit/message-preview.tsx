/** A message as one reader would see it, filled in and laid out by the server. */
import { keepPreviousData } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useDeferredValue } from 'react'
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useSettled } from '@/lib/use-settled'
import { EmailLook } from './email-look'

type Words = components['schemas']['PreviewIn']

const PAUSE_MS = 400

export function usePreview(words: Words, { evenEmpty = true } = {}) {
  // What is too long is said beside its field; the preview shows as much as can be sent.
  const written = JSON.stringify({
    ...words,
    subject: (words.subject ?? '').slice(0, 200),
    content: words.content.slice(0, 5000),
  })
  const body = JSON.parse(useDeferredValue(useSettled(written, PAUSE_MS))) as Words
  return $api.useQuery(
    'post',
    '/api/admin/message-preview',
    { body },
    {
      placeholderData: keepPreviousData,
      staleTime: 0,
      gcTime: 0,
      enabled: evenEmpty || body.content.trim() !== '',
    },
  )
}

export function MessagePreview({ words }: { words: Words }) {
  const { data, error, refetch, isFetching } = usePreview(words)
  if (error && !data) {
    return (
      <ErrorState
        title="The preview couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) {
    return (
      <div role="status">
        <span className="sr-only">Loading the preview</span>
        <Skeleton className="h-80 rounded-xl" />
      </div>
    )
  }
  return (
    <div className="grid min-w-0 gap-3">
      {data.unknownVariables.length > 0 && <UnknownVariables names={data.unknownVariables} />}
      <p className="text-sm text-muted-foreground">As {data.reader} would see it</p>
      {words.type === 'EMAIL' ? (
        <EmailLook subject={data.subject} html={data.html} />
      ) : (
        <p className="w-fit max-w-88 rounded-2xl rounded-bl-sm bg-surface-2 px-4 py-3 whitespace-pre-line wrap-anywhere">
          {data.text || <span className="text-muted-foreground">Nothing written yet</span>}
        </p>
      )}
      {words.type === 'EMAIL' && words.content.includes('{zoomLink}') && (
        <p className="text-sm text-muted-foreground">
          Links are disabled in the preview; each recipient gets a personal link.
        </p>
      )}
    </div>
  )
}

function UnknownVariables({ names }: { names: readonly string[] }) {
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-build">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {names.map((name) => `{${name}}`).join(', ')}{' '}
        {names.length === 1 ? "isn't a known variable" : "aren't known variables"} and would be sent
        as is.
      </span>
    </p>
  )
}
