/** What the bootcamp says of itself and how it is set up; changed in the window to edit it. */
import { Pencil } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { AdminBootcamp } from './bootcamp-query'

const BootcampDialog = lazy(async () => ({
  default: (await import('../bootcamp-dialog')).BootcampDialog,
}))

export function SettingsCard({ bootcamp }: { bootcamp: AdminBootcamp }) {
  const titleId = useId()
  const [isEditing, setIsEditing] = useState(false)
  const { tagline, description, timezone, maxSeats, includesCoaching, recordingUrl } = bootcamp
  return (
    <Card role="region" aria-labelledby={titleId} className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={titleId} className="text-xl font-bold tracking-tight">
          Settings
        </h3>
        <Button variant="outline" size="sm" onClick={() => setIsEditing(true)}>
          <Pencil aria-hidden />
          Edit settings
        </Button>
      </div>
      <div className="grid min-w-0 gap-2">
        {tagline && <p className="text-lead font-medium wrap-anywhere">{tagline}</p>}
        <p className="max-w-[46rem] wrap-anywhere whitespace-pre-line text-muted-foreground">
          {description}
        </p>
      </div>
      <dl className="grid gap-x-8 gap-y-4 border-t pt-5 sm:grid-cols-2 lg:grid-cols-4">
        <Setting term="Timezone">{timezone.replaceAll('_', ' ')}</Setting>
        <Setting term="Seats">{maxSeats}</Setting>
        <Setting term="Private coaching">{includesCoaching ? 'Included' : 'Not included'}</Setting>
        <Setting term="Recording">
          {recordingUrl ? (
            <a
              href={recordingUrl}
              target="_blank"
              rel="noreferrer"
              className="rounded-sm wrap-anywhere underline underline-offset-4"
            >
              Open recording
            </a>
          ) : (
            'None yet'
          )}
        </Setting>
      </dl>
      {isEditing && (
        <Suspense fallback={null}>
          <BootcampDialog bootcamp={bootcamp} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </Card>
  )
}

function Setting({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-start gap-0.5">
      <dt className="text-sm text-muted-foreground">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}
