/** The title of a place at the desk: several of them are open in tabs, and each says which it is. */
import { useOwnTitle } from '@/components/page-title'

/** A record or a view is called by its name and by the section it belongs to. */
export function useAdminTitle(name: string | undefined, section?: string) {
  useOwnTitle(name && [name, section, 'Admin'].filter(Boolean).join(' · '))
}
