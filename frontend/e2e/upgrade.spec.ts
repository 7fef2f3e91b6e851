/** The rest of a bundle: offered to whoever owns a part, bought for the difference, refunded as one. */
import { openAccount } from './support/accounts'
import { buyByApi, expectBought, offeredBundle, payWith } from './support/buying'
import { looked, lookedInProof } from './support/looked'
import { expect, test } from './support/test'

test('an owner of the first step gets the other two for the difference', async ({ page }) => {
  const { email } = await openAccount(page)
  const bundle = await offeredBundle(page.request)
  const [first, ...others] = bundle.bootcamps
  if (!first) throw new Error('the bundle has nothing in it')
  await buyByApi(page.request, first.id, email)

  await page.goto('/portal')
  const offer = page.getByRole('region', { name: 'The rest of your bundle' })
  await expect(
    offer.getByText('Get the other two for $2,000.00: $2,995.00 − $995.00 you paid'),
  ).toBeVisible()
  await looked(page, 'upgrade-offered')
  const completing = offer.getByRole('link', { name: 'Complete your bundle' })
  await expect(completing).toHaveAttribute('href', `/checkout?bundle=${bundle.id}`)
  await completing.click()
  // The checkout names the dates itself where the soonest one is full by now.
  await expect(page).toHaveURL(
    ({ pathname, searchParams }) =>
      pathname === '/checkout' && searchParams.get('bundle') === bundle.id,
  )
  await expect(page.getByText('You already have 1 of 3')).toBeVisible()

  // Who is signed in need not say who they are.
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await expect(page.getByRole('form', { name: 'Payment' })).toBeVisible()
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary).toContainText('Bundle price$2,995.00')
  await expect(summary).toContainText("You've already paid-$995.00")
  await looked(page, 'upgrade-checkout')
  await payWith(page)
  await expectBought(page)
  const ticket = page.getByRole('region', { name: 'What you bought' })
  for (const { name } of others) {
    await expect(ticket.getByRole('heading', { name })).toBeVisible()
  }
  await expect(ticket.getByRole('heading', { name: first.name })).toHaveCount(0)
  await lookedInProof(page, 'upgrade-bought')

  // Nothing is missing any more: no offer, and no bundle.
  await page.goto('/portal')
  await expect(page.getByRole('heading', { name: first.name }).first()).toBeVisible()
  await expect(offer).toHaveCount(0)
  await page.goto(`/checkout?bundle=${bundle.id}`)
  await expect(page.getByRole('alert')).toContainText('You already own Complete Bundle.')

  // The first goes back only together with what stands on it.
  await page.goto('/portal/billing')
  const card = page
    .getByRole('list', { name: 'Purchases' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: first.name }) })
  await expect(card.getByText(/This also refunds Complete Bundle upgrade/)).toBeVisible()
  await card.getByRole('button', { name: 'Request a refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a refund' })
  await looked(page, 'upgrade-refund')
  await dialog.getByRole('radio', { name: `Only ${first.name} ($5.00)` }).click()
  await expect(dialog.getByText(/^You keep everything else/)).toBeVisible()
  await lookedInProof(page, 'upgrade-give-back')
  await dialog.getByRole('radio', { name: 'Everything ($2,995.00)' }).click()
  await dialog.getByRole('button', { name: 'Refund $2,995.00' }).click()
  await expect(page.getByText(/on its way/).first()).toBeVisible()
  const { ownedBootcampIds } = await (await page.request.get('/api/checkout')).json()
  expect(ownedBootcampIds).toEqual([])
})
