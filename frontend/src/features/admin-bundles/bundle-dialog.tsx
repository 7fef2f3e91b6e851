/** Makes a bundle, or changes one. What was typed survives every failure. */
import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useMemo } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import { countCharacters } from '@/features/admin-kit/limited-text'
import { PriceWarning } from '@/features/admin-kit/prices/price-warning'
import { toast } from '@/lib/toast'
import { useBootcampOptions } from './bootcamp-options'
import { BootcampPicker } from './bootcamp-picker'
import { type AdminBundle, useBundleChanges } from './bundle-list'
import { type BundleValues, bundleSchema, DESCRIPTION_LIMIT, MOST_BOOTCAMPS } from './bundle-schema'
import { BundleSums } from './bundle-sums'

const noMembers: AdminBundle['bootcamps'] = []

interface BundleDialogProps {
  /** The one to change; a new one without it. */
  bundle: AdminBundle | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function BundleDialog({ bundle, open, onOpenChange }: BundleDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <FormDialogContent
        title={bundle ? 'Edit Bundle' : 'Create Bundle'}
        description={
          bundle
            ? "People who already bought it aren't affected."
            : 'Combine bootcamps at one price.'
        }
        // What the keyboard reaches must not come to lie behind the sums, which stay in sight.
        className="sm:max-w-2xl sm:scroll-pb-48"
      >
        <BundleForm bundle={bundle} onSaved={() => onOpenChange(false)} />
      </FormDialogContent>
    </Dialog>
  )
}

function formValues(bundle: AdminBundle | null): BundleValues {
  return {
    name: bundle?.name ?? '',
    tagline: bundle?.tagline ?? '',
    description: bundle?.description ?? '',
    price: bundle?.price ?? '',
    bootcampIds: bundle?.bootcamps.map(({ id }) => id) ?? [],
    isActive: bundle?.isActive ?? true,
  }
}

function sendBundle(bundle: AdminBundle | null, values: BundleValues) {
  const body = { ...values, tagline: values.tagline || null }
  if (!bundle) return api.POST('/api/admin/bundles', { body })
  const params = { path: { bundle_id: bundle.id } }
  return api.PATCH('/api/admin/bundles/{bundle_id}', { params, body })
}

function useBundleForm(bundle: AdminBundle | null, onSaved: () => void) {
  const { keep, reload } = useBundleChanges()
  const form = useForm<BundleValues>({
    resolver: zodResolver(bundleSchema),
    defaultValues: formValues(bundle),
  })

  async function save(values: BundleValues) {
    try {
      const { data } = await sendBundle(bundle, values)
      if (data) await keep(data)
      toast({ title: bundle ? 'Bundle updated' : 'Bundle created', description: values.name })
      onSaved()
    } catch (error) {
      showError(error, bundle ? 'Failed to update bundle' : 'Failed to create bundle')
      markRefused(error, form, ['name', 'price', 'tagline', 'description', 'bootcampIds'])
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

function BundleForm({ bundle, onSaved }: { bundle: AdminBundle | null; onSaved: () => void }) {
  const { form, submit } = useBundleForm(bundle, onSaved)
  const { register, control, watch, formState } = form
  const { errors, isSubmitting } = formState
  const available = useBootcampOptions(bundle?.bootcamps ?? noMembers)
  return (
    <form
      noValidate
      aria-label={bundle ? 'Edit bundle' : 'New bundle'}
      className="grid min-w-0 gap-5"
      onSubmit={submit}
    >
      <div className="grid items-start gap-5 sm:grid-cols-[1fr_11rem]">
        <Field label="Name" error={errors.name?.message} required>
          <Input autoComplete="off" {...register('name')} />
        </Field>
        <Field
          label="Price"
          aside="USD"
          hint="For example 299.99"
          error={errors.price?.message}
          required
        >
          <Input inputMode="decimal" autoComplete="off" {...register('price')} />
        </Field>
      </div>
      {bundle && <PriceWarning priced={{ bundleId: bundle.id }} price={watch('price')} />}
      <Field label="Tagline" aside="Optional" error={errors.tagline?.message}>
        <Input autoComplete="off" {...register('tagline')} />
      </Field>
      <Field
        label="Description"
        aside={`${countCharacters(watch('description'))}/${DESCRIPTION_LIMIT}`}
        error={errors.description?.message}
        required
      >
        <Textarea {...register('description')} />
      </Field>
      <Bootcamps form={form} available={available} />
      <Controller
        control={control}
        name="isActive"
        render={({ field: { value, onChange } }) => (
          <Field
            label="Active"
            hint="Visitors can buy it while every bootcamp in it has a free seat."
          >
            <Switch checked={value} onCheckedChange={onChange} />
          </Field>
        )}
      />
      <div className="grid gap-5 border-t bg-surface pt-5 sm:sticky sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7 sm:pb-7">
        <Sums form={form} available={available} />
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button
            type="submit"
            busy={isSubmitting}
            busyLabel={bundle ? 'Saving...' : 'Creating...'}
          >
            {bundle ? 'Save Changes' : 'Create Bundle'}
          </Button>
        </DialogFooter>
      </div>
    </form>
  )
}

interface PartProps {
  form: ReturnType<typeof useBundleForm>['form']
  available: ReturnType<typeof useBootcampOptions>
}

function Bootcamps({ form, available }: PartProps) {
  const { control, trigger, formState } = form
  return (
    <Controller
      control={control}
      name="bootcampIds"
      render={({ field: { value, onChange, ref } }) => (
        <BootcampPicker
          ref={ref}
          available={available}
          chosen={value}
          onChange={(ids) => {
            onChange(ids)
            // One too many is said at once, not after the whole form has been filled in.
            if (ids.length > MOST_BOOTCAMPS || formState.errors.bootcampIds) {
              void trigger('bootcampIds')
            }
          }}
          error={formState.errors.bootcampIds?.message}
        />
      )}
    />
  )
}

function Sums({ form, available: { options } }: PartProps) {
  const [chosenIds, price] = form.watch(['bootcampIds', 'price'])
  const chosen = useMemo(
    () => options?.filter(({ id }) => chosenIds.includes(id)) ?? [],
    [options, chosenIds],
  )
  return <BundleSums chosen={chosen} price={price} />
}
