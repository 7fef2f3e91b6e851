/** Adds a piece of material. What was typed survives every failure. */
import { zodResolver } from '@hookform/resolvers/zod'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/api/api-error'
import { api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/lib/toast'
import { markRefused, showError } from '../../form-failure'
import { countCharacters } from '../../limited-text'
import { KindField, SourceField } from './resource-fields'
import { useResourceChanges } from './resource-list'
import { DESCRIPTION_LIMIT, type ResourceValues, resourceSchema } from './resource-schema'
import { storeFile } from './stored-file'

interface ResourceDialogProps {
  bootcampId: number
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ResourceDialog({ bootcampId, open, onOpenChange }: ResourceDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Add Resource"
        description="Everyone who bought a seat can open it, however they bought it."
        className="sm:max-w-xl"
      >
        <ResourceForm bootcampId={bootcampId} onAdded={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}

const emptyForm: ResourceValues = {
  type: 'YOUTUBE',
  title: '',
  description: '',
  url: '',
  file: null,
}

async function sendResource(bootcampId: number, values: ResourceValues) {
  const { type, title, description, url, file } = values
  // What the other kind of field still holds is not part of this resource.
  const source = type === 'FILE' && file ? await storeFile(file) : { url }
  return api.POST('/api/admin/bootcamps/{bootcamp_id}/resources', {
    params: { path: { bootcamp_id: bootcampId } },
    body: { type, title, description, ...source },
  })
}

function useResourceForm(bootcampId: number, onAdded: () => void) {
  const { change } = useResourceChanges(bootcampId)
  const form = useForm<ResourceValues>({
    resolver: zodResolver(resourceSchema),
    defaultValues: emptyForm,
  })
  /** Why the file was not taken; it stays until the next try, unlike a toast. */
  const [uploadProblem, setUploadProblem] = useState<string | null>(null)

  async function add(values: ResourceValues) {
    setUploadProblem(null)
    try {
      const { data } = await sendResource(bootcampId, values)
      if (data) await change((resources) => [...resources, data])
      toast({ title: 'Resource added', description: values.title })
      onAdded()
    } catch (error) {
      showError(error, 'Something went wrong', 'Error creating resource')
      markRefused(error, form, ['title', 'description', 'url'])
      if (values.type === 'FILE' && error instanceof ApiError) setUploadProblem(error.serverMessage)
    }
  }

  const submit = (event: FormEvent) => {
    // The button is busy while adding, but the Enter key knows nothing of that.
    if (form.formState.isSubmitting) event.preventDefault()
    else void form.handleSubmit(add)(event)
  }
  return { form, submit, uploadProblem, forgetProblem: () => setUploadProblem(null) }
}

function ResourceForm({ bootcampId, onAdded }: { bootcampId: number; onAdded: () => void }) {
  const { form, submit, uploadProblem, forgetProblem } = useResourceForm(bootcampId, onAdded)
  const { register, watch, formState } = form
  const { errors, isSubmitting } = formState
  return (
    <form noValidate aria-label="New resource" className="grid min-w-0 gap-5" onSubmit={submit}>
      <KindField form={form} onChange={forgetProblem} />
      <Field label="Title" error={errors.title?.message} required>
        <Input autoComplete="off" {...register('title')} />
      </Field>
      <Field
        label="Description"
        aside={`Optional · ${countCharacters(watch('description'))}/${DESCRIPTION_LIMIT}`}
        error={errors.description?.message}
      >
        <Textarea {...register('description')} />
      </Field>
      <SourceField form={form} onChange={forgetProblem} />
      {uploadProblem && <UploadFailed>{uploadProblem}</UploadFailed>}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSubmitting} busyLabel="Adding...">
          Add Resource
        </Button>
      </DialogFooter>
    </form>
  )
}

function UploadFailed({ children }: { children: string }) {
  return (
    <div role="alert" className="flex items-start gap-3 rounded-lg bg-market-soft p-4">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-market" />
      <div>
        <p className="font-medium">Upload failed</p>
        <p className="text-sm">{children}</p>
      </div>
    </div>
  )
}
