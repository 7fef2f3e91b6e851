/** Fetches the checkout ahead, once a visitor shows signs of going there. */
import { whenQuiet } from '@/lib/when-quiet'

const CHECKOUT = '/checkout'
const REACHING = ['pointerover', 'touchstart', 'focusin'] as const
/** Somebody is there and reads: worth the bytes, when nothing else needs the line. */
const READING = ['scroll', 'pointerdown', 'keydown'] as const

let isWarm = false

function prefetch(address: string) {
  const link = document.createElement('link')
  link.rel = 'prefetch'
  link.as = 'script'
  link.crossOrigin = ''
  link.href = address
  document.head.append(link)
}

/** The page names the scripts that it will need. */
async function warm() {
  if (isWarm) return
  isWarm = true
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  try {
    const page = await (await fetch(CHECKOUT, { priority: 'low' })).text()
    for (const [, address] of page.matchAll(/<link rel="modulepreload"[^>]*href="([^"]+)"/g)) {
      if (address) prefetch(address)
    }
  } catch {
    // The visitor will load it then; nothing here depends on it.
  }
}

function warmWhenReachedFor(event: Event) {
  if (event.target instanceof Element && event.target.closest(`a[href^="${CHECKOUT}"]`)) void warm()
}

export function watchForCheckout() {
  for (const name of REACHING) addEventListener(name, warmWhenReachedFor, { passive: true })
  const soon = () => {
    for (const name of READING) removeEventListener(name, soon)
    whenQuiet(() => void warm())
  }
  for (const name of READING) addEventListener(name, soon, { passive: true })
}
