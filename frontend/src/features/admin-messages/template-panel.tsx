/** The templates of one kind: added, changed, switched on and off, deleted. */
import { Mail, MessageSquareText, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ROW } from '@/features/admin-kit/list-keys'
import { SectionTools } from '@/features/admin-kit/section-tools'
import type { Channel, Template } from '@/features/admin-kit/template-list'
import { useFocusOn } from '@/lib/use-focus-on'
import { TemplateCard } from './template-card'
import { TemplateDialog } from './template-dialog'

interface TemplatePanelProps {
  type: Channel
  templates: readonly Template[]
}

export function TemplatePanel({ type, templates }: TemplatePanelProps) {
  const [isAdding, setIsAdding] = useState(false)
  const [deletions, setDeletions] = useState(0)

  // The button that asked for it went with the template; the keyboard needs another place, and
  // once more when the last one is gone and the button stands elsewhere.
  const isEmpty = templates.length === 0
  const addButton = useFocusOn<HTMLButtonElement>(deletions > 0 && `${deletions} ${isEmpty}`)

  const add = (
    <Button ref={addButton} size={isEmpty ? 'md' : 'sm'} onClick={() => setIsAdding(true)}>
      <Plus aria-hidden />
      Add Template
    </Button>
  )
  return (
    <div className="grid min-w-0 gap-3">
      {isEmpty ? (
        <EmptyState
          icon={type === 'EMAIL' ? Mail : MessageSquareText}
          title={type === 'EMAIL' ? 'No email templates yet' : 'No SMS templates yet'}
          action={add}
        >
          {type === 'EMAIL'
            ? 'Attendees get our standard text until you activate a template in that category.'
            : 'Create a template here and choose it when you message attendees.'}
        </EmptyState>
      ) : (
        <>
          <SectionTools actions={add} />
          <ul className="grid min-w-0 gap-5 lg:grid-cols-2">
            {templates.map((template) => (
              <li key={template.id} {...ROW} className="grid min-w-0 rounded-2xl">
                <TemplateCard
                  template={template}
                  onDeleted={() => setDeletions((count) => count + 1)}
                />
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted-foreground">
            {type === 'EMAIL'
              ? 'The active template in each category is sent automatically. If several are active, the most recently edited one is used.'
              : 'Active templates can be chosen when you message attendees.'}
          </p>
        </>
      )}
      <TemplateDialog type={type} template={null} open={isAdding} onOpenChange={setIsAdding} />
    </div>
  )
}
