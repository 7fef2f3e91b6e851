/** The people with accounts as an admin sees them, and how a change reaches what shows them. */
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'

export type PersonRow = components['schemas']['PersonRowOut']
export type Person = Omit<PersonRow, 'purchaseCount'>
export type PersonDetail = components['schemas']['PersonDetailOut']
export type PersonPurchase = components['schemas']['PersonPurchaseOut']
export type Role = Person['role']
type Status = Person['status']

export interface PeopleQuery {
  search: string
  role: Role | null
  status: Status | null
  /** Guests have no account, and so neither role nor status. */
  kind: 'guests' | null
  page: number
}

/** What the list of accounts is narrowed by, as the server takes it. */
export function narrowedBy({ role, status }: Pick<PeopleQuery, 'role' | 'status'>) {
  return { ...(role ? { role } : {}), ...(status ? { status } : {}) }
}

export function usePeople({ search, role, status, kind, page }: PeopleQuery) {
  const query = { search, page, ...narrowedBy({ role, status }) }
  return $api.useQuery(
    'get',
    '/api/admin/users',
    { params: { query } },
    // People come and go without this page: each visit asks again.
    { staleTime: 0, placeholderData: keepPreviousData, enabled: kind === null },
  )
}

export function useGuests({ search, kind, page }: PeopleQuery) {
  return $api.useQuery(
    'get',
    '/api/admin/people/guests',
    { params: { query: { search, page } } },
    { staleTime: 0, placeholderData: keepPreviousData, enabled: kind === 'guests' },
  )
}

export function usePerson(id: number) {
  return $api.useQuery(
    'get',
    '/api/admin/users/{user_id}/details',
    { params: { path: { user_id: id } } },
    { staleTime: 0 },
  )
}

export function useRefreshPeople() {
  const queryClient = useQueryClient()
  return async (gone?: number) => {
    if (gone !== undefined) {
      // Asking for somebody who is no longer there would only earn a refusal.
      queryClient.removeQueries({
        queryKey: [
          'get',
          '/api/admin/users/{user_id}/details',
          { params: { path: { user_id: gone } } },
        ],
      })
    }
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['get', '/api/admin/users'] }),
      queryClient.invalidateQueries({ queryKey: ['get', '/api/admin/users/{user_id}/details'] }),
    ])
  }
}

/** What to call somebody who may have given no name. */
export function nameOf({ fullName, username }: Pick<Person, 'fullName' | 'username'>): string {
  return fullName || username
}
