/**
 * Dragging a row of a list to another place, with a mouse, a pen or a finger.
 *
 * Rows stay where they are in the document until the drop and are only drawn elsewhere: a row that
 * is moved in the document lets go of the finger that holds it.
 */
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'

interface Drag {
  from: number
  to: number
  /** How far the pointer has come, in pixels. */
  offset: number
  /** The room a row takes, the gap below it included. */
  room: number
}

/** Where a row is drawn meanwhile, in pixels from its own place. */
function shiftOf(index: number, drag: Drag): number {
  const { from, to, offset, room } = drag
  if (index === from) return offset
  if (from < index && index <= to) return -room
  if (to <= index && index < from) return room
  return 0
}

function measure(list: HTMLElement, from: number) {
  const rows = [...list.children].map((row) => row.getBoundingClientRect())
  const middles = rows.map(({ top, height }) => top + height / 2 + window.scrollY)
  const [first, second] = rows
  const gap = first && second ? second.top - first.bottom : 0
  const room = (rows[from]?.height ?? 0) + gap
  const placeAt = (offset: number) => {
    const middle = (middles[from] ?? 0) + offset
    return middles.filter((other, index) => index !== from && other < middle).length
  }
  return { room, placeAt }
}

export function useDragOrder(onDrop: (from: number, to: number) => void) {
  const list = useRef<HTMLUListElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  function pickUp(event: ReactPointerEvent, from: number) {
    if (event.button !== 0 || !list.current || drag) return
    // Otherwise the mouse would mark the text it passes over.
    event.preventDefault()
    const { room, placeAt } = measure(list.current, from)
    const startY = event.clientY + window.scrollY
    const offsetAt = (now: PointerEvent) => now.clientY + window.scrollY - startY
    const isOurs = (now: PointerEvent) => now.pointerId === event.pointerId
    const end = new AbortController()
    stop.current = end
    const { signal } = end
    const letGo = () => {
      end.abort()
      setDrag(null)
    }

    setDrag({ from, to: from, offset: 0, room })
    window.addEventListener(
      'pointermove',
      (now) => {
        if (isOurs(now)) setDrag({ from, to: placeAt(offsetAt(now)), offset: offsetAt(now), room })
      },
      { signal },
    )
    window.addEventListener(
      'pointerup',
      (now) => {
        if (!isOurs(now)) return
        letGo()
        const to = placeAt(offsetAt(now))
        if (to !== from) onDrop(from, to)
      },
      { signal },
    )
    window.addEventListener('pointercancel', (now) => isOurs(now) && letGo(), { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && letGo(), { signal })
  }

  return {
    list,
    isDragging: drag !== null,
    draggedIndex: drag?.from ?? null,
    pickUp,
    shiftOf: (index: number) => (drag ? shiftOf(index, drag) : 0),
  }
}
