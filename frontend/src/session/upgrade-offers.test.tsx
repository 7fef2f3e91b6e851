import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeUpgrade } from '@/test/checkout'
import { renderWithApp } from '@/test/render'
import { answerGet } from '@/test/server'
import { UpgradeOffers } from './upgrade-offers'

const BUNDLE_ID = makeUpgrade().bundleId
const offers = () => screen.findByRole('region', { name: 'The rest of your bundle' })

test('says what the rest costs, what is in it, and leads to the checkout', async () => {
  answerGet('/api/user/upgrades', [makeUpgrade()])
  renderWithApp(<UpgradeOffers />)
  const section = within(await offers())
  expect(
    section.getByText('Get the other two for $2,000.00: $2,995.00 − $995.00 you paid'),
  ).toBeVisible()
  expect(section.getByText('AI Marketing Bootcamp')).toBeVisible()
  expect(section.getByRole('link', { name: 'Complete your bundle' })).toHaveAttribute(
    'href',
    `/checkout?bundle=${BUNDLE_ID}`,
  )
})

test('with nothing left to pay it leads to us', async () => {
  answerGet('/api/user/upgrades', [makeUpgrade({ price: '0.00', isPayable: false })])
  renderWithApp(<UpgradeOffers />)
  expect(await screen.findByRole('link', { name: 'Contact us' })).toHaveAttribute(
    'href',
    '/contact?subject=The+rest+of+Complete+Bundle',
  )
})

test('what is sold out is not offered', async () => {
  answerGet('/api/user/upgrades', [
    makeUpgrade({ bundleName: 'Full Bundle', availableSeats: 0 }),
    makeUpgrade({ bundleId: '00000000-0000-4000-8000-000000000002' }),
  ])
  renderWithApp(<UpgradeOffers />)
  expect(within(await offers()).getAllByRole('link')).toHaveLength(1)
  expect(screen.queryByText('Full Bundle')).not.toBeInTheDocument()
})
