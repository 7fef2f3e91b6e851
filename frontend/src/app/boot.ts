/**
 * The first script of every page. A page that came as finished HTML is readable and its links work,
 * so the app waits: on the sales page until somebody reaches for what only it can do, elsewhere until
 * the browser has painted and loaded the page, or somebody touches something.
 */
import '@/styles/index.css'
import { workWithoutTheApp } from '@/features/landing/before-the-app'
import { wantsNewTab } from '@/features/landing/glide'
import { whenQuiet } from '@/lib/when-quiet'
import { tellPageSpeed } from '@/session/page-speed'

// Forms check their fields with zod, which compiles its rules unless told not to. Our policy forbids
// that, and every page with a form would report a blocked script. zod is not here yet: it reads this
// when it comes.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const INTERACTIONS = ['pointerdown', 'keydown', 'touchstart'] as const
const REACHING = ['pointerover', 'pointerdown', 'touchstart', 'focusin'] as const
/** Set by the page that works without the app until somebody reaches for one of these. */
const NEEDS_APP = '[data-needs-app]'

declare global {
  /** Set by the document: the button that was pressed before this script was there. */
  var takeEarlyPress: (() => HTMLElement | null) | undefined
}

/** What was pressed before the app was there: pressed again for its owner when it is. */
let pressed: HTMLElement | null = null

function find(event: Event, selector: string): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null
}

/** Lets the browser answer the visitor between one long piece of work and the next. */
const yieldToMain = () => new Promise((resolve) => setTimeout(resolve))

/** The sales page carries its own styles only; what the app opens over it needs the others. */
function bringAllStyles() {
  const own = document.querySelector<HTMLElement>('style[data-all-styles]')
  if (!own?.dataset.allStyles) return
  const all = document.createElement('link')
  all.rel = 'stylesheet'
  all.href = own.dataset.allStyles
  return new Promise<void>((resolve, reject) => {
    all.addEventListener('load', () => {
      own.remove()
      resolve()
    })
    all.addEventListener('error', () => {
      all.remove()
      reject(new Error('The styles did not come'))
    })
    document.head.append(all)
  })
}

/** From `takeOver` on React keeps a press until it can answer: remembered as well, it would count twice. */
async function start(takeOver: () => void) {
  try {
    const [{ startApp }] = await Promise.all([import('./main'), bringAllStyles()])
    await yieldToMain()
    await startApp(takeOver)
  } catch {
    return false
  }
  if (pressed?.isConnected) pressed.click()
  pressed = null
  return true
}

/** Without the app this page would be empty, or a frame. Plain HTML: nothing else is sure to be there. */
async function startAtOnce(root: HTMLElement | null) {
  if ((await start(() => {})) || !root) return
  root.innerHTML = `<main role="alert" class="shell grid min-h-dvh place-content-center gap-4">
    <h1 class="text-title">This page couldn't be loaded</h1>
    <p>Check your connection, then reload the page.</p>
    <button class="touch-target justify-self-start rounded-full bg-primary px-5 py-3 text-primary-foreground">Reload</button>
  </main>`
  root.querySelector('button')?.addEventListener('click', () => location.reload())
}

/** Starts the app once; what did not come is asked for at the next touch. */
function starter(takeOver: () => void, started: () => void) {
  let starting: Promise<boolean> | null = null
  const begin = async () => {
    const hasStarted = await start(takeOver)
    if (hasStarted) started()
    else starting = null
    return hasStarted
  }
  return () => {
    starting ??= begin()
    return starting
  }
}

function startLater() {
  const rememberPress = (event: Event) => {
    pressed = find(event, 'button') ?? pressed
  }
  const begin = () => void once()
  const once = starter(
    () => removeEventListener('click', rememberPress, true),
    () => {
      for (const name of INTERACTIONS) removeEventListener(name, begin)
    },
  )
  addEventListener('click', rememberPress, true)
  for (const name of INTERACTIONS) addEventListener(name, begin, { passive: true })
  pressed = earlyPress
  if (pressed) begin()
  const later = () => whenQuiet(begin)
  if (document.readyState === 'complete') later()
  else addEventListener('load', later, { once: true })
}

function startOnDemand() {
  const begin = () => void once()
  const handOver = workWithoutTheApp(begin)
  const reach = (event: Event) => {
    if (find(event, NEEDS_APP)) begin()
  }
  const press = async (event: MouseEvent) => {
    const link = find(event, NEEDS_APP)
    if (!link || wantsNewTab(event)) return
    event.preventDefault()
    pressed = link
    // The link leads somewhere without the app, too.
    const hasStarted = await once()
    if (!hasStarted && pressed === link && link instanceof HTMLAnchorElement)
      location.assign(link.href)
  }
  const onClick = (event: MouseEvent) => void press(event)
  const once = starter(
    () => {
      removeEventListener('click', onClick, true)
      handOver()
    },
    () => {
      for (const name of REACHING) removeEventListener(name, reach)
    },
  )
  addEventListener('click', onClick, true)
  for (const name of REACHING) addEventListener(name, reach, { passive: true })
  earlyPress?.click()
}

// Whoever thinks better of it meanwhile: what was pressed is not pressed again.
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') pressed = null
})

const earlyPress = globalThis.takeEarlyPress?.() ?? null
const root = document.getElementById('root')
if (root?.dataset.start === 'on-demand') startOnDemand()
else if (root?.dataset.path && root.dataset.start !== 'at-once') startLater()
else void startAtOnce(root)
tellPageSpeed()
