/** One template: its occasion, its words, whether it is in use, and what can be done with it. */
import { useMutation } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '@/api/client'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardFooter } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Switch } from '@/components/ui/switch'
import { type Template, useTemplateChanges } from '@/features/admin-kit/template-list'
import { offerUndo } from '@/features/admin-kit/undo'
import { toast } from '@/lib/toast'
import { TemplateDialog } from './template-dialog'
import { showTemplateFailure } from './template-failure'
import { categoryNames } from './template-schema'

interface TemplateCardProps {
  template: Template
  onDeleted: () => void
}

export function TemplateCard({ template, onDeleted }: TemplateCardProps) {
  const titleId = useId()
  const [isEditing, setIsEditing] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const { name, category, subject, content } = template
  const { switchTemplate, isSwitching, isActive } = useSwitchTemplate(template)
  return (
    <Card
      role="article"
      aria-labelledby={titleId}
      className="min-w-0 grid-rows-[auto_1fr_auto] content-between"
    >
      <div className="flex items-start justify-between gap-4">
        <div className="grid min-w-0 gap-2">
          <p className="flex flex-wrap gap-2">
            <Badge tone={isActive ? 'positive' : 'neutral'}>
              {isActive ? 'Active' : 'Inactive'}
            </Badge>
            <Badge tone="outline">{categoryNames[category]}</Badge>
          </p>
          <h3 id={titleId} className="text-xl font-bold tracking-tight wrap-anywhere">
            {name}
          </h3>
        </div>
        <Switch
          checked={isActive}
          aria-label={`Use ${name}`}
          onCheckedChange={(next) => {
            if (!isSwitching) switchTemplate(next)
          }}
        />
      </div>
      <div className="grid min-w-0 content-start gap-2">
        {subject && <p className="font-medium wrap-anywhere">{subject}</p>}
        <p className="line-clamp-4 text-muted-foreground wrap-anywhere whitespace-pre-line">
          {content}
        </p>
      </div>
      <CardFooter className="justify-end gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-label={`Edit ${name}`}
          onClick={() => setIsEditing(true)}
        >
          <Pencil aria-hidden />
          Edit
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="text-destructive"
          aria-label={`Delete ${name}`}
          onClick={() => setIsAsking(true)}
        >
          <Trash2 aria-hidden />
          Delete
        </Button>
      </CardFooter>
      <TemplateDialog
        type={template.type}
        template={template}
        open={isEditing}
        onOpenChange={setIsEditing}
      />
      <DeleteTemplate
        template={template}
        open={isAsking}
        onOpenChange={setIsAsking}
        onDeleted={onDeleted}
      />
    </Card>
  )
}

function useSwitchTemplate(template: Template) {
  const { keep, reload } = useTemplateChanges()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (isActive: boolean) =>
      api.PUT('/api/admin/communication-templates/{template_id}', {
        params: { path: { template_id: template.id } },
        body: { isActive },
      }),
    onSuccess: async ({ data }) => {
      if (!data) return
      await keep(data)
      toast({
        title: data.isActive ? 'Template activated' : 'Template deactivated',
        description: data.name,
        ...offerUndo(() => mutate(!data.isActive)),
      })
    },
    onError: (error) => {
      showTemplateFailure(error, 'update')
      void reload()
    },
  })
  return {
    switchTemplate: mutate,
    isSwitching: isPending,
    /** Shown at once, and taken back if the server refuses. */
    isActive: isPending ? variables : template.isActive,
  }
}

interface DeleteTemplateProps extends TemplateCardProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

function DeleteTemplate({ template, open, onOpenChange, onDeleted }: DeleteTemplateProps) {
  const { forget, reload } = useTemplateChanges()
  const deletion = useMutation({
    mutationFn: () =>
      api.DELETE('/api/admin/communication-templates/{template_id}', {
        params: { path: { template_id: template.id } },
      }),
    onSuccess: async () => {
      toast({ title: 'Template deleted', description: template.name })
      onOpenChange(false)
      await forget(template.id)
      onDeleted()
    },
    onError: (error) => {
      showTemplateFailure(error, 'delete')
      onOpenChange(false)
      void reload()
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete this template?"
      description={`“${template.name}” will be permanently deleted. Messages already sent stay in the log.`}
      confirmLabel="Delete"
      pending={deletion.isPending}
      pendingLabel="Deleting..."
      destructive
      onConfirm={() => deletion.mutate()}
    />
  )
}
