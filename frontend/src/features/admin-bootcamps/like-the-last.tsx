/** Fills a new bootcamp's form in from the one with the latest date, beside what was typed already. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { cohortName } from '@/lib/cohorts'
import { type AdminBootcamp, fillIn, likeThis, newBootcamp } from './bootcamp-form'
import type { BootcampForm } from './form-section'

async function readLast(): Promise<AdminBootcamp | null> {
  const query = { sort: 'date', descending: true, size: 1 } as const
  const { data } = await api.GET('/api/admin/bootcamps/page', { params: { query } })
  return data?.rows[0] ?? null
}

export function LikeTheLast({ form }: { form: BootcampForm }) {
  // What the form holds by itself: whatever reads otherwise was typed.
  const [given, setGiven] = useState(newBootcamp)
  const [outcome, setOutcome] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: readLast,
    onSuccess: (last) => {
      if (!last) return setOutcome("There's no bootcamp yet.")
      const { values, own } = fillIn(form.getValues(), given, likeThis(last))
      form.reset(values, { keepDefaultValues: true })
      setGiven({ ...likeThis(last), ...Object.fromEntries(own.map((name) => [name, given[name]])) })
      const kept = own.length > 0 ? ' What you typed has been kept.' : ''
      const next = values.startDate ? '' : ' Choose a date.'
      setOutcome(`Filled in from ${cohortName(last.name, last)}.${kept}${next}`)
    },
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
        {outcome}
      </p>
    </div>
  )
}
