/** How the bootcamp is set up, and what its students are asked. */
import { lazy, Suspense } from 'react'
import { HistoryCard } from '@/features/admin-kit/history'
import type { AdminBootcamp } from './bootcamp-query'
import { SettingsCard } from './settings-card'

const QuestionsCard = lazy(async () => ({
  default: (await import('./before-class/questions-card')).QuestionsCard,
}))

export function SettingsTab({ bootcamp }: { bootcamp: AdminBootcamp }) {
  return (
    <div className="grid min-w-0 gap-4">
      <SettingsCard bootcamp={bootcamp} />
      <Suspense fallback={null}>
        <QuestionsCard bootcampId={bootcamp.id} />
      </Suspense>
      <HistoryCard kind="bootcamp" id={bootcamp.id} />
    </div>
  )
}
