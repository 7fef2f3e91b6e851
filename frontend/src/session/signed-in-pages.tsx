/** The frame around every page that needs a person, as the route table wants it. */
import { Outlet } from 'react-router'
import { RequireSignIn } from './require-sign-in'

export function SignedInPages() {
  return (
    <RequireSignIn>
      <Outlet />
    </RequireSignIn>
  )
}
