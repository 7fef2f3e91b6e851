/** Which notices I want by email: at once, in the morning, or not at all. Kept as soon as chosen. */

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { Card } from '@/components/ui/card'
import { ErrorState } from '@/components/ui/error-state'
import { Select } from '@/components/ui/select'
import { zoneTime } from '@/features/admin-kit/desk-time'
import { ROW } from '@/features/admin-kit/list-keys'
import { SectionSkeleton } from '@/features/admin-kit/section-skeleton'
import { toast } from '@/lib/toast'

type Schemas = components['schemas']
type Choice = Schemas['NoticeChoiceOut']
type Pace = Choice['pace']

const PATH = '/api/admin/notices'
const paces: readonly { value: Pace; label: string }[] = [
  { value: 'at_once', label: 'Immediately' },
  { value: 'digest', label: 'Morning digest' },
  { value: 'off', label: 'Off' },
]
const isPace = (value: string): value is Pace => paces.some((pace) => pace.value === value)

export function Notices() {
  const { data, error, refetch, isFetching } = $api.useQuery('get', PATH, {}, { staleTime: 0 })
  if (error && !data) {
    return (
      <ErrorState
        title="Your notices couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <SectionSkeleton />
  return (
    <Card className="max-w-180 gap-0 rounded-xl p-0 sm:p-0">
      <p className="border-b px-4 py-3.5 text-sm text-muted-foreground sm:px-5">
        Sent to {data.email}. The digest comes once a day at {data.digestHour}:00 AM{' '}
        {zoneTime(data.timezone)}, and only when there's something in it.
      </p>
      <ul aria-label="Notices">
        {data.choices.map((choice) => (
          <Notice key={choice.kind} choice={choice} />
        ))}
      </ul>
    </Card>
  )
}

function Notice({ choice: { kind, name, explains, pace } }: { choice: Choice }) {
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (next: Pace) => api.PUT(PATH, { body: { kind, pace: next } }),
    onSuccess: () => toast({ title: 'Notices saved', description: name }),
    onError: (error) => showError(error, 'Please try again', 'Failed to save your notices'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['get', PATH] }),
  })
  return (
    <li
      {...ROW}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b px-4 py-3 last:border-b-0 sm:px-5"
    >
      <div className="grid min-w-0">
        <span className="font-medium">{name}</span>
        <span className="text-sm text-muted-foreground">{explains}</span>
      </div>
      <Select
        aria-label={`Notice: ${name}`}
        className="h-10 w-44 max-sm:w-full"
        value={isPending ? variables : pace}
        options={paces}
        disabled={isPending}
        onValueChange={(value) => isPace(value) && mutate(value)}
      />
    </li>
  )
}
