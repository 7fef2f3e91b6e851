import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { Button } from './button'
import { Dialog, DialogClose, DialogTrigger } from './dialog'
import { FormDialogContent } from './form-dialog'

function Example() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <FormDialogContent title="Email Ada">
        <textarea aria-label="Message" defaultValue="Dear Ada, " />
        <input type="date" aria-label="Day" />
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
      </FormDialogContent>
    </Dialog>
  )
}

const message = () => screen.getByLabelText('Message')
const question = () => screen.queryByRole('alertdialog', { name: 'Discard what you typed?' })
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
const dismissals = {
  Escape: () => userEvent.keyboard('{Escape}'),
  'the cross': () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
}

describe.each(Object.entries(dismissals))('%s', (_, dismiss) => {
  test('asks when something was typed, and keeps it', async () => {
    render(<Example />)
    await userEvent.type(message(), 'hello')
    await dismiss()
    await waitFor(() => expect(question()).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(question()).not.toBeInTheDocument())
    expect(message()).toHaveValue('Dear Ada, hello')
  })

  test('discards after the question', async () => {
    render(<Example />)
    await userEvent.type(message(), 'hello')
    await dismiss()
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await isGone()
  })

  test('asks nothing when nothing was typed, or it was erased again', async () => {
    render(<Example />)
    await userEvent.type(message(), 'x')
    await userEvent.type(message(), '{Backspace}')
    await dismiss()
    await isGone()
  })
})

test('a button that says Cancel means it', async () => {
  render(<Example />)
  await userEvent.type(message(), 'hello')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await isGone()
})

function Nested() {
  return (
    <Dialog defaultOpen>
      <FormDialogContent title="Purchase">
        <textarea aria-label="Note" />
        <Dialog>
          <DialogTrigger asChild>
            <Button>Change seat</Button>
          </DialogTrigger>
          <FormDialogContent title="Change seat">
            <input aria-label="Reason" />
          </FormDialogContent>
        </Dialog>
      </FormDialogContent>
    </Dialog>
  )
}

describe('a window opened from another', () => {
  const opener = () => screen.getByRole('button', { name: 'Change seat' })
  const upper = () => screen.queryByLabelText('Reason')

  test('asks for itself alone, and what was typed below stays', async () => {
    render(<Nested />)
    await userEvent.type(screen.getByLabelText('Note'), 'called on Monday')
    await userEvent.click(opener())
    // Nothing typed here: the cross closes it, whatever is typed below.
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(upper()).not.toBeInTheDocument())
    expect(question()).not.toBeInTheDocument()

    await userEvent.click(opener())
    await userEvent.type(screen.getByLabelText('Reason'), 'ill')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(upper()).not.toBeInTheDocument())
    expect(screen.getByLabelText('Note')).toHaveValue('called on Monday')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(question()).toBeVisible())
  })
})
