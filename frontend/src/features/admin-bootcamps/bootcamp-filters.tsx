/** Above the list: words to look for, and which type and state are shown. */
import { Select } from '@/components/ui/select'
import { SearchField } from '@/features/admin-kit/search-field'
import { type BootcampList, states, types } from './use-bootcamp-list'

const ALL = 'all'
const stateNames: Record<(typeof states)[number], string> = {
  ahead: 'Upcoming',
  over: 'Ended',
  draft: 'Drafts',
  canceled: 'Canceled',
}
const typeOptions = [
  { value: ALL, label: 'All types' },
  ...types.map((type) => ({ value: type, label: type })),
]
const stateOptions = [
  { value: ALL, label: 'Any state' },
  ...states.map((state) => ({ value: state, label: stateNames[state] })),
]

export function BootcampFilters({ list }: { list: BootcampList }) {
  return (
    <>
      <SearchField
        label="Search bootcamps"
        placeholder="Search by name or date"
        text={list.text}
        onTextChange={list.setText}
      />
      <Select
        aria-label="Filter by type"
        options={typeOptions}
        value={list.type ?? ALL}
        onValueChange={(value) => list.choose({ type: types.find((one) => one === value) ?? null })}
        className="w-32 shrink-0 md:h-10"
      />
      <Select
        aria-label="Filter by state"
        options={stateOptions}
        value={list.state ?? ALL}
        onValueChange={(value) => {
          const state = states.find((one) => one === value) ?? null
          // No canceled class is among the active ones.
          const show = state === 'canceled' && list.show === 'active' ? 'all' : list.show
          list.choose({ state, show })
        }}
        className="w-32 shrink-0 md:h-10"
      />
    </>
  )
}
