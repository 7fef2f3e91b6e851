/** Whether somebody may come in, and as what. */
import { Badge } from '@/components/ui/badge'
import { roleNames } from '@/lib/roles'
import type { Person } from './people'

type Shown = Pick<Person, 'status' | 'role' | 'isDemo'>

export function PersonStatus({ status }: Pick<Shown, 'status'>) {
  return status === 'active' ? (
    <Badge tone="positive">Active</Badge>
  ) : (
    <Badge tone="market">Inactive</Badge>
  )
}

export function PersonRole({ role, isDemo }: Omit<Shown, 'status'>) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={role === 'STUDENT' ? 'neutral' : 'launch'}>{roleNames[role]}</Badge>
      {isDemo && <Badge tone="build">Demo</Badge>}
    </span>
  )
}
