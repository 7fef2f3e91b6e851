/** The way back to where a page belongs, at the top of the page. */
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from './ui/button'

interface BackButtonProps {
  to: string
  children: ReactNode
}

export function BackButton({ to, children }: BackButtonProps) {
  return (
    <Button asChild variant="ghost" size="sm" className="-ml-4 justify-self-start print:hidden">
      <Link to={to}>
        <ArrowLeft aria-hidden />
        {children}
      </Link>
    </Button>
  )
}
