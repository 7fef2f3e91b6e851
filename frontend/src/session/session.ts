/** Who is here. */
import {
  CancelledError,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { loadByKey } from '@/api/query-client'
import type { Role, SessionUser } from '@/api/types'
import { readCookie } from '@/lib/cookies'

export interface Session {
  /** On a signed-in page whose session has ended: who was here, so that the page can stay. */
  user: SessionUser | null
  isLoading: boolean
  /** By what the server said last. False as soon as the session has ended. */
  isAuthenticated: boolean
  /** Why nobody knows who is here: the server could not say. Being signed out is not an error. */
  error: Error | null
}

const SESSION_KEY = ['get', '/api/auth/user'] as const

const loadSession = loadByKey({ on401: 'null' })

const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async (context) => (await loadSession(context)) as SessionUser | null,
  refetchOnMount: false,
  retry: false,
})

const hintListeners = new Set<() => void>()

function subscribeToHint(listener: () => void) {
  hintListeners.add(listener)
  return () => hintListeners.delete(listener)
}

/**
 * The server sets this cookie beside the session's own, which scripts cannot see. Without it nobody
 * is signed in and asking would only earn a 401, printed as an error in every visitor's console.
 */
function hasSessionHint(): boolean {
  return readCookie('signed_in') === '1'
}

/** Set by the signed-in pages when their session has ended; nobody else must take them for present. */
export const LastKnownUser = createContext<SessionUser | null>(null)

export function useSession(): Session {
  const lastKnown = useContext(LastKnownUser)
  const maybeSignedIn = useSyncExternalStore(subscribeToHint, hasSessionHint, () => false)
  const { data, isLoading, error } = useQuery({ ...sessionQuery, enabled: maybeSignedIn })
  const user = (maybeSignedIn && data) || null
  return {
    user: user ?? lastKnown,
    isLoading: maybeSignedIn && isLoading,
    isAuthenticated: user !== null,
    error: maybeSignedIn ? error : null,
  }
}

async function askAgain(queryClient: QueryClient): Promise<SessionUser | null> {
  try {
    return await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
  } catch (error) {
    // A later refresh has taken over: this one waits for its answer.
    if (error instanceof CancelledError) return queryClient.fetchQuery(sessionQuery)
    throw error
  }
}

/** Asks the server again, after something that signs a person in or out or changes who they are. */
export function useRefreshSession(): () => Promise<SessionUser | null> {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    // A question already under way was asked before the change: its answer must not count for this one.
    await queryClient.cancelQueries({ queryKey: SESSION_KEY })
    const user = hasSessionHint() ? await askAgain(queryClient) : null
    queryClient.setQueryData(SESSION_KEY, user)
    for (const listener of hintListeners) listener()
    return user
  }, [queryClient])
}

/** The server has said that nobody is signed in: no need to ask it again. */
export function useEndSession(): () => void {
  const queryClient = useQueryClient()
  return useCallback(() => {
    queryClient.setQueryData(SESSION_KEY, null)
  }, [queryClient])
}

/** While an admin impersonates someone, the role in effect is that person's. */
export function roleInEffect(user: Pick<SessionUser, 'role' | 'effectiveRole'>): Role {
  return user.effectiveRole ?? user.role
}
