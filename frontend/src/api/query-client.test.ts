import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { answerGet, refuseGet, server } from '@/test/server'
import { $api } from './client'
import { getQuery } from './get-query'
import { createQueryClient, loadByKey } from './query-client'

describe('the query defaults', () => {
  test('never refetch by themselves, never go stale, never retry, drop unused data after 5 minutes', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions()
    expect(queries).toMatchObject({
      refetchInterval: false,
      refetchOnWindowFocus: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      gcTime: 300_000,
    })
    expect(mutations).toMatchObject({ retry: false })
  })
})

describe('without a network', () => {
  test('a press fails at once and is never sent later, nor does a page wait in silence', async () => {
    const sent = vi.fn(() => HttpResponse.error())
    server.use(http.all(`${window.location.origin}/api/*`, sent))
    onlineManager.setOnline(false)
    try {
      const client = createQueryClient()
      client.mount()
      const refund = new MutationObserver(client, {
        mutationFn: () => fetch(`${window.location.origin}/api/refund`, { method: 'POST' }),
      })
      const stop = refund.subscribe(() => {})
      await expect(refund.mutate()).rejects.toThrow()
      await expect(client.fetchQuery({ queryKey: ['/api/bundles'] })).rejects.toThrow()
      expect(sent).toHaveBeenCalledTimes(2)
      stop()
      onlineManager.setOnline(true)
      await client.resumePausedMutations()
      expect(sent).toHaveBeenCalledTimes(2)
      client.unmount()
    } finally {
      onlineManager.setOnline(true)
    }
  })
})

describe('the default loader', () => {
  test('joins the key with slashes into the address', async () => {
    answerGet('/api/user/bootcamps/7/resources', [{ id: 1 }])
    const answer = await createQueryClient().fetchQuery({
      queryKey: ['/api/user/bootcamps', 7, 'resources'],
    })
    expect(answer).toEqual([{ id: 1 }])
  })

  test('takes the method at the beginning of a key for no part of the address', async () => {
    answerGet('/api/bundles', [{ id: 1 }])
    const { queryKey } = getQuery('/api/bundles')
    expect(queryKey).toEqual($api.queryOptions('get', '/api/bundles').queryKey)
    await expect(createQueryClient().fetchQuery({ queryKey })).resolves.toEqual([{ id: 1 }])
  })

  test('asks once and fails with the status and the body', async () => {
    const asked = refuseGet('/api/bundles', 500, 'Down.')
    const answer = createQueryClient().fetchQuery({ queryKey: ['/api/bundles'] })
    await expect(answer).rejects.toThrow('500: {"message":"Down.","fields":{}}')
    expect(asked.times).toBe(1)
  })

  test('fails on 401 unless told that 401 means nobody', async () => {
    refuseGet('/api/auth/user', 401, 'Please sign in.')
    const queryKey = ['/api/auth/user']
    await expect(createQueryClient().fetchQuery({ queryKey })).rejects.toThrow('401: ')
    const queryFn = loadByKey({ on401: 'null' })
    await expect(createQueryClient().fetchQuery({ queryKey, queryFn })).resolves.toBeNull()
  })

  test('still fails on other refusals when 401 means nobody', async () => {
    refuseGet('/api/auth/user', 403, 'No.')
    const queryFn = loadByKey({ on401: 'null' })
    const answer = createQueryClient().fetchQuery({ queryKey: ['/api/auth/user'], queryFn })
    await expect(answer).rejects.toThrow('403: ')
  })
})
