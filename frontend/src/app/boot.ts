/**
 * The first script of every page. A page that came as finished HTML is readable and its links work,
 * so the app waits until the browser has painted and loaded it, or until somebody touches something.
 */
import '@/styles/index.css'
import { whenQuiet } from '@/lib/when-quiet'

// Forms check their fields with zod, which compiles its rules unless told not to. Our policy forbids
// that, and every page with a form would report a blocked script. zod is not here yet: it reads this
// when it comes.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const INTERACTIONS = ['pointerdown', 'keydown', 'touchstart'] as const

/** A button pressed before the app was there: pressed again for its owner when it is. */
let pressed: HTMLButtonElement | null = null

function rememberPress(event: Event) {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (button) pressed = button
}

/** Lets the browser answer the visitor between one long piece of work and the next. */
const yieldToMain = () => new Promise((resolve) => setTimeout(resolve))

async function start() {
  try {
    const { startApp } = await import('./main')
    await yieldToMain()
    // From then on React keeps a press until it can answer: remembered as well, it would count twice.
    await startApp(() => removeEventListener('click', rememberPress, true))
  } catch {
    return false
  }
  if (pressed?.isConnected) pressed.click()
  return true
}

/** Without the app this page would be empty. Plain HTML: nothing else is sure to be there. */
async function startAtOnce(root: HTMLElement | null) {
  if ((await start()) || !root) return
  root.innerHTML = `<main role="alert" class="shell grid min-h-dvh place-content-center gap-4">
    <h1 class="text-title">This page couldn't be loaded</h1>
    <p>Check your connection, then reload the page.</p>
    <button class="touch-target justify-self-start rounded-full bg-primary px-5 py-3 text-primary-foreground">Reload</button>
  </main>`
  root.querySelector('button')?.addEventListener('click', () => location.reload())
}

function startLater() {
  let started = false
  const once = async () => {
    if (started) return
    started = true
    // The page can be read as it is; what did not come is asked for at the next touch.
    started = await start()
    if (started) for (const name of INTERACTIONS) removeEventListener(name, once)
  }
  addEventListener('click', rememberPress, true)
  for (const name of INTERACTIONS) addEventListener(name, once, { passive: true })
  const later = () => whenQuiet(() => void once())
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}

const root = document.getElementById('root')
if (root?.dataset.path) startLater()
else void startAtOnce(root)
