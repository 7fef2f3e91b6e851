/** Makes many codes that can each be used once, and hands them over as a file. */
import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { ExportButton } from '@/features/admin-kit/export-button'
import { CodeFields } from './code-fields'
import { type CodeValues, codeFields, codeSchema, lotPayload, newCode } from './code-form'
import { CODES, useCodesChanged } from './codes'
import { lotFile } from './lots'

interface Lot {
  lot: string
  made: number
}

interface GenerateDialogProps {
  zone: string
  onClose: () => void
}

export function GenerateDialog({ zone, onClose }: GenerateDialogProps) {
  const [lot, setLot] = useState<Lot | null>(null)
  return (
    <Dialog open onOpenChange={onClose}>
      {lot ? (
        <DialogContent
          title={lot.made === 1 ? '1 code is ready' : `${lot.made} codes are ready`}
          description="Each can be used once. Whoever has the file can buy for less, so keep it safe."
        >
          <DialogFooter>
            <Button asChild variant="outline" onClick={onClose}>
              <Link to={`${CODES}?${new URLSearchParams({ lot: lot.lot })}`}>Show them</Link>
            </Button>
            <ExportButton {...lotFile(lot.lot)} />
          </DialogFooter>
        </DialogContent>
      ) : (
        <FormDialogContent
          title="Generate codes"
          description="Random codes that can each be used once, to hand out."
          className="sm:max-w-xl"
        >
          <GenerateForm zone={zone} onMade={setLot} />
        </FormDialogContent>
      )}
    </Dialog>
  )
}

function GenerateForm({ zone, onMade }: { zone: string; onMade: (lot: Lot) => void }) {
  const changed = useCodesChanged()
  const form = useForm<CodeValues>({
    resolver: zodResolver(codeSchema('lot', zone)),
    defaultValues: newCode,
  })
  const { errors, isSubmitting } = form.formState

  async function generate(values: CodeValues) {
    try {
      const { data } = await api.POST('/api/admin/codes/generate', {
        body: lotPayload(values, zone),
      })
      if (data) onMade(data)
    } catch (error) {
      showError(error, "The codes couldn't be generated.")
      markRefused(error, form, codeFields)
    }
    void changed()
  }

  const submit = (event: FormEvent) => {
    if (isSubmitting) event.preventDefault()
    else void form.handleSubmit(generate)(event)
  }
  return (
    <form noValidate aria-label="Generate codes" className="grid min-w-0 gap-5" onSubmit={submit}>
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5">
        <Field label="How many" error={errors.count?.message} required>
          <Input inputMode="numeric" autoComplete="off" {...form.register('count')} />
        </Field>
        <Field label="Prefix" aside="Optional" error={errors.prefix?.message}>
          <Input
            autoComplete="off"
            placeholder="PARTNER"
            className="uppercase placeholder:normal-case"
            {...form.register('prefix')}
          />
        </Field>
      </div>
      <CodeFields form={form} mode="lot" zone={zone} isUsed={false} />
      <DialogFooter isSticky className="flex-row flex-wrap max-sm:[&>button]:flex-1">
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSubmitting} busyLabel="Generating...">
          Generate codes
        </Button>
      </DialogFooter>
    </form>
  )
}
