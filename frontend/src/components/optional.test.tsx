import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { expect, test } from 'vitest'
import { renderWithApp } from '@/test/render'
import { MissingWindow, optional } from './optional'

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const Extra = optional<object>(gone)
const Window = optional<{ onClose: () => void }>(gone, ({ onClose }) => (
  <MissingWindow onGone={onClose} />
))

function Form() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Suspense>
      <input aria-label="Note" />
      <Extra />
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && <Window onClose={() => setIsOpen(false)} />}
    </Suspense>
  )
}

test('a part that does not come takes neither the page nor what was typed', async () => {
  renderWithApp(<Form />)
  const note = await screen.findByRole('textbox', { name: 'Note' })
  await userEvent.type(note, 'Half a sentence')
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText("This window couldn't be opened")).toBeVisible()
  expect(note).toBeInTheDocument()
  expect(note).toHaveValue('Half a sentence')
})

test('a part that comes is shown', async () => {
  const Part = optional<{ name: string }>(async () => ({ name }) => <p>Hello {name}</p>)
  renderWithApp(
    <Suspense>
      <Part name="Ada" />
    </Suspense>,
  )
  expect(await screen.findByText('Hello Ada')).toBeVisible()
})
