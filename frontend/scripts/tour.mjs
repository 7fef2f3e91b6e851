/**
 * Takes the pictures of the README and the tour in docs/start from a running site with the demo in it, into docs/images:
 * `make serve`, `make demo`, then `npm run tour`, or `npm run tour landing` for those that begin so.
 * BASE_URL names another site.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'

const SITE = process.env.BASE_URL ?? 'http://localhost:8000'
const FOLDER = path.resolve(import.meta.dirname, '../../docs/images')
const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
const PASSWORD = 'front-row-demo'

const SHOTS = [
  { name: 'landing', path: '/', size: WIDE },
  { name: 'landing-phone', path: '/', size: PHONE },
  { name: 'checkout', path: '/checkout?bundle=true', size: WIDE },
  { name: 'portal', path: '/portal', size: WIDE, as: 'student@demo.example.test' },
  { name: 'portal-phone', path: '/portal', size: PHONE, as: 'student@demo.example.test' },
  { name: 'admin', path: '/admin', size: WIDE, as: 'admin@demo.example.test' },
  {
    name: 'admin-statistics',
    path: '/admin/statistics',
    size: WIDE,
    as: 'admin@demo.example.test',
  },
]

/** The browser itself writes the smaller format. */
async function asWebp(page, png) {
  const url = await page.evaluate(
    async (data) => {
      const picture = await createImageBitmap(await (await fetch(data)).blob())
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      canvas.getContext('2d').drawImage(picture, 0, 0)
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 })
      const bytes = new Uint8Array(await blob.arrayBuffer())
      return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return Buffer.from(url, 'base64')
}

async function shoot(browser, desk, shot, theme) {
  const context = await browser.newContext({
    baseURL: SITE,
    viewport: shot.size,
    deviceScaleFactor: 1.5,
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  if (shot.as) {
    const data = { username: shot.as, password: PASSWORD }
    const answer = await context.request.post('/api/auth/login', { data })
    if (!answer.ok()) throw new Error(`${shot.as} cannot sign in: is the demo there?`)
  }
  const page = await context.newPage()
  await page.goto(shot.path)
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const file = path.join(FOLDER, `${shot.name}-${theme}.webp`)
  await writeFile(file, await asWebp(desk, await page.screenshot()))
  await context.close()
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const desk = await browser.newPage()
for (const shot of SHOTS.filter(({ name }) => name.startsWith(process.argv[2] ?? ''))) {
  for (const theme of ['light', 'dark']) await shoot(browser, desk, shot, theme)
}
await browser.close()
