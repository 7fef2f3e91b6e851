/** A guest who mistyped the address corrects it from the confirmation, and the old links are dead. */
import { linkInEmail, newAccount, pageOfEmail } from './support/accounts'
import { expectBought, fillCheckout, openBootcamps, payWith } from './support/buying'
import { looked } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

// A dead link is refused, and browsers complain about that.
test.use({ allowedComplaints: ['the server responded with a status of'] })

const screens = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
}

for (const [name, size] of Object.entries(screens)) {
  test(`a guest corrects a wrong address on a ${name}`, proof, async ({ page, browser }) => {
    await page.setViewportSize(size)
    const [bootcamp] = await openBootcamps(page.request)
    const wrong = await fillCheckout(page, `bootcamp=${bootcamp?.id}`)
    await payWith(page)
    await expectBought(page)
    const first = { to: wrong, about: 'Confirmed:' }
    const joinBefore = await linkInEmail(page.request, { ...first, holding: '/join/' })

    await page.getByRole('link', { name: 'Not you? Wrong address?' }).click()
    await expect(page.getByLabel('Email')).toHaveValue(wrong)
    if (name === 'desktop') await looked(page, 'wrong-address')
    const right = newAccount().email
    await page.getByLabel('Full name').fill('Ada King')
    await page.getByLabel('Email').fill(right)
    await page.getByRole('button', { name: 'Correct and send again' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Corrected' })).toBeFocused()
    if (name === 'desktop') await looked(page, 'wrong-address-corrected')
    await page.getByRole('link', { name: 'See your confirmation' }).click()
    await expect(page.getByText(right).first()).toBeVisible()

    // The new address has everything, the old one only hears that it was not meant.
    const join = await linkInEmail(page.request, {
      to: right,
      about: 'Confirmed:',
      holding: '/join/',
    })
    expect(await pageOfEmail(page.request, { to: wrong, about: 'meant for you' })).not.toContain(
      right,
    )
    await page.goto(joinBefore)
    await expect(page.getByRole('heading', { name: "This join link doesn't work" })).toBeVisible()
    await page.goto(join)
    await expect(page.getByRole('heading', { name: bootcamp?.name ?? '' })).toBeVisible()

    // Whoever reads the first email elsewhere learns nothing and changes nothing.
    const stranger = await (await browser.newContext({ viewport: size })).newPage()
    await stranger.setContent(await pageOfEmail(page.request, first))
    await stranger.getByRole('link', { name: 'Correct your name or address' }).click()
    await expect(
      stranger.getByRole('heading', { name: "We can't tell that this purchase is yours" }),
    ).toBeVisible()
    if (name === 'desktop') await looked(stranger, 'wrong-address-stranger')
    await stranger.context().close()
  })
}
