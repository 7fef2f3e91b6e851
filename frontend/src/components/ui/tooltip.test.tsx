import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Tooltip, TooltipProvider } from './tooltip'

const button = (name: string) => screen.getByRole('button', { name })
const shows = (words: string) => screen.queryAllByText(words).length > 0
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

describe('a tooltip', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    render(
      <TooltipProvider>
        <Tooltip content="About revenue">
          <button type="button">Revenue</button>
        </Tooltip>
        <Tooltip content="About seats">
          <button type="button">Seats</button>
        </Tooltip>
      </TooltipProvider>,
    )
  })
  afterEach(() => vi.useRealTimers())

  const enter = (name: string) =>
    fireEvent.pointerMove(button(name), { pointerType: 'mouse', clientX: 1, clientY: 1 })
  const leave = (name: string) => {
    fireEvent.keyDown(document, { key: 'Escape' })
    fireEvent.pointerLeave(button(name), { pointerType: 'mouse' })
  }

  test('waits 700 ms', () => {
    enter('Revenue')
    pass(699)
    expect(shows('About revenue')).toBe(false)
    pass(1)
    expect(shows('About revenue')).toBe(true)
  })

  test('comes at once within 300 ms of another, and waits again after that', () => {
    enter('Revenue')
    pass(700)
    leave('Revenue')
    pass(299)
    enter('Seats')
    pass(0)
    expect(shows('About seats')).toBe(true)
    leave('Seats')
    pass(301)
    enter('Revenue')
    pass(699)
    expect(shows('About revenue')).toBe(false)
    pass(1)
    expect(shows('About revenue')).toBe(true)
  })
})
