/** Holds the card form's place, field by field, while it is on its way. */
import { Skeleton } from '@/components/ui/skeleton'

function FieldSkeleton({ className }: { className?: string }) {
  return (
    <div className={className}>
      <Skeleton className="h-4 w-24" />
      <Skeleton className="mt-2 h-11" />
    </div>
  )
}

/** The part that the provider fills; its height is kept for it. */
export function CardSkeleton() {
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-5">
      <FieldSkeleton className="col-span-2" />
      <FieldSkeleton />
      <FieldSkeleton />
      <FieldSkeleton />
      <FieldSkeleton />
    </div>
  )
}

export function PaymentSkeleton() {
  return (
    <div className="grid gap-6">
      <p role="status" className="sr-only">
        Preparing the payment form...
      </p>
      <CardSkeleton />
      <div className="grid gap-4 border-t pt-6">
        <div className="grid gap-2">
          <FieldSkeleton />
          <Skeleton className="h-4 w-64" />
        </div>
        <Skeleton className="h-19 max-sm:h-25" />
      </div>
      <div className="border-t pt-6">
        <Skeleton className="h-12" />
      </div>
      <div className="grid gap-3">
        <Skeleton className="h-13 rounded-full" />
        <Skeleton className="mx-auto h-10 w-72" />
        <div className="grid gap-2 border-t pt-5">
          <Skeleton className="h-5 w-80 max-w-full" />
          <Skeleton className="h-5 w-72 max-w-full" />
        </div>
      </div>
    </div>
  )
}
