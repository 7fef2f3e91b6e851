/** Stands in a section that has nothing to work with yet, and says what it will be for. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/ui/empty-state'

interface OpensWithProps {
  icon: LucideIcon
  /** The part of the product this section waits for. */
  what: string
  children: ReactNode
}

export function OpensWith({ icon, what, children }: OpensWithProps) {
  return (
    <EmptyState icon={icon} title={`Opens with ${what}`} className="py-16">
      {children}
    </EmptyState>
  )
}
