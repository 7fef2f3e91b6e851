/** The test of one's own join link, in the portal; until the door opens. */
import { $api } from '@/api/client'
import { viewerZone } from '@/lib/dates'
import { useServerTime } from '@/lib/use-server-time'
import { LinkTest } from './link-test'
import { type EnrolledBootcamp, useReloadPurchases } from './purchases'
import { clockOffset, doorAt } from './server-clock'
import { type TellRefusal, useRefused } from './use-clicks'

interface OwnLinkTestProps {
  bootcamp: EnrolledBootcamp
  receivedAt: number
  tell: TellRefusal
}

export function OwnLinkTest({ bootcamp, receivedAt, tell }: OwnLinkTestProps) {
  const now = useServerTime(clockOffset(bootcamp.join, receivedAt))
  const refused = useRefused(tell)
  const reload = useReloadPurchases()
  const { mutate, isPending, data } = $api.useMutation(
    'post',
    '/api/user/bootcamps/{bootcamp_id}/test-link',
  )
  if (doorAt(bootcamp.join, now) !== 'waiting') return null
  const test = () =>
    mutate(
      { params: { path: { bootcamp_id: bootcamp.id } }, body: { timezone: viewerZone() } },
      { onSuccess: () => void reload(), onError: refused },
    )
  return (
    <LinkTest
      told={data ?? null}
      isTested={data !== undefined || bootcamp.linkTestedAt !== null}
      busy={isPending}
      onTest={test}
    />
  )
}
