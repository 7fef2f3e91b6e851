/** Picks a cohort by typing: two thousand of them are searched where they are, twenty are shown. */
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { $api } from '@/api/client'
import { Combobox, type ComboboxOption } from '@/components/ui/combobox'
import { cohortName } from '@/lib/cohorts'
import { useSettled } from '@/lib/use-settled'

interface CohortPickerProps {
  'aria-label'?: string
  value: string
  /** With the words it was offered by. */
  onValueChange: (value: string, label: string) => void
  placeholder: string
  /** Offered before all cohorts, as "All cohorts" or bundles. */
  before?: readonly ComboboxOption[]
  /** Only what is on sale, and only where a seat is free. */
  onSale?: boolean
  /** In front of a cohort's number, where other things are picked here too. */
  prefix?: string
  /** Offered by nobody: where somebody moves away from. */
  except?: number
  className?: string
}

export function CohortPicker({
  value,
  placeholder,
  before = [],
  onSale = false,
  prefix = '',
  except,
  ...props
}: CohortPickerProps) {
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const search = useSettled(text.trim())
  const chosen = Number(value.slice(prefix.length))
  const isChosen = value.startsWith(prefix) && chosen > 0
  const query = { search, onSale, ...(isChosen ? { chosen } : {}) }
  const { data, isFetching } = $api.useQuery(
    'get',
    '/api/admin/bootcamps/options',
    { params: { query } },
    // Closed, it only needs the name of what is chosen.
    { staleTime: 60_000, placeholderData: keepPreviousData, enabled: isOpen || isChosen },
  )
  const cohorts = (data ?? [])
    .filter(({ id }) => id !== except)
    .map((one) => ({
      value: `${prefix}${one.id}`,
      label: `${cohortName(one.name, one)}${onSale && !one.availableSeats ? ' (sold out)' : ''}`,
      disabled: onSale && one.availableSeats === 0,
    }))
  const sought = text.trim().toLowerCase()
  const others = before.filter(({ label }) => label.toLowerCase().includes(sought))
  return (
    <Combobox
      {...props}
      value={value}
      placeholder={placeholder}
      searchLabel="Search by name or date"
      options={[...others, ...cohorts]}
      open={isOpen}
      onOpenChange={setIsOpen}
      text={text}
      onTextChange={setText}
      isLoading={isFetching || search !== text.trim()}
    />
  )
}
