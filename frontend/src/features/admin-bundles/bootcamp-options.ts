/** The bootcamps a bundle can be made of: those on offer, and members that no longer are. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getQuery } from '@/api/get-query'
import type { components } from '@/api/schema'
import { formatDay, formatMoment } from '@/lib/dates'
import type { AdminBundle } from './bundle-list'

type Offered = components['schemas']['BootcampOut']
type Member = AdminBundle['bootcamps'][number]

export interface BootcampOption {
  id: number
  name: string
  price: string
  /** Tells two dates of one course apart. */
  when: string
  /** Why visitors do not see it, if they do not. */
  gone: string | null
}

const offeredOption = ({ id, name, price, startDate, timezone }: Offered): BootcampOption => ({
  id,
  name,
  price,
  when: formatMoment(startDate, timezone),
  gone: null,
})

const memberOption = ({
  id,
  name,
  price,
  startDate,
  timezone,
  status,
}: Member): BootcampOption => ({
  id,
  name,
  price,
  when: formatDay(startDate, timezone),
  gone: status === 'archived' ? 'Archived' : 'No longer available',
})

/** Members first: in a long list they would be out of sight. */
function bringTogether(members: readonly Member[], offered: readonly Offered[] | undefined) {
  const byId = new Map(offered?.map((bootcamp) => [bootcamp.id, bootcamp]))
  const isMember = new Set(members.map(({ id }) => id))
  const own = members.map((member) => {
    const stillOffered = byId.get(member.id)
    return stillOffered ? offeredOption(stillOffered) : memberOption(member)
  })
  const others = (offered ?? []).filter(({ id }) => !isMember.has(id)).map(offeredOption)
  return [...own, ...others]
}

export function useBootcampOptions(members: readonly Member[]) {
  const { data, error, isFetching, refetch } = useQuery({
    ...getQuery('/api/bootcamps'),
    // One that was made a minute ago must be there to be picked.
    staleTime: 0,
  })
  const options = useMemo(() => (data ? bringTogether(members, data) : null), [members, data])
  return { options, error: data ? null : error, isFetching, retry: () => void refetch() }
}
