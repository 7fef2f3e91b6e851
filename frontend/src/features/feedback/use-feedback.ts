/** What somebody is asked about a class they attended, and giving the one answer, by the emailed link. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@/api/api-error'
import { $api, api } from '@/api/client'
import type { components } from '@/api/schema'

export type Feedback = components['schemas']['FeedbackOut']
export type Given = components['schemas']['GivenFeedbackOut']
export type Answer = Omit<components['schemas']['FeedbackIn'], 'token'>

// A POST, because the token must stay out of addresses; it changes nothing.
const lookAt = (token: string) => ['post', '/api/feedback/look', { body: { token } }] as const

export function useFeedback(token: string) {
  return $api.useQuery(...lookAt(token), {
    staleTime: 0,
    gcTime: 0,
    // A look at the page again must not take the form away while it is filled in.
    refetchOnWindowFocus: false,
  })
}

export function useGiving(token: string, { onGiven }: { onGiven: () => void }) {
  const queryClient = useQueryClient()
  const { queryKey } = $api.queryOptions(...lookAt(token))
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (answer: Answer) =>
      (await api.POST('/api/feedback', { body: { token, ...answer } })).data,
    onSuccess: (answer) => {
      queryClient.setQueryData(queryKey, answer)
      onGiven()
    },
    // Answered in another tab, or too late by now: the page shows how it stands.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) {
        void queryClient.invalidateQueries({ queryKey })
      }
    },
  })
  return { give: mutate, isGiving: isPending, error }
}
