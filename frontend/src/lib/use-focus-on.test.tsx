import { render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { useFocusOn } from './use-focus-on'

/** Who had the focus when the page had changed, before anything else could happen. */
let atOnce: Element | null = null

function Place({ occasion }: { occasion: boolean | number | string }) {
  const place = useFocusOn<HTMLButtonElement>(occasion)
  useLayoutEffect(() => {
    atOnce = document.activeElement
  })
  return (
    <>
      <button type="button" ref={place}>
        Next
      </button>
      <input />
    </>
  )
}

test.each([true, 1, 'arrived'])('%s is an occasion, and no key is lost', (occasion) => {
  const { getByRole } = render(<Place occasion={occasion} />)
  expect(atOnce).toBe(getByRole('button'))
})

test.each([false, 0, ''])('%s is none', (occasion) => {
  render(<Place occasion={occasion} />)
  expect(atOnce).toBe(document.body)
})

test('only a new occasion takes the focus from where somebody went', () => {
  const { getByRole, rerender } = render(<Place occasion={1} />)
  getByRole('textbox').focus()
  rerender(<Place occasion={1} />)
  expect(atOnce).toBe(getByRole('textbox'))
  rerender(<Place occasion={0} />)
  expect(atOnce).toBe(getByRole('textbox'))
  rerender(<Place occasion={2} />)
  expect(atOnce).toBe(getByRole('button'))
})
