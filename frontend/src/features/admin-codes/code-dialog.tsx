/** Makes a code, or changes one. What was typed survives every failure. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { toast } from '@/lib/toast'
import { CodeFields } from './code-fields'
import {
  type CodeValues,
  changePayload,
  codeFields,
  codeSchema,
  createPayload,
  newCode,
  valuesOf,
} from './code-form'
import { type Code, changeCode, codePath, useCodesChanged } from './codes'

interface CodeDialogProps {
  /** The one to change; a new one without it. */
  code?: Code | undefined
  /** On whose clocks it begins and ends. */
  zone: string
  onClose: () => void
}

export function CodeDialog({ code, zone, onClose }: CodeDialogProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <FormDialogContent
        title={code ? `Edit ${code.code}` : 'New code'}
        description={
          code
            ? 'Whoever is paying right now keeps the price they were shown.'
            : 'Buyers type it at checkout, or come by its link.'
        }
        className="sm:max-w-xl"
      >
        <CodeForm code={code} zone={zone} onSaved={onClose} />
      </FormDialogContent>
    </Dialog>
  )
}

function CodeForm({
  code,
  zone,
  onSaved,
}: Omit<CodeDialogProps, 'onClose'> & { onSaved: () => void }) {
  const changed = useCodesChanged()
  const navigate = useNavigate()
  const form = useForm<CodeValues>({
    resolver: zodResolver(codeSchema('one', zone)),
    defaultValues: code ? valuesOf(code, zone) : newCode,
  })
  const { errors, isSubmitting } = form.formState

  async function save(values: CodeValues) {
    try {
      const { data } = code
        ? await changeCode(code.id, changePayload(values, code, zone))
        : await api.POST('/api/admin/codes', { body: createPayload(values, zone) })
      toast({ title: code ? 'Code updated' : 'Code created', description: data?.code })
      onSaved()
      if (!code && data) await navigate(codePath(data.id))
    } catch (error) {
      showError(error, code ? "The code couldn't be changed." : "The code couldn't be created.")
      markRefused(error, form, codeFields)
    }
    void changed()
  }

  const submit = (event: FormEvent) => {
    if (isSubmitting) event.preventDefault()
    else void form.handleSubmit(save)(event)
  }
  return (
    <form
      noValidate
      aria-label={code ? 'Edit code' : 'New code'}
      className="grid min-w-0 gap-5"
      onSubmit={submit}
    >
      {!code && (
        <Field label="Code" hint="Leave empty to generate one" error={errors.code?.message}>
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            placeholder="SPRING"
            className="uppercase placeholder:normal-case"
            {...form.register('code')}
          />
        </Field>
      )}
      <CodeFields form={form} mode="one" zone={zone} isUsed={code !== undefined && code.uses > 0} />
      <DialogFooter isSticky className="flex-row flex-wrap max-sm:[&>button]:flex-1">
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSubmitting} busyLabel={code ? 'Saving...' : 'Creating...'}>
          {code ? 'Save changes' : 'Create code'}
        </Button>
      </DialogFooter>
    </form>
  )
}
