/** The bundles as an admin sees them, and how a change reaches everything that shows them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { $api } from '@/api/client'
import { getQuery } from '@/api/get-query'
import type { components } from '@/api/schema'

export type AdminBundle = components['schemas']['AdminBundleOut']

const listQuery = $api.queryOptions('get', '/api/admin/bundles')
const LIST = listQuery.queryKey
/** What visitors are offered. */
const OFFER = getQuery('/api/bundles').queryKey

export function useBundleList() {
  // Asked for at every visit: members are archived elsewhere, and by the clock.
  return useQuery({ ...listQuery, staleTime: 0 })
}

export function useBundleChanges() {
  const queryClient = useQueryClient()

  async function change(next: (bundles: AdminBundle[]) => AdminBundle[]) {
    // An answer that is still on its way knows nothing of this change.
    await queryClient.cancelQueries({ queryKey: LIST })
    queryClient.setQueryData<AdminBundle[]>(LIST, (bundles) => bundles && next(bundles))
    await queryClient.invalidateQueries({ queryKey: OFFER })
  }

  return {
    keep: (bundle: AdminBundle) =>
      change((bundles) =>
        bundles.some(({ id }) => id === bundle.id)
          ? bundles.map((other) => (other.id === bundle.id ? bundle : other))
          : [...bundles, bundle],
      ),
    forget: (id: string) => change((bundles) => bundles.filter((other) => other.id !== id)),
    /** After a refusal: somebody else may have changed or deleted it. */
    reload: () => queryClient.invalidateQueries({ queryKey: LIST }),
  }
}
