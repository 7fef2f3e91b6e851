/** The buyer of a bundle chooses a date where a bootcamp has several, and gets that one. */
import { expectBought, fillCheckout, offeredBundle, payWith } from './support/buying'
import { looked, lookedInProof } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

for (const [where, size] of [
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const) {
  test.describe(where, () => {
    test.use({ viewport: size })

    // The demo's bundle has few seats, and other journeys want them: one is bought at night.
    const isBought = size.width !== 390
    test(
      'a bundle is bought on a date of one’s own choice',
      isBought ? proof : {},
      async ({ page }) => {
        const bundle = await offeredBundle(page.request)
        const member = bundle.bootcamps.find(({ dateIds }) => dateIds.length > 1)
        if (!member) throw new Error('the demo has no bundle with several dates')
        await fillCheckout(page, `bundle=${bundle.id}`)

        const dates = page.getByRole('region', { name: 'Your dates' })
        const chosen = dates.getByRole('combobox', { name: member.name })
        const summary = page.getByRole('region', { name: 'Order summary' })
        const preselected = (await chosen.textContent()) ?? ''
        await expect(summary).toContainText(preselected)
        await looked(page, `bundle-dates-${size.width}`)

        // By keyboard: the last date, which is neither the bundle's own nor the one preselected.
        await chosen.press('Enter')
        await expect(page.getByRole('option', { name: preselected })).toBeFocused()
        const texts = await page.getByRole('option').filter({ hasNotText: '(' }).allTextContents()
        const wanted = texts.at(-1) ?? ''
        expect(wanted).not.toBe(preselected)
        await page.keyboard.press('End')
        await expect(page.getByRole('option', { name: wanted })).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(chosen).toHaveText(wanted)
        await expect(summary).toContainText(wanted)
        const kept = new URL(page.url()).searchParams.get('dates')?.split(',').map(Number) ?? []
        expect(kept).toHaveLength(bundle.bootcamps.length)
        expect(kept).not.toContain(member.id)

        // A reload forgets neither the choice nor who buys.
        await page.reload()
        await expect(chosen).toHaveText(wanted)
        await page.getByLabel('Full name').fill('Ada Lovelace')
        await expect(page.getByRole('form', { name: 'Payment' })).toBeVisible()
        await lookedInProof(page, `bundle-dates-chosen-${size.width}`)
        if (!isBought) {
          await expect(page.getByRole('button', { name: 'Pay $2,995.00' }).first()).toBeVisible()
          return
        }
        await payWith(page)
        await expectBought(page)
        const ticket = page.getByRole('region', { name: 'What you bought' })
        const [day] = wanted.split(' – ')
        await expect(ticket).toContainText(day ?? wanted)
        await looked(page, `bundle-dates-bought-${size.width}`)

        const { lastPurchase } = await (await page.request.get('/api/checkout')).json()
        const bought = lastPurchase.purchase.bundle.bootcamps as { id: number }[]
        expect(bought.map(({ id }) => id).sort()).toEqual([...kept].sort())
        expect(lastPurchase.purchase.totalAmount).toBe('2995.00')
      },
    )
  })
}
