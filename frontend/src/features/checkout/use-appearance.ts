/** Our colors and shapes for the provider's card form, which lives in a frame without our styles. */
import type { Appearance } from '@stripe/stripe-js'
import { useMemo, useSyncExternalStore } from 'react'
import { type Theme, themeStore } from '@/lib/theme'

/** The frame may not know our way of writing colors, so they are painted and read back, on one canvas. */
function colorReader(): (color: string) => string {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return (color) => color
  return (color) => {
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  }
}

function appearanceFor(theme: Theme): Appearance {
  const styles = getComputedStyle(document.documentElement)
  const toRgb = colorReader()
  const token = (name: string) => toRgb(styles.getPropertyValue(`--${name}`).trim())
  const ring = token('ring')
  const input = {
    border: `1px solid ${token('border-strong')}`,
    boxShadow: 'none',
    padding: '11px 12px',
  }
  return {
    theme: theme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('primary'),
      colorBackground: token('surface'),
      colorText: token('foreground'),
      colorTextSecondary: token('muted-foreground'),
      colorTextPlaceholder: token('muted-foreground'),
      colorDanger: token('destructive'),
      borderRadius: '10px',
      fontFamily: 'Geist, system-ui, sans-serif',
      fontSizeBase: '16px',
      gridRowSpacing: '20px',
    },
    rules: {
      '.Input': input,
      '.Input:focus': { border: input.border, boxShadow: 'none', outline: `2px solid ${ring}` },
      '.Label': { fontSize: '14px', fontWeight: '500' },
    },
  }
}

export function useAppearance(): Appearance {
  const theme = useSyncExternalStore(themeStore.subscribe, themeStore.read, themeStore.readOnServer)
  return useMemo(() => appearanceFor(theme), [theme])
}
