/** Which bootcamps and bundles a code is for: picked one after the other, all of them without any. */
import { X } from 'lucide-react'
import { $api } from '@/api/client'
import { Field } from '@/components/ui/field'
import { CohortPicker } from '@/features/admin-kit/cohort-picker'
import { bundleValue, type CodeValues } from './code-form'

type Scopes = CodeValues['scopes']

interface ScopePickerProps {
  scopes: Scopes
  onChange: (scopes: Scopes) => void
  error: string | undefined
}

export function ScopePicker({ scopes, onChange, error }: ScopePickerProps) {
  const bundles = useBundleNames()
  const add = (value: string, label: string) => {
    if (!scopes.some((scope) => scope.value === value)) onChange([...scopes, { value, label }])
  }
  return (
    <div className="grid min-w-0 gap-2">
      <Field
        label="For"
        aside={scopes.length === 0 ? 'Everything' : `${scopes.length} chosen`}
        error={error}
      >
        <CohortPicker
          value=""
          onValueChange={add}
          placeholder="Limit it to a bootcamp or bundle"
          before={bundles}
        />
      </Field>
      {scopes.length > 0 && (
        <ul aria-label="What the code is for" className="flex min-w-0 flex-wrap gap-2">
          {scopes.map(({ value, label }) => (
            <li
              key={value}
              className="inline-flex min-h-8 max-w-full items-center rounded-full bg-accent-soft pl-3 text-sm font-medium"
            >
              <span className="truncate">{label}</span>
              <button
                type="button"
                aria-label={`Remove ${label}`}
                className="touch-target ml-1 inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-full hover:bg-surface-2"
                onClick={() => onChange(scopes.filter((scope) => scope.value !== value))}
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function useBundleNames() {
  const { data } = $api.useQuery('get', '/api/admin/bundles', {}, { staleTime: 60_000 })
  return (data ?? []).map(({ id, name }) => ({ value: bundleValue(id), label: `${name} (bundle)` }))
}
