/** One purchase with its whole story, beside the list it was opened from. */
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { useAdminTitle } from '@/features/admin-kit/admin-title'
import { Notes } from '@/features/admin-kit/notes'
import { usePurchasesChanged } from '@/features/admin-kit/purchases-changed'
import { SeatChanges } from '@/features/admin-kit/seat-changes'
import { useRights } from '@/session/rights'
import { DisputeSection } from './dispute-section'
import { Neighbors } from './neighbors'
import { IN_PROGRESS, PurchaseActions } from './purchase-actions'
import { PurchaseFacts } from './purchase-facts'
import { PurchaseTimeline } from './purchase-timeline'
import type { PurchaseStory } from './purchase-types'

/** While money is on its way, the story goes on by itself. */
const UNDER_WAY_MS = 2_000
/** As long as the drawer takes to slide out. */
const CLOSING_MS = 200

const drawerClasses =
  'content-start sm:inset-y-0 sm:top-0 sm:right-0 sm:bottom-0 sm:left-auto sm:h-dvh sm:max-h-dvh sm:max-w-2xl sm:translate-x-0 sm:translate-y-0 sm:rounded-none sm:rounded-l-2xl sm:border-y-0 sm:border-r-0 sm:data-[state=open]:slide-in-from-right-8 sm:data-[state=closed]:slide-out-to-right-8'

function isUnderWay(story: PurchaseStory | undefined): boolean {
  const state = story?.row.purchase.state ?? ''
  const isMoving = ['capturing', 'canceling', 'refunding'].includes(state)
  return isMoving || story?.actions.refundCode === IN_PROGRESS
}

interface PurchaseDrawerProps {
  /** Whatever the address says. */
  id: string
  /** The purchases of the list behind it, in its order. */
  neighbors: readonly number[]
}

export function PurchaseDrawer({ id, neighbors }: PurchaseDrawerProps) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(true)

  useEffect(() => {
    if (isOpen) return
    const timer = setTimeout(
      () => void navigate({ pathname: '/admin/purchases', search }, { preventScrollReset: true }),
      CLOSING_MS,
    )
    return () => clearTimeout(timer)
  }, [isOpen, navigate, search])

  const isId = /^[1-9]\d{0,15}$/.test(id)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      {isId ? <Story key={id} id={Number(id)} neighbors={neighbors} /> : <NotFound />}
    </Dialog>
  )
}

function NotFound() {
  useAdminTitle('Purchase not found', 'Purchases')
  return (
    <DialogContent
      className={drawerClasses}
      title="Purchase not found"
      description="The address may be mistyped or out of date."
    />
  )
}

/** When the story goes on by itself, the list and the figures behind it must not stay behind. */
function useTellOfProgress(story: PurchaseStory | undefined) {
  const changed = usePurchasesChanged()
  const standing = story && `${story.row.purchase.state} ${story.row.purchase.refundedAmount}`
  const seen = useRef(standing)
  useEffect(() => {
    const before = seen.current
    seen.current = standing
    if (before !== undefined && standing !== undefined && before !== standing) void changed()
  }, [standing, changed])
}

interface StoryProps {
  id: number
  neighbors: readonly number[]
}

function Story({ id, neighbors }: StoryProps) {
  const changed = usePurchasesChanged()
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/purchases/{purchase_id}',
    { params: { path: { purchase_id: id } } },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (isUnderWay(state.data) ? UNDER_WAY_MS : false),
    },
  )
  const may = useRights()
  useAdminTitle(data?.receiptNumber ?? 'Purchase', 'Purchases')
  useTellOfProgress(data)
  return (
    <FormDialogContent
      className={drawerClasses}
      title={data ? data.row.customerName || data.row.customerEmail : 'Purchase'}
      description={
        data ? `Receipt ${data.receiptNumber}` : 'Everything that happened to one purchase'
      }
    >
      {error && !data ? (
        <ErrorState
          title={errorMessage(error, 'Failed to load purchase')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          Go back to the list or try again.
        </ErrorState>
      ) : data ? (
        <>
          <Neighbors id={id} neighbors={neighbors} />
          <PurchaseFacts story={data} />
          <PurchaseActions story={data}>
            {may('seats') && data.row.purchase.state === 'completed' && (
              <SeatChanges purchaseId={id} />
            )}
          </PurchaseActions>
          {may('money') &&
            data.disputes.map((dispute) => <DisputeSection key={dispute.id} dispute={dispute} />)}
          <div className="border-t pt-5">
            <Notes
              notes={data.notes}
              add={(text) =>
                api.POST('/api/admin/purchases/{purchase_id}/notes', {
                  params: { path: { purchase_id: id } },
                  body: { text },
                })
              }
              onChange={changed}
            />
          </div>
          <PurchaseTimeline entries={data.entries} />
        </>
      ) : (
        <Loading />
      )}
    </FormDialogContent>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the purchase</span>
      <Skeleton className="h-28 rounded-xl" />
      <Skeleton className="h-11 w-64 max-w-full rounded-full" />
      <Skeleton className="h-64 rounded-xl" />
    </div>
  )
}
