/** Changing a seat from the portal. */
import { useQueryClient } from '@tanstack/react-query'
import { CalendarX } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { useSignInFirst } from '@/session/require-sign-in'
import { StudentShell } from '@/session/student-shell'
import { SeatPanel } from './seat-panel'
import { SeatSkeleton } from './seat-skeleton'
import type { SeatActs } from './seat-types'

const CHANGES = '/api/user/seats/{enrollment_id}/changes'

export function OwnSeatPage() {
  const { enrollmentId = '' } = useParams()
  return (
    <StudentShell heading="Can't make it?" lead="Move your seat, or hand it over to someone else.">
      <OwnSeat id={Number(enrollmentId)} />
    </StudentShell>
  )
}

function OwnSeat({ id }: { id: number }) {
  const params = { params: { path: { enrollment_id: id } } }
  const queryClient = useQueryClient()
  const { data, error, isFetching, refetch } = $api.useQuery('get', CHANGES, params, {
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  // Logged out before anything was to be seen: told in a toast, and taken to sign in.
  useSignInFirst(!data)
  const acts: SeatActs = useMemo(() => {
    const path = { path: { enrollment_id: id } }
    const changed = () =>
      queryClient.invalidateQueries({ queryKey: ['get', '/api/user/purchases'] })
    return {
      move: async (bootcampId) => {
        const body = { bootcampId }
        const answer = await api.POST('/api/user/seats/{enrollment_id}/move', {
          params: path,
          body,
        })
        void changed()
        return answer.data
      },
      payPath: (bootcampId) => `/portal/seats/${id}/pay/${bootcampId}`,
      offer: async (body) => {
        const to = '/api/user/seats/{enrollment_id}/hand-over'
        const answer = await api.POST(to, { params: path, body })
        void changed()
        return answer.data
      },
      takeBack: async () => {
        const to = '/api/user/seats/{enrollment_id}/hand-over'
        const answer = await api.DELETE(to, { params: path })
        void changed()
        return answer.data
      },
      reload: () => void refetch(),
    }
  }, [id, queryClient, refetch])
  if (data) return <SeatPanel seat={data} acts={acts} onChanged={() => void refetch()} />
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        icon={CalendarX}
        title="This seat isn't yours"
        action={
          <Button asChild size="lg">
            <Link to="/portal">Back to my bootcamps</Link>
          </Button>
        }
      >
        It may have moved or been handed over. Your seats are in your portal.
      </EmptyState>
    )
  }
  if (error) {
    return (
      <ErrorState
        title={errorMessage(error, "Your seat couldn't be loaded")}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  return <SeatSkeleton />
}
