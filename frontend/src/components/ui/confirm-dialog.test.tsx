import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog'

function renderDialog({ pending = false } = {}) {
  const onConfirm = vi.fn()
  const onOpenChange = vi.fn()
  render(
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Delete this bootcamp?"
      description="This cannot be undone."
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      pending={pending}
      destructive
      onConfirm={onConfirm}
    />,
  )
  return { onConfirm, onOpenChange }
}

describe('ConfirmDialog', () => {
  test('asks in words that screen readers get too', () => {
    renderDialog()
    const dialog = screen.getByRole('alertdialog', { name: 'Delete this bootcamp?' })
    expect(dialog).toHaveAccessibleDescription('This cannot be undone.')
  })

  test('confirms, and leaves closing to its owner', async () => {
    const { onConfirm, onOpenChange } = renderDialog()
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    expect(onConfirm).toHaveBeenCalledOnce()
    expect(onOpenChange).not.toHaveBeenCalled()
  })

  test('is canceled by its button and by Escape, without confirming', async () => {
    const { onConfirm, onOpenChange } = renderDialog()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await userEvent.keyboard('{Escape}')
    expect(onOpenChange.mock.calls).toEqual([[false], [false]])
    expect(onConfirm).not.toHaveBeenCalled()
  })

  test('cannot be confirmed again or closed while the work is under way', async () => {
    const { onConfirm, onOpenChange } = renderDialog({ pending: true })
    const confirm = screen.getByRole('button', { name: 'Deleting...' })
    expect(confirm).toHaveAttribute('aria-busy', 'true')
    await userEvent.click(confirm)
    await userEvent.keyboard('{Escape}')
    expect(onConfirm).not.toHaveBeenCalled()
    expect(onOpenChange).not.toHaveBeenCalled()
  })
})
