/** The one button that opens a class's meeting: as the host where we can, else by everybody's link. */
import { Video } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { useRights } from '@/session/rights'
import { useStartAsHost } from './host-link'

type AdminBootcamp = components['schemas']['AdminBootcampOut']

interface StartClassProps
  extends Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> {
  bootcamp: AdminBootcamp
}

export function StartClass({ bootcamp, ...looks }: StartClassProps) {
  const { isStarting, start } = useStartAsHost(bootcamp.id)
  const { zoomMeetingId, zoomStartUrl, zoomJoinUrl, sessionUrl } = bootcamp
  const canHost = useRights()('catalogue')
  if (canHost && (zoomMeetingId || zoomStartUrl)) {
    return (
      <Button {...looks} busy={isStarting} busyLabel="Opening…" onClick={start}>
        <Video aria-hidden />
        Start
      </Button>
    )
  }
  const joinUrl = zoomJoinUrl || sessionUrl
  if (!joinUrl) return null
  return (
    <Button asChild {...looks}>
      <a href={joinUrl} target="_blank" rel="noreferrer">
        <Video aria-hidden />
        Start
      </a>
    </Button>
  )
}
