import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ThemeToggle } from './theme-toggle'

let systemIsDark = false
let systemChanged = () => {}

beforeEach(() => {
  systemIsDark = false
  document.documentElement.dataset.theme = 'light'
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () =>
      ({
        get matches() {
          return systemIsDark
        },
        addEventListener: (_: string, listener: () => void) => {
          systemChanged = listener
        },
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  )
})

const shownTheme = () => document.documentElement.dataset.theme

describe('ThemeToggle', () => {
  test('switches to dark, remembers it, and back', async () => {
    render(<ThemeToggle />)
    const toggle = screen.getByRole('button', { name: 'Dark theme', pressed: false })
    await userEvent.click(toggle)
    expect(shownTheme()).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
    expect(toggle).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(toggle)
    expect(shownTheme()).toBe('light')
    expect(localStorage.getItem('theme')).toBe('light')
  })

  test('follows the system until the visitor has chosen', async () => {
    render(<ThemeToggle />)
    systemIsDark = true
    systemChanged()
    expect(shownTheme()).toBe('dark')

    await userEvent.click(screen.getByRole('button', { name: 'Dark theme' }))
    expect(shownTheme()).toBe('light')
    systemChanged()
    expect(shownTheme()).toBe('light')
  })
})
