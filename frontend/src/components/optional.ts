/** Parts of a page that load on their own, and without which the page goes on. */
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  useEffect,
  useEffectEvent,
} from 'react'
import { toast } from '@/lib/toast'

/**
 * As `lazy`, but a script that does not come, as after a deploy, takes nothing else away: what was
 * typed stays, and `Missing` is shown in place of the part.
 */
export function optional<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<Props> = () => null,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      return { default: Missing }
    }
  })
}

/** In place of a window that was asked for: says so, and lets its opener go on. */
export function MissingWindow({ onGone }: { onGone: () => void }) {
  const gone = useEffectEvent(onGone)
  useEffect(() => {
    toast({
      title: "This window couldn't be opened",
      description: 'Check your connection, save your work and reload the page.',
      variant: 'destructive',
    })
    gone()
  }, [])
  return null
}
