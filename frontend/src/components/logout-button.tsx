/** Signs out by leaving for the server's own address, which ends the session and comes back. */
import { LogOut } from 'lucide-react'
import { forgetTypedBuyer } from '@/lib/typed-buyer'
import { Button } from './ui/button'

export function LogoutButton({ className }: { className?: string }) {
  return (
    <Button asChild variant="outline" size="sm" className={className}>
      {/* Not a router link: this address belongs to the server. */}
      <a href="/api/logout" onClick={forgetTypedBuyer}>
        <LogOut aria-hidden />
        Logout
      </a>
    </Button>
  )
}
