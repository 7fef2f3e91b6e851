/** An admin's files: sent straight to the storage, fetched back by a short link, and removed. */
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { ADMIN, enterAs } from './support/accounts'
import { looked, lookedInProof } from './support/looked'
import { screens } from './support/screens'
import { breakStorage, seenRequests, storage, storedObjects } from './support/storage'
import { expect, test as journey } from './support/test'
import { proof } from './support/tiers'

const MB = 1024 * 1024
const LARGE_MB = Number(process.env.UPLOAD_MB ?? 60)
const BROKEN = 'the server responded with a status of 500'

/** A browser nobody listens in on: a watched one answers the storage's preflights by itself. */
const test = journey.extend<{ folder: string }>({
  context: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext(baseURL ? { baseURL } : {})
    await use(context)
    await context.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here.
  folder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'frontrow-e2e-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
})

// One after another: they share the storage, and one asks it to fail.
test.describe.configure({ mode: 'serial' })

async function openBootcamp(page: Page, name: string) {
  await enterAs(page, ADMIN)
  const start = Date.now() + 50 * 86_400_000
  const made = await page.request.post('/api/admin/bootcamps', {
    data: {
      name,
      description: 'Made by a journey.',
      bootcampType: 'Build',
      price: '995.00',
      maxSeats: 20,
      startDate: new Date(start).toISOString(),
      endDate: new Date(start + 3 * 3_600_000).toISOString(),
      timezone: 'America/Denver',
      step: 1,
    },
  })
  expect(made.status(), await made.text()).toBe(200)
  const { id } = (await made.json()) as { id: number }
  await page.goto(`/admin/bootcamps/${id}/resources`)
  await expect(page.getByText('No resources added yet')).toBeVisible()
  return id
}

async function fillIn(page: Page, title: string, file: string) {
  await page.getByRole('button', { name: 'Add Resource' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Resource' })
  await dialog.getByRole('radio', { name: 'File' }).click()
  await dialog.getByLabel('Title').fill(title)
  await dialog.locator('input[type=file]').setInputFiles(file)
  return dialog
}

/** Every percentage the bar shows from now on. */
async function watchBar(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen = new Set<number>()
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const value = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')
      if (value) seen.add(Number(value))
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  return () => page.evaluate(() => [...(window as unknown as { seen: Set<number> }).seen])
}

test.describe('a file', () => {
  test.use({ allowedComplaints: [BROKEN] })

  test('is uploaded, fetched back and removed', proof, async ({ page, folder }) => {
    const file = path.join(folder, 'Übersicht.pdf')
    await writeFile(file, Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(12 * MB, 'x')]))
    const before = new Set((await storedObjects()).map(({ key }) => key))
    const id = await openBootcamp(page, 'Files of a journey')
    const dialog = await fillIn(page, 'Overview', file)
    await expect(dialog.getByText('12.00 MB · select another')).toBeVisible()
    await looked(page, 'admin-resource-chosen')

    await breakStorage({ kind: 'status', method: 'PUT' })
    await dialog.getByRole('button', { name: 'Add Resource' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to upload file')
    await lookedInProof(page, 'admin-resource-failed')

    await breakStorage({ kind: 'slow', method: 'PUT', bytes_per_second: MB })
    const percentages = await watchBar(page)
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(dialog.getByRole('progressbar', { name: 'Uploading' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Keep uploading' }).click()
    await screens(page, 'admin-resource-uploading')
    await expect(page.getByText('Resource added', { exact: true })).toBeVisible({ timeout: 60_000 })
    expect((await percentages()).filter((one) => one > 0 && one < 100).length).toBeGreaterThan(0)

    const row = page.getByRole('list', { name: 'Resources in order' }).getByRole('listitem')
    await expect(row).toContainText('Übersicht.pdf')
    await expect(row).toContainText('12.00 MB')
    await lookedInProof(page, 'admin-resource-stored')
    const [stored] = (await storedObjects()).filter(({ key }) => !before.has(key))
    expect(stored).toMatchObject({ size: 12 * MB + 9, content_type: 'application/pdf' })
    const naked = await page.request.get(`${storage}/frontrow-files/${stored?.key}`)
    expect(naked.status()).toBe(403)

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'View Overview' }).click()
    const download = await saving
    expect(download.suggestedFilename()).toBe('Übersicht.pdf')
    expect((await readFile(await download.path())).equals(await readFile(file))).toBe(true)
    await expect(page).toHaveURL(new RegExp(`/admin/bootcamps/${id}/resources$`))

    await page.getByRole('button', { name: 'Delete Overview' }).click()
    await expect(page.getByText('No resources added yet')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('button', { name: 'View Overview' })).toBeVisible()
    expect((await storedObjects()).map(({ key }) => key)).toContain(stored?.key)
    await page.getByRole('button', { name: 'Delete Overview' }).click()
    await expect(page.getByText('No resources added yet')).toBeVisible()
    // The file goes with the bootcamp, which nobody can restore a resource of.
    await page.request.delete(`/api/admin/bootcamps/${id}`)
    await expect
      .poll(async () => (await storedObjects()).map(({ key }) => key))
      .not.toContain(stored?.key)
  })
})

test(
  `${LARGE_MB} MB go to the storage and not through the site`,
  proof,
  async ({ page, folder }) => {
    const file = path.join(folder, 'Recording.zip')
    const handle = await open(file, 'w')
    await handle.write(Buffer.from('PK\u0003\u0004'))
    await handle.truncate(LARGE_MB * MB)
    await handle.close()
    const id = await openBootcamp(page, 'Large files of a journey')
    const site = new URL(page.url()).origin
    const toUs: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (new URL(request.url()).origin !== site) return
      toUs.push(request.sizes().then(({ requestBodySize }) => requestBodySize))
    })

    const dialog = await fillIn(page, 'Recording', file)
    const percentages = await watchBar(page)
    const started = Date.now()
    await dialog.getByRole('button', { name: 'Add Resource' }).click()
    await expect(page.getByText('Resource added', { exact: true })).toBeVisible({
      timeout: 180_000,
    })
    const seconds = (Date.now() - started) / 1000
    test.info().annotations.push({ type: 'upload', description: `${LARGE_MB} MB in ${seconds} s` })
    expect((await percentages()).filter((one) => one > 0 && one < 100).length).toBeGreaterThan(0)

    const fromHere = (await seenRequests()).filter(({ origin }) => origin === site).slice(-2)
    expect(fromHere).toMatchObject([
      { method: 'OPTIONS', status: 200 },
      { method: 'PUT', status: 200, received: LARGE_MB * MB },
    ])
    expect(fromHere[1]?.agent).toContain('Chrome')
    expect(Math.max(...(await Promise.all(toUs)))).toBeLessThan(1000)

    expect((await page.request.delete(`/api/admin/bootcamps/${id}`)).status()).toBe(200)
    const sentTo = fromHere[1]?.path.replace('/frontrow-files/', '') ?? ''
    await expect
      .poll(async () => (await storedObjects()).map(({ key }) => key))
      .not.toContain(sentTo)
  },
)
