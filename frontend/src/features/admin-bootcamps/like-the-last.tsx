/** Fills a new bootcamp's form in from the one with the latest date; the date is still to be chosen. */
import { useMutation } from '@tanstack/react-query'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { cohortName } from '@/lib/cohorts'
import { type AdminBootcamp, likeThis } from './bootcamp-form'
import type { BootcampForm } from './form-section'

async function readLast(): Promise<AdminBootcamp | null> {
  const query = { sort: 'date', descending: true, size: 1 } as const
  const { data } = await api.GET('/api/admin/bootcamps/page', { params: { query } })
  return data?.rows[0] ?? null
}

export function LikeTheLast({ form }: { form: BootcampForm }) {
  const { data, mutate, isPending } = useMutation({
    mutationFn: readLast,
    onSuccess: (last) => last && form.reset(likeThis(last), { keepDefaultValues: true }),
    onError: (error) => showError(error, "The last bootcamp couldn't be loaded"),
  })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        variant="outline"
        size="sm"
        busy={isPending}
        busyLabel="Loading..."
        onClick={() => mutate()}
      >
        Fill in like the last one
      </Button>
      <p role="status" className="min-w-0 text-sm wrap-anywhere text-muted-foreground">
        {data && `Filled in from ${cohortName(data.name, data)}. Choose a date.`}
        {data === null && "There's no bootcamp yet."}
      </p>
    </div>
  )
}
