/** Adds a piece of material, or corrects one. What was typed survives every failure. */
import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/api/api-error'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { countCharacters } from '@/features/admin-kit/limited-text'
import { toast } from '@/lib/toast'
import { FileQueuePanel } from './file-queue'
import { KindField, SourceField } from './resource-fields'
import type { AdminResource } from './resource-kinds'
import { useResourceChanges } from './resource-list'
import { DESCRIPTION_LIMIT, type ResourceValues, resourceSchemaFor } from './resource-schema'
import { isCanceled, UploadError } from './stored-file'
import { UploadFailed, Uploading } from './upload-progress'
import { useFileQueue } from './use-file-queue'
import { type Upload, useUpload } from './use-upload'

interface ResourceDialogProps {
  bootcampId: number
  /** What is corrected; left out, one is added. */
  resource?: AdminResource | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ResourceDialog({ bootcampId, resource, open, onOpenChange }: ResourceDialogProps) {
  const upload = useUpload()
  const queue = useFileQueue(bootcampId, upload)
  const [isLeaving, setIsLeaving] = useState(false)
  const isUploading = upload.progress !== null || queue.isRunning
  const close = () => {
    setIsLeaving(false)
    queue.clear()
    onOpenChange(false)
  }
  const leave = () => {
    queue.stop()
    close()
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => {
          if (next) onOpenChange(true)
          else if (isUploading) setIsLeaving(true)
          else close()
        }}
      >
        <FormDialogContent
          title={resource ? 'Edit Resource' : 'Add Resource'}
          description="Everyone with a seat can open it."
          className="sm:max-w-xl"
        >
          {queue.files.length > 0 ? (
            <FileQueuePanel queue={queue} upload={upload} onSaved={close} />
          ) : (
            <ResourceForm
              bootcampId={bootcampId}
              resource={resource}
              upload={upload}
              onSeveral={resource ? undefined : queue.choose}
              onSaved={close}
            />
          )}
        </FormDialogContent>
      </Dialog>
      <ConfirmDialog
        open={isLeaving && isUploading}
        onOpenChange={setIsLeaving}
        title="Stop the upload?"
        description={
          queue.files.length > 0
            ? "Files that haven't been added yet will have to be uploaded again."
            : "The file is still uploading. If you close now, you'll have to upload it again."
        }
        confirmLabel="Stop upload"
        cancelLabel="Keep uploading"
        destructive
        onConfirm={leave}
      />
    </>
  )
}

const emptyForm: ResourceValues = {
  type: 'FILE',
  title: '',
  description: '',
  url: '',
  file: null,
}

function formOf(resource: AdminResource | undefined): ResourceValues {
  if (!resource) return emptyForm
  const { type, title, description, url, fileName } = resource
  return { type: fileName ? 'FILE' : type, title, description, url, file: null }
}

function changeResource(id: number, values: ResourceValues, source: Awaited<Source>) {
  const { title, description } = values
  return api.PATCH('/api/admin/bootcamps/resources/{resource_id}', {
    params: { path: { resource_id: id } },
    body: { title, description, ...source },
  })
}

type Source = { url?: string } | ReturnType<Upload['send']>

async function sendChange(id: number, values: ResourceValues, upload: Upload) {
  if (values.type !== 'FILE') return changeResource(id, values, { url: values.url })
  return changeResource(id, values, values.file ? await upload.send(values.file) : {})
}

async function sendResource(bootcampId: number, values: ResourceValues, upload: Upload) {
  const { type, title, description, url, file } = values
  // What the other kind of field still holds is not part of this resource.
  const source = type === 'FILE' && file ? await upload.send(file) : { url }
  return api.POST('/api/admin/bootcamps/{bootcamp_id}/resources', {
    params: { path: { bootcamp_id: bootcampId } },
    body: { type, title, description, ...source },
  })
}

