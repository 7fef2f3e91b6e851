/** The fields of a code, or of many at once. */
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { zoneLetters } from '@/features/admin-kit/moments'
import type { CodeMode, CodeValues } from './code-form'
import { ScopePicker } from './scope-picker'

const kinds = [
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'US dollars' },
]

interface CodeFieldsProps {
  form: UseFormReturn<CodeValues>
  mode: CodeMode
  zone: string
  /** Somebody has used it: what it is worth, and to whom, stays. */
  isUsed: boolean
}

export function CodeFields({ form, mode, zone, isUsed }: CodeFieldsProps) {
  const { register, control, formState } = form
  const { errors } = formState
  return (
    <>
      <div className="grid grid-cols-[1fr_1fr] items-start gap-x-4 gap-y-5">
        <Field
          label="Discount"
          hint={isUsed ? 'Already used, so it stays' : undefined}
          error={errors.value?.message}
          required
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            readOnly={isUsed}
            placeholder="15"
            {...register('value')}
          />
        </Field>
        <Controller
          control={control}
          name="kind"
          render={({ field }) => (
            <Field label="Discount type">
              <Select
                options={kinds}
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
                disabled={isUsed}
              />
            </Field>
          )}
        />
      </div>
      <Controller
        control={control}
        name="scopes"
        render={({ field }) => (
          <ScopePicker
            scopes={field.value}
            onChange={field.onChange}
            error={errors.scopes?.message}
          />
        )}
      />
      <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field
          label="Starts"
          aside={zoneLetters(zone)}
          hint="Defaults to right away"
          error={errors.startsAt?.message}
        >
          <Input type="datetime-local" {...register('startsAt')} />
        </Field>
        <Field
          label="Ends"
          aside={zoneLetters(zone)}
          hint="Leave empty if it never expires"
          error={errors.endsAt?.message}
        >
          <Input type="datetime-local" {...register('endsAt')} />
        </Field>
      </div>
      {mode === 'one' && <Limits form={form} isUsed={isUsed} />}
      <Field label="Note" aside="Only for the team" error={errors.note?.message}>
        <Input autoComplete="off" placeholder="Who gets it, and why" {...register('note')} />
      </Field>
      <Controller
        control={control}
        name="worksWithSteps"
        render={({ field: { value, onChange } }) => (
          <Field
            label="Also lowers early prices"
            hint="Otherwise it counts from the regular price, and buyers get it only where that's cheaper."
          >
            <Switch checked={value} onCheckedChange={onChange} />
          </Field>
        )}
      />
    </>
  )
}

function Limits({ form, isUsed }: Pick<CodeFieldsProps, 'form' | 'isUsed'>) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5">
        <Field label="Total uses" hint="Leave empty for no limit" error={errors.maxUses?.message}>
          <Input inputMode="numeric" autoComplete="off" {...register('maxUses')} />
        </Field>
        <Field
          label="Uses per person"
          hint="Leave empty for no limit"
          error={errors.perPerson?.message}
        >
          <Input inputMode="numeric" autoComplete="off" {...register('perPerson')} />
        </Field>
      </div>
      <Field
        label="Restrict to email"
        aside="Optional"
        hint={isUsed ? 'Already used, so it stays' : 'The email of the one person who may use it'}
        error={errors.forEmail?.message}
      >
        <Input type="email" autoComplete="off" readOnly={isUsed} {...register('forEmail')} />
      </Field>
    </>
  )
}
