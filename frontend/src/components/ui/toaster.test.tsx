import { act, fireEvent, screen, within } from '@testing-library/react'
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

  test('F8 moves the focus to the notification area, also before there was a toast', () => {
    const list = within(screen.getByRole('region', { name: 'Notifications (F8)' })).getByRole(
      'list',
    )
    fireEvent.keyDown(document.body, { key: 'F8' })
    expect(list).toHaveFocus()
    list.blur()
    act(() => void toast({ title: 'Saved' }))
    fireEvent.keyDown(document.body, { key: 'F8' })
    expect(list).toHaveFocus()
    expect(list).toHaveTextContent('Saved')
  })

  test.each([
    ['the pointer is on it', 'pointerOver', 'pointerOut'],
    ['the keyboard is in it', 'focusIn', 'focusOut'],
  ] as const)('a toast waits while %s, and closes when its time is over', (_, come, go) => {
    act(() => void toast({ title: 'Saved' }))
    act(() => vi.advanceTimersByTime(4000))
    fireEvent[come](screen.getByText('Saved'))
    act(() => vi.advanceTimersByTime(60_000))
    expect(shown()).toHaveLength(1)
    fireEvent[go](screen.getByText('Saved'))
    act(() => vi.advanceTimersByTime(999))
    expect(shown()).toHaveLength(1)
    act(() => vi.advanceTimersByTime(1))
    expect(shown()).toHaveLength(0)
  })

  test('a toast waits while the window is somewhere behind', () => {
    act(() => void toast({ title: 'Saved' }))
    fireEvent.blur(window)
    act(() => vi.advanceTimersByTime(60_000))
    expect(shown()).toHaveLength(1)
    fireEvent.focus(window)
    act(() => vi.advanceTimersByTime(5000))
    expect(shown()).toHaveLength(0)
  })
})

describe('what a toast offers', () => {
  test('Escape closes it, and the focus stays in the notifications', async () => {
    renderWithApp(<p>A page</p>)
    act(() => void toast({ title: 'Saved' }))
    screen.getByRole('button', { name: 'Close' }).focus()
    await userEvent.keyboard('{Escape}')
    expect(shown()).toHaveLength(0)
    expect(screen.getByRole('list')).toHaveFocus()
  })

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
    const action = <ToastAction onClick={undo}>Undo</ToastAction>
    act(() => void toast({ title: 'Archived', action }))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledOnce()
    expect(shown()).toHaveLength(0)
  })
})

test('a hand that moves while it presses a button still presses it', () => {
  renderWithApp(<p>A page</p>)
  const undo = vi.fn()
  act(() => void toast({ title: 'Moved', action: <ToastAction onClick={undo}>Undo</ToastAction> }))
  const button = screen.getByRole('button', { name: 'Undo' })
  const item = button.closest('li') as HTMLElement
  const capture = vi.fn()
  item.setPointerCapture = capture
  fireEvent.pointerDown(button, { clientX: 100, button: 0 })
  fireEvent.pointerMove(button, { clientX: 103 })
  // A captured pointer's click goes to the toast and not to the button.
  expect(capture).not.toHaveBeenCalled()
  fireEvent.pointerUp(button)
  fireEvent.click(button)
  expect(undo).toHaveBeenCalledOnce()
})

test('only what went wrong interrupts a screen reader', () => {
  renderWithApp(<p>A page</p>)
  const region = screen.getByRole('region', { name: 'Notifications (F8)' })
  expect(region).toHaveAttribute('aria-live', 'polite')
  act(() => void toast({ title: 'Saved' }))
  expect(screen.getByRole('listitem')).not.toHaveAttribute('aria-live')
  act(() => void toast({ title: 'Not saved', variant: 'destructive' }))
  expect(screen.getByRole('listitem')).toHaveAttribute('aria-live', 'assertive')
})
