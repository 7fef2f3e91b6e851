/** Discount codes as the desk asks for them, and what each of their parts is called. */
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { pathOf } from '@/api/get-query'
import type { components, paths } from '@/api/schema'
import type { BadgeTone } from '@/components/ui/badge'
import { offerUndo } from '@/features/admin-kit/undo'
import { formatCents, toCents } from '@/lib/money'
import { toast } from '@/lib/toast'

export type Code = components['schemas']['CodeOut']
export type CodeRecord = components['schemas']['CodeRecordOut']
export type CodeUse = components['schemas']['CodeUseOut']
export type CodeChange = components['schemas']['CodeChangeIn']
export type CodeQuery = NonNullable<paths['/api/admin/codes']['get']['parameters']['query']>

const LIST = '/api/admin/codes'
export const CODES = '/admin/codes'
export const codePath = (id: number) => `${CODES}/${id}`

export const states: Record<Code['state'], { name: string; tone: BadgeTone }> = {
  active: { name: 'Active', tone: 'positive' },
  upcoming: { name: 'Upcoming', tone: 'outline' },
  paused: { name: 'Paused', tone: 'build' },
  used_up: { name: 'Used up', tone: 'neutral' },
  ended: { name: 'Ended', tone: 'neutral' },
}

/** "15%" or "$50" */
export function worthOf({ kind, value }: Pick<Code, 'kind' | 'value'>): string {
  return kind === 'percent' ? `${Number(value)}%` : formatCents(toCents(value))
}

/** "12 of 20" */
export function usesOf({ uses, maxUses }: Pick<Code, 'uses' | 'maxUses'>): string {
  return maxUses === null ? String(uses) : `${uses} of ${maxUses}`
}

/** Nothing for those who may not see sums. */
export const sumOf = (sum: string | null) => (sum === null ? null : formatCents(toCents(sum)))

export function useCodes(query: CodeQuery) {
  return $api.useQuery(
    'get',
    LIST,
    { params: { query } },
    // People use codes while nobody looks.
    { staleTime: 0, placeholderData: keepPreviousData },
  )
}

export function useCode(id: number) {
  const params = { path: { code_id: id } }
  return $api.useQuery('get', '/api/admin/codes/{code_id}', { params }, { staleTime: 0 })
}

export function useCodeUses(id: number, page: number) {
  const params = { path: { code_id: id }, query: { page } }
  return $api.useQuery(
    'get',
    '/api/admin/codes/{code_id}/uses',
    { params },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
}

export function useCodesChanged() {
  const queryClient = useQueryClient()
  return () =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => pathOf(queryKey).startsWith(LIST),
    })
}

export function changeCode(id: number, body: CodeChange) {
  return api.PATCH('/api/admin/codes/{code_id}', { params: { path: { code_id: id } }, body })
}

/** Pausing is undone by one press, so nobody is asked first. */
export function usePauseCode() {
  const changed = useCodesChanged()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ id, isActive }: { id: number; isActive: boolean }) =>
      changeCode(id, { isActive }),
    onSuccess: ({ data }) => {
      if (!data) return
      toast({
        title: data.isActive ? 'Code resumed' : 'Code paused',
        description: data.isActive ? `${data.code} works again.` : `${data.code} no longer works.`,
        ...offerUndo(() => mutate({ id: data.id, isActive: !data.isActive })),
      })
    },
    onError: (error) => showError(error, "The code couldn't be changed. Please try again."),
    onSettled: () => changed(),
  })
  return { pause: mutate, isBusy: (id: number) => isPending && variables?.id === id }
}

export type Pausing = ReturnType<typeof usePauseCode>
