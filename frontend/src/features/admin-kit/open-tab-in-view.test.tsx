import { render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useOpenTabInView } from './open-tab-in-view'

const NAMES = ['People', 'Prices', 'Settings']
const scrolledTo: string[] = []
const original = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollIntoView')

beforeEach(() => {
  scrolledTo.length = 0
  Object.defineProperty(Element.prototype, 'scrollIntoView', {
    configurable: true,
    value(this: Element) {
      scrolledTo.push(this.textContent)
    },
  })
})

afterEach(() => {
  if (original) Object.defineProperty(Element.prototype, 'scrollIntoView', original)
  else Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
})

function Row({ open, count = '' }: { open: string; count?: string }) {
  const row = useRef<HTMLDivElement>(null)
  useOpenTabInView(row, open)
  return (
    <div ref={row}>
      {NAMES.map((name) => (
        <a key={name} href={`/${name}`} aria-current={name === open ? 'page' : undefined}>
          {name}
          {name === 'People' && count}
        </a>
      ))}
    </div>
  )
}

const nextFrame = () => new Promise((next) => requestAnimationFrame(next))

test('the open tab is brought into the row, and the next one when it is opened', async () => {
  const { rerender } = render(<Row open="Settings" />)
  await vi.waitFor(() => expect(scrolledTo).toEqual(['Settings']))
  rerender(<Row open="Prices" />)
  await vi.waitFor(() => expect(scrolledTo).toEqual(['Settings', 'Prices']))
  // The same again moves nothing: the row stays where a finger left it.
  rerender(<Row open="Prices" />)
  await nextFrame()
  await nextFrame()
  expect(scrolledTo).toEqual(['Settings', 'Prices'])
})

test('a row that is gone before the frame moves nothing', async () => {
  render(<Row open="Settings" />).unmount()
  await nextFrame()
  await nextFrame()
  expect(scrolledTo).toEqual([])
})

test('counts that come later and widen the row bring the open tab back, unless a finger moved it', async () => {
  const { rerender, container } = render(<Row open="Settings" />)
  await vi.waitFor(() => expect(scrolledTo).toEqual(['Settings']))
  rerender(<Row open="Settings" count=" (12)" />)
  await vi.waitFor(() => expect(scrolledTo).toEqual(['Settings', 'Settings']))
  container.firstElementChild?.dispatchEvent(new Event('pointerdown'))
  rerender(<Row open="Settings" count=" (1,200)" />)
  await nextFrame()
  await nextFrame()
  expect(scrolledTo).toEqual(['Settings', 'Settings'])
})
