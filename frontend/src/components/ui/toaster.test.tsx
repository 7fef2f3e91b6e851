import { act, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toast, toastStore } from '@/lib/toast'
import { renderWithApp } from '@/test/render'
import { ToastAction } from './toaster'

const shown = () => toastStore.read().filter((item) => item.open)

describe('toasts in time', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    renderWithApp(<p>A page</p>)
  })

  test('a new toast takes the place of the one before it', () => {
    act(() => void toast({ title: 'First' }))
    act(() => void toast({ title: 'Second' }))
    expect(screen.getByText('Second')).toBeInTheDocument()
    expect(screen.queryByText('First')).not.toBeInTheDocument()
    expect(toastStore.read()).toHaveLength(1)
  })

  test('a toast closes after 5000 ms and not before', () => {
    act(() => void toast({ title: 'Saved' }))
    act(() => vi.advanceTimersByTime(4999))
    expect(shown()).toHaveLength(1)
    act(() => vi.advanceTimersByTime(1))
    expect(shown()).toHaveLength(0)
  })

  test('the toast that replaces another gets its own full 5000 ms', () => {
    act(() => void toast({ title: 'First' }))
    act(() => vi.advanceTimersByTime(4000))
    act(() => void toast({ title: 'Second' }))
    act(() => vi.advanceTimersByTime(4999))
    expect(shown().map((item) => item.title)).toEqual(['Second'])
    act(() => vi.advanceTimersByTime(1))
    expect(shown()).toHaveLength(0)
  })

  test('a dismissed toast is kept, closed, and removed after 1,000,000 ms', () => {
    let dismiss = () => {}
    act(() => {
      dismiss = toast({ title: 'Saved' }).dismiss
    })
    act(() => dismiss())
    expect(shown()).toHaveLength(0)
    act(() => vi.advanceTimersByTime(999_999))
    expect(toastStore.read()).toHaveLength(1)
    act(() => vi.advanceTimersByTime(1))
    expect(toastStore.read()).toHaveLength(0)
  })

  test('F8 moves the focus to the notification area', () => {
    act(() => void toast({ title: 'Saved' }))
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
    const region = screen.getByRole('region', { name: /notifications \(F8\)/i })
    expect(region).toContainElement(document.activeElement as HTMLElement)
  })
})

describe('what a toast offers', () => {
  test('its close button dismisses it', async () => {
    renderWithApp(<p>A page</p>)
    act(() => void toast({ title: 'Saved', description: 'All of it' }))
    expect(screen.getByText('All of it')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(shown()).toHaveLength(0)
  })

  test('its action is carried out and closes it', async () => {
    const undo = vi.fn()
    renderWithApp(<p>A page</p>)
    const action = (
      <ToastAction altText="Undo in the Archived tab" onClick={undo}>
        Undo
      </ToastAction>
    )
    act(() => void toast({ title: 'Archived', action }))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledOnce()
    expect(shown()).toHaveLength(0)
  })
})
