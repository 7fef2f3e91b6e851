/** Notices that arrive in the address of the sign-in page, shown once and taken out of it. */
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type ToastOptions, toast } from '@/lib/toast'

const notices: Readonly<Record<string, ToastOptions>> = {
  openid: { title: 'Error', description: 'Failed to initiate authentication' },
  google: { title: 'Error', description: 'Failed to initiate Google authentication' },
  deactivated: {
    title: 'Login Failed',
    description: 'This account has been deactivated. Please contact support.',
  },
  address_taken: {
    title: 'Login Failed',
    description:
      'An account with this email address already exists. Please sign in with its password.',
  },
}

const unknown: ToastOptions = {
  title: 'Login Failed',
  description: "We couldn't sign you in. Please try again.",
}

export function useAddressNotices() {
  const [search, setSearch] = useSearchParams()
  const error = search.get('error')
  const ended = search.get('ended')

  useEffect(() => {
    if (error) toast({ ...(notices[error] ?? unknown), variant: 'destructive' })
    else if (ended === 'everywhere') toast({ title: "You're signed out on every device." })
    if (error === null && ended === null) return
    setSearch(
      (current) => {
        current.delete('error')
        current.delete('ended')
        return current
      },
      { replace: true },
    )
  }, [error, ended, setSearch])
}
