/** Keeps a new order: shown at once, sent once for several quick moves, taken back if refused. */
import { useRef, useState } from 'react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { AdminResource } from './resource-kinds'
import { useResourceChanges } from './resource-list'

function inOrder(resources: readonly AdminResource[], ids: readonly number[]): AdminResource[] {
  const place = new Map(ids.map((id, index) => [id, index]))
  const placeOf = ({ id }: AdminResource) => place.get(id) ?? ids.length
  return resources.toSorted((a, b) => placeOf(a) - placeOf(b))
}

export function useSaveOrder(bootcampId: number) {
  const { change, reload } = useResourceChanges(bootcampId)
  const isSending = useRef(false)
  /** What is shown until it is kept. Not only in the cache, which is read a moment later: a second
   * press in that moment would start from the old order. */
  const [order, setOrder] = useState<number[] | null>(null)
  /** The latest order that has not been sent. */
  const waiting = useRef<number[] | null>(null)

  async function send() {
    if (isSending.current) return
    isSending.current = true
    try {
      // One at a time: two orders on their way together could arrive the wrong way round.
      while (waiting.current) {
        const ids = waiting.current
        waiting.current = null
        await api.PUT('/api/admin/bootcamps/{bootcamp_id}/resources/order', {
          params: { path: { bootcamp_id: bootcampId } },
          body: { ids },
        })
      }
    } catch (error) {
      waiting.current = null
      showError(error, 'Something went wrong', 'Error ordering resources')
      void reload()
    } finally {
      isSending.current = false
      setOrder(null)
    }
  }

  return {
    shown: (resources: readonly AdminResource[]) => (order ? inOrder(resources, order) : resources),
    save: (ids: number[]) => {
      waiting.current = ids
      setOrder(ids)
      void change((resources) => inOrder(resources, ids))
      void send()
    },
  }
}
