/** Where to sign in again, for pages whose session has ended; null while it lasts. */
import { createContext } from 'react'

export const SignInAgain = createContext<string | null>(null)
