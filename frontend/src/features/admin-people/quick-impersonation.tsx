/** One press to see what a student sees, with the demo student who takes nobody's seat. */
import { Eye } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Card, CardDescription, CardHeader } from '@/components/ui/card'
import { useStartImpersonation } from './use-start-impersonation'

export function QuickImpersonation() {
  const { start, isStarting } = useStartImpersonation()
  return (
    <Card className="md:grid-cols-[1fr_auto] md:items-center">
      <CardHeader>
        <h3 className="text-xl font-bold tracking-tight">Quick Role Impersonation</h3>
        <CardDescription className="max-w-[42rem]">
          See the site as a student does. You use a demo student, so nobody's data changes. It ends
          after 60 minutes, and both names are kept in the audit log.
        </CardDescription>
      </CardHeader>
      <Button
        variant="outline"
        className="justify-self-start"
        busy={isStarting}
        busyLabel="Starting..."
        onClick={() => start({ role: 'STUDENT' })}
      >
        <Eye aria-hidden />
        Impersonate as Student
      </Button>
    </Card>
  )
}
