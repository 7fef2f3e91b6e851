/** Which ways of signing in this site has, besides username and password, which is always there. */
import { useQuery } from '@tanstack/react-query'
import { getQuery } from '@/api/get-query'
import type { components } from '@/api/schema'

type SignInMethods = components['schemas']['SignInMethodsOut']

const passwordOnly: SignInMethods = { openid: false, openidName: '', google: false }

export const signInMethodsQuery = getQuery('/api/auth/methods')

/** A site that cannot say which methods it has still has the password. */
export function useSignInMethods(): SignInMethods {
  const { data } = useQuery(signInMethodsQuery)
  return data ?? passwordOnly
}

/** An address of the server, never a router link: the browser leaves for the provider. */
export function signInAddress(
  method: '/api/login' | '/api/auth/google',
  { returnTo }: { returnTo: string },
): string {
  return `${method}?${new URLSearchParams({ returnTo })}`
}