interface ResourceFormProps {
  bootcampId: number
  resource: AdminResource | undefined
  upload: Upload
  onSeveral: ((files: readonly File[]) => void) | undefined
  onSaved: () => void
}

function useResourceForm({ bootcampId, resource, upload, onSaved }: ResourceFormProps) {
  const { change } = useResourceChanges(bootcampId)
  const form = useForm<ResourceValues>({
    resolver: zodResolver(resourceSchemaFor(resource !== undefined)),
    defaultValues: formOf(resource),
  })
  /** Why the file was not taken; it stays until the next try, unlike a toast. */
  const [uploadProblem, setUploadProblem] = useState<string | null>(null)
  const [cancellations, setCancellations] = useState(0)
  const { setFocus } = form
  // The button that canceled is gone, and the field is back.
  useEffect(() => {
    if (cancellations > 0) setFocus('file')
  }, [cancellations, setFocus])

  async function save(values: ResourceValues) {
    setUploadProblem(null)
    try {
      const { data } = resource
        ? await sendChange(resource.id, values, upload)
        : await sendResource(bootcampId, values, upload)
      if (data) {
        await change((resources) =>
          resource
            ? resources.map((one) => (one.id === resource.id ? data : one))
            : [...resources, data],
        )
      }
      toast({ title: resource ? 'Resource updated' : 'Resource added', description: values.title })
      onSaved()
    } catch (error) {
      if (isCanceled(error)) {
        setCancellations((before) => before + 1)
        return
      }
      if (error instanceof UploadError) {
        setUploadProblem(error.message)
        return
      }
      showError(
        error,
        'Something went wrong',
        resource ? 'Error updating resource' : 'Error creating resource',
      )
      markRefused(error, form, ['title', 'description', 'url'])
      if (values.type !== 'FILE' || !(error instanceof ApiError)) return
      if (error.status < 500 && values.file) upload.forget(values.file)
      setUploadProblem(error.serverMessage)
    }
  }

  const submit = (event?: FormEvent) => {
    // The button is busy while adding, but the Enter key knows nothing of that.
    if (form.formState.isSubmitting) event?.preventDefault()
    else void form.handleSubmit(save)(event)
  }
  return { form, submit, uploadProblem, forgetProblem: () => setUploadProblem(null) }
}

function ResourceForm(props: ResourceFormProps) {
  const { resource } = props
  const { progress, cancel } = props.upload
  const { form, submit, uploadProblem, forgetProblem } = useResourceForm(props)
  const { register, watch, formState } = form
  const { errors, isSubmitting } = formState
  // What is on its way belongs to what was chosen and typed when it left.
  const isUploading = progress !== null
  return (
    <form
      noValidate
      aria-label={resource ? 'Resource' : 'New resource'}
      className="grid min-w-0 gap-5"
      onSubmit={submit}
    >
      {!resource && <KindField form={form} isFixed={isUploading} onChange={forgetProblem} />}
      <Field label="Title" error={errors.title?.message} required>
        <Input autoComplete="off" readOnly={isUploading} {...register('title')} />
      </Field>
      <Field
        label="Description"
        aside={`Optional · ${countCharacters(watch('description'))}/${DESCRIPTION_LIMIT}`}
        error={errors.description?.message}
      >
        <Textarea readOnly={isUploading} {...register('description')} />
      </Field>
      {progress ? (
        <Uploading fileName={watch('file')?.name ?? ''} progress={progress} onCancel={cancel} />
      ) : (
        <SourceField
          form={form}
          present={resource?.fileName ?? ''}
          onChange={forgetProblem}
          onSeveral={props.onSeveral}
        />
      )}
      {uploadProblem && <UploadFailed onRetry={submit}>{uploadProblem}</UploadFailed>}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button
          type="submit"
          busy={isSubmitting}
          busyLabel={progress ? 'Uploading...' : resource ? 'Saving...' : 'Adding...'}
        >
          {resource ? 'Save Changes' : 'Add Resource'}
        </Button>
      </DialogFooter>
    </form>
  )
}
