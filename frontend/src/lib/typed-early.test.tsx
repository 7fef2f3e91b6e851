import { afterEach, expect, test } from 'vitest'
import { rememberTyped, takeTyped } from './typed-early'

function pageWithField() {
  const page = document.createElement('form')
  page.innerHTML = '<input autocomplete="email"><input>'
  const [email, other] = page.querySelectorAll('input')
  if (!email || !other) throw new Error('no fields')
  const type = (field: HTMLInputElement, text: string) => {
    field.value = text
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return { page, email, other, type }
}

afterEach(takeTyped)

test('what stands in a field when the app begins is kept, and what is typed until it is there', () => {
  const { page, email, other, type } = pageWithField()
  email.value = 'grace'
  rememberTyped(page)
  type(email, 'grace@example.test')
  type(other, 'of no use')
  // The app empties what it takes over.
  email.value = ''
  expect(takeTyped()).toEqual({ email: 'grace@example.test' })
})

test('once taken, nothing more is kept', () => {
  const { page, email, type } = pageWithField()
  rememberTyped(page)
  type(email, 'grace@example.test')
  takeTyped()
  type(email, 'somebody@example.test')
  expect(takeTyped()).toEqual({})
})
