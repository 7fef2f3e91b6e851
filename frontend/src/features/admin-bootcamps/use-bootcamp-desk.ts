/** What an admin can do to a bootcamp of the list, and the window that is open meanwhile. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { actOf } from '@/features/admin-kit/record-links'
import { offerUndo } from '@/features/admin-kit/undo'
import { toast } from '@/lib/toast'
import type { AdminBootcamp } from './bootcamp-form'
import { useRefreshCatalogue } from './use-bootcamps'

export type DeskWindow =
  | { kind: 'create' }
  | { kind: 'edit'; bootcamp: AdminBootcamp }
  | { kind: 'delete'; bootcamp: AdminBootcamp }
  | { kind: 'copies'; bootcamp: AdminBootcamp }
  | { kind: 'publish-at'; drafts: AdminBootcamp[] }
  /** It was bought and cannot be deleted, but it can be archived. */
  | { kind: 'archive-instead'; bootcamp: AdminBootcamp; reason: string }

interface DeskMutation<Answer> {
  call: (id: number) => Promise<Answer>
  success: string
  failure: string
  onSuccess?: (answer: Answer, bootcamp: AdminBootcamp) => void
  /** What it means, where the name alone does not say it. */
  words?: (bootcamp: AdminBootcamp) => string
  /** How to take it back, offered with the news that it is done. */
  undo?: (bootcamp: AdminBootcamp) => void
  /** Answers true when the failure was dealt with, and needs no toast. */
  onFailure?: (error: Error, bootcamp: AdminBootcamp) => boolean
}

function useDeskMutation<Answer>({
  call,
  success,
  failure,
  words,
  undo,
  onSuccess,
  onFailure,
}: DeskMutation<Answer>) {
  const refresh = useRefreshCatalogue()
  return useMutation({
    mutationFn: (bootcamp: AdminBootcamp) => call(bootcamp.id),
    onSuccess: (answer, bootcamp) => {
      toast({
        title: success,
        description: words?.(bootcamp) ?? bootcamp.name,
        ...(undo && offerUndo(() => undo(bootcamp))),
      })
      onSuccess?.(answer, bootcamp)
      // Waited for: until the list is read again, the row is still as it was.
      return refresh()
    },
    onError: (error, bootcamp) => {
      if (onFailure?.(error, bootcamp)) return
      showError(error, failure)
    },
  })
}

const at = (id: number) => ({ params: { path: { bootcamp_id: id } } })

export function useBootcampDesk() {
  const asked = actOf(useLocation().state)?.act
  const [opened, setOpened] = useState<DeskWindow | null>(
    asked === 'create' ? { kind: 'create' } : null,
  )
  const close = () => setOpened(null)

  const clone = useDeskMutation({
    call: async (id) => (await api.POST('/api/admin/bootcamps/{bootcamp_id}/clone', at(id))).data,
    success: 'Bootcamp cloned',
    failure: 'Failed to clone bootcamp',
    onSuccess: (copy) => {
      // Whoever opened a window meanwhile keeps it, and what was typed there.
      if (copy) setOpened((current) => current ?? { kind: 'edit', bootcamp: copy })
    },
  })
  const unarchive = useDeskMutation({
    call: (id) => api.PATCH('/api/admin/bootcamps/{bootcamp_id}/unarchive', at(id)),
    success: 'Bootcamp unarchived',
    failure: 'Failed to unarchive bootcamp',
  })
  const archive = useDeskMutation({
    call: (id) => api.PATCH('/api/admin/bootcamps/{bootcamp_id}/archive', at(id)),
    success: 'Bootcamp archived',
    failure: 'Failed to archive bootcamp',
    words: ({ name, enrolled }) =>
      enrolled > 0 ? `${name} is off sale. Everyone enrolled keeps their seat.` : name,
    undo: unarchive.mutate,
    onSuccess: close,
  })
  const remove = useDeskMutation({
    call: (id) => api.DELETE('/api/admin/bootcamps/{bootcamp_id}', at(id)),
    success: 'Bootcamp deleted',
    failure: 'Failed to delete bootcamp',
    onSuccess: close,
    onFailure: (error, bootcamp) => {
      const isBought = error instanceof ApiError && error.status === 409
      if (!isBought) return false
      if (bootcamp.status === 'archived') {
        close()
        return false
      }
      const reason = errorMessage(error, 'Failed to delete bootcamp')
      setOpened({ kind: 'archive-instead', bootcamp, reason })
      return true
    },
  })

  const publish = useDeskMutation({
    call: (id) => api.POST('/api/admin/bootcamps/{bootcamp_id}/publish', { ...at(id), body: {} }),
    success: 'Bootcamp published',
    failure: 'Failed to publish bootcamp',
  })
  const unschedule = useDeskMutation({
    call: (id) => api.DELETE('/api/admin/bootcamps/{bootcamp_id}/publish', at(id)),
    success: 'Publishing canceled',
    failure: "Publishing couldn't be canceled. Please try again.",
  })

  const mutations = [clone, archive, unarchive, remove, publish, unschedule]
  return {
    opened,
    close,
    open: setOpened,
    clone: clone.mutate,
    archive: archive.mutate,
    unarchive: unarchive.mutate,
    publish: publish.mutate,
    /** A draft no longer goes on sale by itself. */
    unschedule: unschedule.mutate,
    remove: remove.mutate,
    isArchiving: archive.isPending,
    isRemoving: remove.isPending,
    /** Whether something is being done to this one right now. */
    isBusy: (id: number) =>
      mutations.some(({ isPending, variables }) => isPending && variables?.id === id),
  }
}

export type BootcampDesk = ReturnType<typeof useBootcampDesk>
