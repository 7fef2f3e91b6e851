/** Windows in which something is typed and not saved: what would leave the page asks them first. */
import { useEffect, useRef } from 'react'

interface Typing {
  isTyped: () => boolean
  /** Shows the window's own question. */
  ask: () => void
}

/** Those that are open, the uppermost last. */
const open: { current: Typing }[] = []

/** Says, as long as the window is there, whether it has to be asked. */
export function useUnsaved(typing: Typing): void {
  const latest = useRef(typing)
  useEffect(() => {
    latest.current = typing
  })
  useEffect(() => {
    open.push(latest)
    return () => void open.splice(open.indexOf(latest), 1)
  }, [])
}

/** Has the uppermost window with something typed ask; false when there is none. */
export function askUnsaved(): boolean {
  const typing = open.findLast(({ current }) => current.isTyped())
  typing?.current.ask()
  return typing !== undefined
}
