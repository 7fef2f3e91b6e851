/** Adds a template, or changes one, with a preview beside the words. Typed words survive failures. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { api } from '@/api/client'
import { markRefused } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import { countCharacters } from '@/features/admin-kit/limited-text'
import { type Channel, type Template, useTemplateChanges } from '@/features/admin-kit/template-list'
import { toast } from '@/lib/toast'
import { showTemplateFailure } from './template-failure'
import { TemplateLook } from './template-look'
import {
  CONTENT_LIMIT,
  categoryNames,
  SMS_RECOMMENDED,
  type TemplateValues,
  templateSchema,
  VARIABLES,
} from './template-schema'

interface TemplateDialogProps {
  type: Channel
  /** The one to change; a new one without it. */
  template: Template | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function TemplateDialog({ type, template, open, onOpenChange }: TemplateDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <FormDialogContent
        title={template ? 'Edit Template' : 'Add Template'}
        description={
          type === 'EMAIL'
            ? 'Plain text. URLs become links; blank lines separate paragraphs.'
            : 'Plain text, kept short enough for a text message.'
        }
        // What the keyboard reaches must not come to lie behind the buttons, which stay in sight.
        className="sm:max-w-5xl sm:scroll-pb-28"
      >
        <TemplateForm type={type} template={template} onSaved={() => onOpenChange(false)} />
      </FormDialogContent>
    </Dialog>
  )
}

function useTemplateForm(type: Channel, template: Template | null, onSaved: () => void) {
  const { keep, reload } = useTemplateChanges()
  const form = useForm<TemplateValues>({
    resolver: zodResolver(templateSchema),
    defaultValues: {
      name: template?.name ?? '',
      category: template?.category ?? 'REMINDER_1DAY',
      subject: template?.subject ?? '',
      content: template?.content ?? '',
      isActive: template?.isActive ?? true,
    },
  })

  async function save(values: TemplateValues) {
    const body = { ...values, type, subject: values.subject || null }
    try {
      const { data } = template
        ? await api.PUT('/api/admin/communication-templates/{template_id}', {
            params: { path: { template_id: template.id } },
            body,
          })
        : await api.POST('/api/admin/communication-templates', { body })
      if (data) await keep(data)
      toast({ title: template ? 'Template updated' : 'Template created', description: values.name })
      onSaved()
    } catch (error) {
      showTemplateFailure(error, template ? 'update' : 'create')
      markRefused(error, form, ['name', 'category', 'subject', 'content'])
      void reload()
    }
  }

  const submit = (event: FormEvent) => {
    // The button is busy while saving, but the Enter key knows nothing of that.
    if (form.formState.isSubmitting) event.preventDefault()
    else void form.handleSubmit(save)(event)
  }
  return { form, submit }
}

interface TemplateFormProps {
  type: Channel
  template: Template | null
  onSaved: () => void
}

function TemplateForm({ type, template, onSaved }: TemplateFormProps) {
  const { form, submit } = useTemplateForm(type, template, onSaved)
  const { isSubmitting } = form.formState
  const [subject, content] = form.watch(['subject', 'content'])
  return (
    <form
      noValidate
      aria-label={template ? 'Edit template' : 'New template'}
      className="grid min-w-0 gap-6"
      onSubmit={submit}
    >
      <div className="grid min-w-0 items-start gap-6 lg:grid-cols-2">
        <Fields type={type} form={form} />
        <TemplateLook type={type} subject={type === 'EMAIL' ? subject : ''} content={content} />
      </div>
      <DialogFooter className="border-t bg-surface pt-5 sm:sticky sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7 sm:pb-7">
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button
          type="submit"
          busy={isSubmitting}
          busyLabel={template ? 'Saving...' : 'Creating...'}
        >
          {template ? 'Save Changes' : 'Create Template'}
        </Button>
      </DialogFooter>
    </form>
  )
}

function Fields({ type, form }: { type: Channel; form: UseFormReturn<TemplateValues> }) {
  const { register, control, watch, formState } = form
  const { errors } = formState
  const length = countCharacters(watch('content'))
  return (
    <div className="grid min-w-0 gap-5">
      <Field label="Name" error={errors.name?.message} required>
        <Input autoComplete="off" {...register('name')} />
      </Field>
      <Controller
        control={control}
        name="category"
        render={({ field: { value, onChange } }) => (
          <Field label="Category" error={errors.category?.message} required>
            <Select
              value={value}
              onValueChange={onChange}
              options={Object.entries(categoryNames).map(([key, label]) => ({ value: key, label }))}
            />
          </Field>
        )}
      />
      {type === 'EMAIL' && (
        <Field label="Subject" aside="Optional" error={errors.subject?.message}>
          <Input autoComplete="off" {...register('subject')} />
        </Field>
      )}
      <Field
        label="Content"
        aside={
          <span aria-live="polite" className="tabular-nums">
            {type === 'SMS'
              ? `${length} characters, ${SMS_RECOMMENDED} recommended`
              : `${length}/${CONTENT_LIMIT}`}
          </span>
        }
        hint={`Variables: ${VARIABLES.map((name) => `{${name}}`).join(', ')}`}
        error={errors.content?.message}
        required
      >
        <Textarea className="min-h-44" {...register('content')} />
      </Field>
      <Controller
        control={control}
        name="isActive"
        render={({ field: { value, onChange } }) => (
          <Field label="Active" hint="Inactive templates are never sent.">
            <Switch checked={value} onCheckedChange={onChange} />
          </Field>
        )}
      />
    </div>
  )
}
