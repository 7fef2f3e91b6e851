/** What an admin can do to a person, and the window that is open meanwhile. */
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { isFailure } from '@/api/password-asked'
import { actOf } from '@/features/admin-kit/record-links'
import { offerUndo } from '@/features/admin-kit/undo'
import { toast } from '@/lib/toast'
import { useRefreshSession, useSession } from '@/session/session'
import { type Person, type Role, useRefreshPeople } from './people'
import { useStartImpersonation } from './use-start-impersonation'

export type DeskWindow =
  | { kind: 'create' }
  | { kind: 'deactivate'; person: Person }
  | { kind: 'delete'; person: Person }
  | { kind: 'role'; person: Person; role: Role }
  | { kind: 'team role'; person: Person }
  | { kind: 'impersonate'; person: Person }

interface DeskMutation {
  /** The answer's email address, for the toast. */
  call: (person: Person) => Promise<string | undefined>
  success: string
  failure: string
  close: () => void
  /** How to take it back, offered with the news that it is done. */
  undo?: (person: Person) => void
  onSuccess?: (person: Person) => Promise<unknown>
}

const at = (id: number) => ({ params: { path: { user_id: id } } })

function useDeskMutation({ call, success, failure, close, undo, onSuccess }: DeskMutation) {
  const refresh = useRefreshPeople()
  return useMutation({
    mutationFn: (person: Person) => call(person),
    onSuccess: (email, person) => {
      toast({
        title: success,
        description: email ?? person.email,
        ...(undo && offerUndo(() => undo(person))),
      })
      close()
      // Waited for: until the list is read again, the row is still as it was.
      return onSuccess ? onSuccess(person) : refresh()
    },
    onError: (error) => {
      // Somebody who only declined to type the password may still want the change.
      if (!isFailure(error)) return
      showError(error, failure)
      close()
      void refresh()
    },
  })
}

interface PeopleDeskOptions {
  /** Where one goes when the person at hand is no longer there. */
  onDeleted?: () => void
}

export function usePeopleDesk({ onDeleted }: PeopleDeskOptions = {}) {
  const asked = actOf(useLocation().state)?.act
  const [opened, setOpened] = useState<DeskWindow | null>(
    asked === 'create' ? { kind: 'create' } : null,
  )
  const close = () => setOpened(null)
  const refresh = useRefreshPeople()
  const refreshSession = useRefreshSession()
  const { user } = useSession()
  const impersonation = useStartImpersonation()

  const activate = useDeskMutation({
    call: async ({ id }) =>
      (await api.PATCH('/api/admin/users/{user_id}/activate', at(id))).data?.email,
    success: 'User activated',
    failure: 'Failed to activate user',
    close,
  })
  const deactivate = useDeskMutation({
    call: async ({ id }) =>
      (await api.PATCH('/api/admin/users/{user_id}/deactivate', at(id))).data?.email,
    success: 'User deactivated',
    failure: 'Failed to deactivate user',
    close,
    undo: activate.mutate,
  })
  const remove = useDeskMutation({
    call: async ({ id }) =>
      (await api.DELETE('/api/admin/users/{user_id}', at(id))).data?.deletedUser.email,
    success: 'User deleted',
    failure: 'Failed to delete user',
    close,
    onSuccess: ({ id }) => {
      onDeleted?.()
      return refresh(id)
    },
  })
  const wanted = useRef<Role>('STUDENT')
  const grant = useDeskMutation({
    call: async ({ id }) => {
      const body = { role: wanted.current }
      return (await api.PATCH('/api/admin/users/{user_id}/role', { ...at(id), body })).data?.email
    },
    success: 'Role changed',
    failure: 'Failed to change the role',
    close,
    onSuccess: async ({ id }) => {
      // Whoever gave up being an admin sees what everybody else sees here.
      if (id === user?.id) await refreshSession()
      else await refresh()
    },
  })

  const mutations = [activate, deactivate, remove, grant]
  return {
    opened,
    open: setOpened,
    close,
    activate: activate.mutate,
    deactivate: deactivate.mutate,
    remove: remove.mutate,
    grant: (person: Person, role: Role) => {
      wanted.current = role
      grant.mutate(person)
    },
    impersonate: ({ id }: Person, reason: string) =>
      impersonation.start({ targetUserId: id, reason }),
    isImpersonating: impersonation.isStarting,
    isPending: mutations.some(({ isPending }) => isPending),
    isMyself: ({ id }: Pick<Person, 'id'>) => id === user?.id,
    /** Whether something is being done to this one right now. */
    isBusy: (id: number) =>
      mutations.some(({ isPending, variables }) => isPending && variables?.id === id),
  }
}

export type PeopleDesk = ReturnType<typeof usePeopleDesk>

export function otherRole(role: Role): Role {
  return role === 'ADMIN' ? 'STUDENT' : 'ADMIN'
}
