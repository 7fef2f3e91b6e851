/** Signs out by leaving for the server's own address, which ends the session and comes back. */
import { LogOut } from 'lucide-react'
import { Button } from './ui/button'

export function LogoutButton() {
  return (
    <Button asChild variant="outline" size="sm">
      {/* Not a router link: this address belongs to the server. */}
      <a href="/api/logout">
        <LogOut aria-hidden />
        Logout
      </a>
    </Button>
  )
}
