/** Which ways of signing in this site has, besides username and password, which is always there. */
import { useQuery } from '@tanstack/react-query'
import { getJson } from '@/api/get-json'
import type { components } from '@/api/schema'

type SignInMethods = components['schemas']['SignInMethodsOut']

const passwordOnly: SignInMethods = { openid: false, openidName: '', google: false }

/** A site that cannot say which methods it has still has the password. */
export function useSignInMethods(): SignInMethods {
  const { data } = useQuery({
    queryKey: ['/api/auth/methods'],
    queryFn: ({ signal }) => getJson('/api/auth/methods', signal),
  })
  return data ?? passwordOnly
}

/** An address of the server, never a router link: the browser leaves for the provider. */
export function signInAddress(
  method: '/api/login' | '/api/auth/google',
  { returnTo }: { returnTo: string },
): string {
  return `${method}?${new URLSearchParams({ returnTo })}`
}
