/** Every component in every state. Only in development. */
import { PageShell } from '@/components/page-shell'
import { TooltipProvider } from '@/components/ui/tooltip'
import { ActionsSection } from './actions-section'
import { DataSection } from './data-section'
import { FeedbackSection } from './feedback-section'
import { FormsSection } from './forms-section'

export function KitPage() {
  return (
    <TooltipProvider>
      <PageShell>
        <div className="shell grid gap-16 py-12">
          <h1 className="text-title font-extrabold">Component kit</h1>
          <ActionsSection />
          <FormsSection />
          <FeedbackSection />
          <DataSection />
        </div>
      </PageShell>
    </TooltipProvider>
  )
}
