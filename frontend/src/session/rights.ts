/**
 * What the person here may do at the desk, as its shell has been told. The server decides again on
 * every call; a section without a shell around it shows everything it has.
 */
import { createContext, useCallback, useContext } from 'react'
import type { SessionUser } from '@/api/types'

export type Right = SessionUser['rights'][number]

export const DeskRights = createContext<readonly Right[] | null>(null)

export function useRights(): (right: Right) => boolean {
  const rights = useContext(DeskRights)
  return useCallback((right: Right) => rights === null || rights.includes(right), [rights])
}
