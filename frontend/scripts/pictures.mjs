/**
 * Makes the pictures that are committed: hero art, shared picture and icons, from our own drawings
 * in scripts/pictures. Run by hand after changing a drawing: `npm install --no-save sharp`, then
 * `node scripts/pictures.mjs`. CHROMIUM names the browser, as it does for the journeys.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'

const DRAWINGS = 'scripts/pictures'
const ART = 'src/features/landing/art'
const PUBLIC = 'public'
const PINE = '#0d4f36'

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})

async function photograph(file, { width, height, className = '', scale = 2 }) {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale })
  await page.goto(pathToFileURL(path.resolve(DRAWINGS, file)).href)
  await page.evaluate((name) => {
    document.body.className = name
    return document.fonts.ready.then(() => undefined)
  }, className)
  const picture = await page.screenshot()
  await page.close()
  return picture
}

/** One AVIF per width for today's browsers, and one WebP for the rest. */
async function writeArt(name, picture, widths, webpWidth) {
  for (const width of widths) {
    const avif = sharp(picture).resize(width).avif({ quality: 58, effort: 9 })
    await avif.toFile(path.join(ART, `${name}-${width}.avif`))
  }
  await sharp(picture)
    .resize(webpWidth)
    .webp({ quality: 80, effort: 6 })
    .toFile(path.join(ART, `${name}-${webpWidth}.webp`))
}

/** An .ico with one PNG inside, which every browser of the last fifteen years reads. */
function ico(png, size) {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

async function writeIcons() {
  const mark = await readFile(path.join(PUBLIC, 'favicon.svg'))
  const drawn = (size) => sharp(mark, { density: 72 * (size / 32) }).resize(size, size)
  await writeFile(path.join(PUBLIC, 'favicon.ico'), ico(await drawn(32).png().toBuffer(), 32))
  await drawn(192).png({ palette: true }).toFile(path.join(PUBLIC, 'icon-192.png'))
  await drawn(512).png({ palette: true }).toFile(path.join(PUBLIC, 'icon-512.png'))
  // Phones cut their own corners, so these fill the square.
  const square = (size) => drawn(size).flatten({ background: PINE }).png({ palette: true })
  await square(180).toFile(path.join(PUBLIC, 'apple-touch-icon.png'))
  await square(512).toFile(path.join(PUBLIC, 'icon-maskable-512.png'))
}

await mkdir(ART, { recursive: true })
const wide = await photograph('hero.html', { width: 1440, height: 1160, scale: 1 })
await writeArt('hero', wide, [640, 960, 1440], 960)
const phone = await photograph('hero.html', {
  width: 960,
  height: 720,
  className: 'phone',
  scale: 1,
})
await writeArt('hero-phone', phone, [480, 720, 960], 720)
const share = await photograph('share.html', { width: 1200, height: 630, scale: 1 })
await sharp(share)
  .png({ palette: true, effort: 10, compressionLevel: 9 })
  .toFile(path.join(PUBLIC, 'share.png'))
await writeIcons()
await browser.close()
