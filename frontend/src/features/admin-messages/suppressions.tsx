/** Addresses nothing goes to any more: whose, why and since when; and a way back, with a reason. */
import { zodResolver } from '@hookform/resolvers/zod'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { MailCheck, Search, SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Pagination } from '@/components/ui/pagination'
import { SectionSkeleton } from '@/features/admin-kit/section-skeleton'
import { toast } from '@/lib/toast'

type Suppression = components['schemas']['SuppressionOut']

const PAGE_SIZE = 20
const SEARCH_LIMIT = 100

export function Suppressions() {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  return (
    <div className="grid min-w-0 gap-5">
      <p className="max-w-160 text-muted-foreground">
        Messages to attendees and reminders aren't sent to these addresses. Emails about a purchase,
        such as confirmations and refunds, still are.
      </p>
      <div className="relative min-w-64 sm:max-w-120">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          type="search"
          aria-label="Search suppressed addresses"
          placeholder="Search by address or reason"
          className="pl-10"
          maxLength={SEARCH_LIMIT}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setPage(1)
          }}
        />
      </div>
      <Results search={useDeferredValue(search.trim())} page={page} goToPage={setPage} />
    </div>
  )
}

interface ResultsProps {
  search: string
  page: number
  goToPage: (page: number) => void
}

function Results({ search, page, goToPage }: ResultsProps) {
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/suppressions',
    { params: { query: { search, page } } },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
  if (error) {
    return (
      <ErrorState
        title="The suppressed addresses couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <SectionSkeleton />
  if (data.rows.length === 0) return <Nothing narrowed={search !== ''} />
  return (
    <>
      <ul aria-label="Suppressed addresses" className="grid min-w-0 gap-3">
        {data.rows.map((row) => (
          <li key={row.id}>
            <Entry row={row} />
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={Math.ceil(data.total / PAGE_SIZE)}
        onPageChange={goToPage}
        label="Pages of suppressed addresses"
      />
    </>
  )
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  return narrowed ? (
    <EmptyState icon={SearchX} title="No suppressed addresses found">
      Try a different search.
    </EmptyState>
  ) : (
    <EmptyState icon={MailCheck} title="No suppressed addresses">
      People who unsubscribe, text STOP or can't be reached will be listed here.
    </EmptyState>
  )
}

const localDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

function Entry({ row }: { row: Suppression }) {
  const [isLifting, setIsLifting] = useState(false)
  return (
    <article
      aria-label={row.address}
      className="flex min-w-0 flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere">{row.address}</span>
          <Badge tone="outline">{row.channel === 'SMS' ? 'SMS' : 'Email'}</Badge>
        </p>
        <p className="text-sm wrap-anywhere text-muted-foreground">
          {row.inWords} · since{' '}
          <time dateTime={row.createdAt}>{localDay.format(new Date(row.createdAt))}</time>
          {row.userId !== null && (
            <>
              {' · '}
              <Link className="underline underline-offset-4" to={`/admin/users/${row.userId}`}>
                {row.name || 'Their account'}
              </Link>
            </>
          )}
        </p>
      </div>
      {row.canLift ? (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Resume sending to ${row.address}`}
          onClick={() => setIsLifting(true)}
        >
          Resume sending
        </Button>
      ) : (
        <p className="text-sm text-muted-foreground">They can undo this by texting START.</p>
      )}
      <Dialog open={isLifting} onOpenChange={setIsLifting}>
        <DialogContent
          title="Resume sending to this address?"
          description={`${row.address} will get messages and reminders again. Your reason will be kept in the audit log.`}
        >
          <LiftForm row={row} onDone={() => setIsLifting(false)} />
        </DialogContent>
      </Dialog>
    </article>
  )
}

const liftSchema = z.object({
  reason: z
    .string()
    .trim()
    .min(3, 'Enter a reason')
    .max(200, 'String must contain at most 200 character(s)'),
})

function LiftForm({ row, onDone }: { row: Suppression; onDone: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm({ resolver: zodResolver(liftSchema), defaultValues: { reason: '' } })
  const { errors, isSubmitting } = form.formState

  async function lift(body: z.infer<typeof liftSchema>) {
    try {
      await api.POST('/api/admin/suppressions/{suppression_id}/lift', {
        params: { path: { suppression_id: row.id } },
        body,
      })
      toast({ title: 'Sending resumed', description: row.address })
      onDone()
    } catch (error) {
      showError(error, 'Please try again', 'Failed to resume sending')
      markRefused(error, form, ['reason'])
    }
    await queryClient.invalidateQueries({ queryKey: ['get', '/api/admin/suppressions'] })
  }

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void form.handleSubmit(lift)(event)}
    >
      <Field label="Reason" error={errors.reason?.message} required>
        <Input
          autoComplete="off"
          placeholder="For example: the mailbox works again"
          {...form.register('reason')}
        />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSubmitting} busyLabel="Saving...">
          Resume sending
        </Button>
      </DialogFooter>
    </form>
  )
}
