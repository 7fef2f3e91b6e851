/** Filling in a form by the names of its fields. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'

export const field = (label: string) => screen.getByLabelText(label)

/** At once: dates and times cannot be typed here as in a browser. */
export function fill(label: string, value: string) {
  fireEvent.change(field(label), { target: { value } })
}

/** Opens a list and picks from it, by keyboard. */
export async function pick(label: string, option: string) {
  await pickFrom(field(label), option)
}

export async function pickFrom(list: HTMLElement, option: string) {
  list.focus()
  await userEvent.keyboard('{Enter}')
  const choice = await screen.findByRole('option', { name: option })
  choice.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expectGone())
}

function expectGone() {
  if (screen.queryByRole('listbox')) throw new Error('The list is still open')
}
