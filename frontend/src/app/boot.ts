/**
 * The first script of every page. A page that came as finished HTML is readable and its links work,
 * so the app waits until the browser has painted and loaded it, or until somebody touches something.
 */
import '@/styles/index.css'

// Forms check their fields with zod, which compiles its rules unless told not to. Our policy forbids
// that, and every page with a form would report a blocked script. zod is not here yet: it reads this
// when it comes.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const CONCERNS_US = ['pointerdown', 'keydown', 'touchstart'] as const
/** A browser that never has a quiet moment still gets the app. */
const PATIENCE_MS = 2000

/** A button pressed before the app was there: pressed again for its owner when it is. */
let pressed: HTMLButtonElement | null = null

function rememberPress(event: Event) {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (button) pressed = button
}

/** Lets the browser answer the visitor between one long piece of work and the next. */
const breathe = () => new Promise((resolve) => setTimeout(resolve))

async function start() {
  const { startApp } = await import('./main')
  await breathe()
  // From then on React keeps a press until it can answer: remembered as well, it would count twice.
  await startApp(() => removeEventListener('click', rememberPress, true))
  if (pressed?.isConnected) pressed.click()
}

function whenQuiet(callback: () => void) {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: PATIENCE_MS })
  else setTimeout(callback, 200)
}

function startLater() {
  let started = false
  const once = () => {
    if (started) return
    started = true
    for (const name of CONCERNS_US) removeEventListener(name, once)
    void start()
  }
  addEventListener('click', rememberPress, true)
  for (const name of CONCERNS_US) addEventListener(name, once, { passive: true })
  if (document.readyState === 'complete') whenQuiet(once)
  else addEventListener('load', () => whenQuiet(once), { once: true })
}

if (document.getElementById('root')?.dataset.path) startLater()
else void start()
