/** What signing in and registering say about the purchases an invitation brought along. */
import type { ToastOptions } from '@/lib/toast'

export { type Invitation, readInvitation } from '@/session/invitation'

interface Words {
  /** Nothing was to be linked. */
  welcome: ToastOptions
  linked: ToastOptions
  /** They are in all the same; only the purchases are not there yet. */
  notLinked: ToastOptions
}

const LINKED = 'Your purchases are linked to your account.'

export const arrivalWords: Record<'login' | 'register', Words> = {
  login: {
    welcome: { title: 'Login Successful!', description: 'Welcome back.' },
    linked: { title: 'Login Successful!', description: LINKED },
    notLinked: {
      title: 'Login Successful',
      description: 'Login worked, but linking your purchases had an issue. Please contact support.',
      variant: 'destructive',
    },
  },
  register: {
    welcome: { title: 'Account Created!', description: "Welcome! You're signed in." },
    linked: { title: 'Account Created Successfully!', description: LINKED },
    notLinked: {
      title: 'Account Created',
      description:
        'Your account was created, but linking your purchases had an issue. Please contact support.',
      variant: 'destructive',
    },
  },
}
