import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { StatusBadge } from '@/components/status-badge'
import { StepBadge } from '@/components/step-badge'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Progress } from '@/components/ui/progress'
import { Skeleton } from '@/components/ui/skeleton'
import { Spinner } from '@/components/ui/spinner'
import { ToastAction } from '@/components/ui/toaster'
import { toast } from '@/lib/toast'
import { Section, Specimen } from './specimen'

export function FeedbackSection() {
  return (
    <Section title="Feedback">
      <Specimen name="Toasts">
        <ToastButtons />
      </Specimen>
      <Specimen name="Badges">
        <StatusBadge status="completed" />
        <StatusBadge status="pending" />
        <StatusBadge status="failed" />
        <StatusBadge status="refunded" />
        <StepBadge step={1} />
        <StepBadge step={2} />
        <StepBadge step={3} />
        <Badge tone="accent">Save $990</Badge>
        <Badge tone="outline">Guest</Badge>
      </Specimen>
      <div className="grid gap-6 sm:grid-cols-2">
        <Progress label="Uploading slides.pdf" value={62} />
        <Progress label="Sending messages" value={null} />
      </div>
      <Specimen name="Loading">
        <Spinner />
        <div className="grid w-full max-w-100 gap-3">
          <Skeleton className="h-6 w-3/4" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-5/6" />
        </div>
      </Specimen>
      <div className="grid gap-6 lg:grid-cols-2">
        <EmptyState
          icon={Inbox}
          title="No bootcamps available"
          action={<Button>Create a bootcamp</Button>}
        >
          The first one you create shows up here.
        </EmptyState>
        <RetrySpecimen />
      </div>
    </Section>
  )
}

function RetrySpecimen() {
  const [retrying, setRetrying] = useState(false)
  const retry = () => {
    setRetrying(true)
    setTimeout(() => setRetrying(false), 2000)
  }
  return <ErrorState onRetry={retry} retrying={retrying} />
}

function ToastButtons() {
  return (
    <>
      <Button
        variant="outline"
        onClick={() =>
          toast({ title: 'Message Sent Successfully!', description: 'We answer within 24 hours.' })
        }
      >
        Default toast
      </Button>
      <Button
        variant="outline"
        onClick={() =>
          toast({
            title: 'Unauthorized',
            description: 'You are logged out. Logging in again...',
            variant: 'destructive',
          })
        }
      >
        Destructive toast
      </Button>
      <Button
        variant="outline"
        onClick={() =>
          toast({
            title: 'Bootcamp archived',
            action: <ToastAction>Undo</ToastAction>,
          })
        }
      >
        Toast with action
      </Button>
    </>
  )
}
