/** The title of a place at the desk: several of them are open in tabs, and each says which it is. */
import { useOwnTitle } from '@/components/page-title'

export function useAdminTitle(name: string | undefined) {
  useOwnTitle(name && `${name} · Admin`)
}
