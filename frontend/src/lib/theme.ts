/** Light or dark: follows the system until the visitor chooses, then remembers the choice. */

export type Theme = 'light' | 'dark'

// The inline script in index.html reads the same key and sets the same attribute before paint.
const STORAGE_KEY = 'theme'
const BAR_COLORS: Record<Theme, string> = { light: '#fcfbf6', dark: '#0b1410' }

const listeners = new Set<() => void>()

function systemTheme(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function chosenTheme(): Theme | null {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return stored === 'light' || stored === 'dark' ? stored : null
  } catch {
    // Storage can be forbidden; then the choice lasts as long as the page.
    return null
  }
}

function show(theme: Theme) {
  document.documentElement.dataset.theme = theme
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (bar) bar.content = BAR_COLORS[theme]
  for (const listener of listeners) listener()
}

export function chooseTheme(theme: Theme) {
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // Same as above: showing it is still right.
  }
  show(theme)
}

export function switchTheme() {
  chooseTheme(themeStore.read() === 'dark' ? 'light' : 'dark')
}

export const themeStore = {
  subscribe(listener: () => void) {
    const system = matchMedia('(prefers-color-scheme: dark)')
    const followSystem = () => {
      if (!chosenTheme()) show(systemTheme())
    }
    listeners.add(listener)
    system.addEventListener('change', followSystem)
    return () => {
      listeners.delete(listener)
      system.removeEventListener('change', followSystem)
    }
  },
  read: (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'),
  /** Prerendered pages do not know the visitor's theme. */
  readOnServer: (): Theme => 'light',
}
