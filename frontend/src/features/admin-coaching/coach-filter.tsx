/** Narrows the sessions to those of one coach. */
import { Select } from '@/components/ui/select'
import { useCoaches } from './coaches'

const ALL = 'all'

interface CoachFilterProps {
  coach: number | null
  onChange: (coach: number | null) => void
}

export function CoachFilter({ coach, onChange }: CoachFilterProps) {
  const { data = [] } = useCoaches()
  const options = data.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Select
      aria-label="Filter by coach"
      options={[{ value: ALL, label: 'All coaches' }, ...options]}
      value={coach && data.some(({ id }) => id === coach) ? String(coach) : ALL}
      onValueChange={(value) => onChange(Number(value) || null)}
      className="w-40 shrink-0 md:h-10"
    />
  )
}
