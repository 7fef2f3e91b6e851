import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Button } from './button'

describe('Button', () => {
  test('is pressed when idle', async () => {
    const press = vi.fn()
    render(<Button onClick={press}>Save</Button>)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(press).toHaveBeenCalledOnce()
  })

  test('says that it is busy, keeps its name and its focus, and ignores presses', async () => {
    const press = vi.fn()
    const { rerender } = render(<Button onClick={press}>Save</Button>)
    const button = screen.getByRole('button', { name: 'Save' })
    button.focus()
    rerender(
      <Button onClick={press} busy>
        Save
      </Button>,
    )
    expect(button).toHaveAttribute('aria-busy', 'true')
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).toHaveAccessibleName('Save')
    expect(button).toHaveFocus()
    await userEvent.click(button)
    await userEvent.keyboard('{Enter}')
    expect(press).not.toHaveBeenCalled()
  })

  test('does not submit its form while busy', async () => {
    const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    render(
      <form onSubmit={submit}>
        <Button type="submit" busy>
          Send
        </Button>
      </form>,
    )
    await userEvent.click(screen.getByRole('button'))
    expect(submit).not.toHaveBeenCalled()
  })

  test('keeps the place of both its labels, so that its width stays', () => {
    render(
      <Button busy busyLabel="Linking Purchases...">
        Link My Purchases
      </Button>,
    )
    expect(screen.getByText('Linking Purchases...')).toBeInTheDocument()
    expect(screen.getByText('Link My Purchases')).toHaveClass('invisible')
  })

  test('dresses a link, and hears of its press', async () => {
    const press = vi.fn()
    render(
      <Button asChild onClick={press}>
        <a href="#reserve">Reserve</a>
      </Button>,
    )
    expect(screen.getByRole('link', { name: 'Reserve' })).toHaveAttribute('href', '#reserve')
    await userEvent.click(screen.getByRole('link'))
    expect(press).toHaveBeenCalledOnce()
  })
})
