/** How a class change stands for one seat, and choosing by the emailed link. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/api-error'
import { $api, api } from '@/api/client'
import type { Chosen } from './choice-types'

/** Seats on the other dates go while one thinks. */
const LOOK_AGAIN_MS = 15_000

// A POST, because the token must stay out of addresses; it changes nothing.
const lookAt = (token: string) => ['post', '/api/class-choice/look', { body: { token } }] as const

export function useClassChoice(token: string) {
  return $api.useQuery(...lookAt(token), {
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.isOpen === false ? false : LOOK_AGAIN_MS),
    refetchOnReconnect: true,
  })
}

interface Options {
  /** Whatever came of it, the page asks how things stand. */
  onSettled: () => void
  onChosen: () => void
}

export function useChoosing(token: string, { onSettled, onChosen }: Options) {
  const queryClient = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (chosen: Chosen) =>
      (await api.POST('/api/class-choice', { body: { token, ...chosen } })).data,
    onSuccess: async (answer) => {
      const { queryKey } = $api.queryOptions(...lookAt(token))
      // A look that was under way would put the old answer back.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, answer)
      onChosen()
    },
    onError: onSettled,
  })
  return {
    choose: (chosen: Chosen, { onRefused }: { onRefused: () => void }) =>
      mutate(chosen, {
        onError: (failure) => {
          if (failure instanceof ApiError && failure.status === 409) onRefused()
        },
      }),
    isChoosing: isPending,
    error,
    forget: reset,
  }
}

export type Choosing = ReturnType<typeof useChoosing>
