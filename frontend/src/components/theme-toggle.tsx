import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { switchTheme, themeStore } from '@/lib/theme'
import { Button } from './ui/button'

export function ThemeToggle() {
  const theme = useSyncExternalStore(themeStore.subscribe, themeStore.read, themeStore.readOnServer)
  const isDark = theme === 'dark'
  return (
    <Button
      variant="ghost"
      size="sm"
      icon
      data-theme-toggle
      aria-label="Dark theme"
      aria-pressed={isDark}
      onClick={switchTheme}
    >
      {/* Chosen by CSS: the prerendered page is right in both themes before any script runs. */}
      <Sun aria-hidden className="dark:hidden" />
      <Moon aria-hidden className="hidden dark:block" />
    </Button>
  )
}
