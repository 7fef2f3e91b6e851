import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answerCatalogue, makeBootcamp, makeBundle } from '@/test/catalogue'
import { renderWithApp } from '@/test/render'
import { refuseGet } from '@/test/server'
import { BundleOffer } from './bundle-offer'

const offer = (name: string) => screen.findByRole('region', { name })

describe('an active bundle', () => {
  test('shows what it is, what it costs and what it saves', async () => {
    const bundle = makeBundle()
    answerCatalogue([], [makeBundle({ id: 'old', isActive: false, name: 'Old' }), bundle])
    renderWithApp(<BundleOffer bootcamps={[]} now={Date.now()} />)
    const region = within(await offer('Complete Bundle'))
    expect(region.getByRole('heading', { name: 'Complete Bundle' })).toBeVisible()
    expect(region.getByText('Build, launch and market in one go')).toBeVisible()
    expect(region.getByText('All three bootcamps and both coaching hours.')).toBeVisible()
    expect(region.getByText('$3,985').closest('s')).not.toBeNull()
    expect(region.getByText('$2,995')).toBeVisible()
    expect(region.getByText('Save $990')).toBeVisible()
    expect(region.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Beginner Bootcamp',
      'Advanced Bootcamp',
      'AI Marketing Bootcamp',
    ])
    expect(region.getByRole('link', { name: 'Choose Complete Bundle' })).toHaveAttribute(
      'href',
      `/checkout?bundle=${bundle.id}`,
    )
  })

  test.each([
    ['equal to', '3985.00'],
    ['above', '4500.00'],
  ])('with a price %s the sum promises no savings', async (_, price) => {
    answerCatalogue([], [makeBundle({ price })])
    renderWithApp(<BundleOffer bootcamps={[]} now={Date.now()} />)
    await offer('Complete Bundle')
    expect(screen.queryByText(/^Save/)).not.toBeInTheDocument()
  })

  test('without a seat left says so, and leads to its waiting list and the single bootcamps', async () => {
    answerCatalogue([], [makeBundle({ availableSeats: 0, seatsOnAnyDate: 0 })])
    renderWithApp(<BundleOffer bootcamps={[]} now={Date.now()} />)
    expect(await screen.findByText(/^Sold out/)).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Choose Complete Bundle' })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Notify me if seats open up' })).toHaveAttribute(
      'href',
      `/waiting?bundle=${makeBundle().id}`,
    )
    expect(screen.getByRole('link', { name: 'See Single Bootcamps' })).toHaveAttribute(
      'href',
      '/checkout',
    )
  })

  test('without a seat or a list leads to the single bootcamps', async () => {
    answerCatalogue([], [makeBundle({ availableSeats: 0, seatsOnAnyDate: 0, waitingList: false })])
    renderWithApp(<BundleOffer bootcamps={[]} now={Date.now()} />)
    expect(await screen.findByRole('link', { name: 'See Single Bootcamps' })).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Notify me/ })).not.toBeInTheDocument()
  })
})

test('an active bundle whose last seat is being paid for is on hold, not sold out', async () => {
  const [first, ...others] = makeBundle().bootcamps.map((member) => ({ ...member }))
  const held = { ...(first as (typeof others)[number]), availableSeats: 0, heldSeats: 1 }
  answerCatalogue(
    [],
    [makeBundle({ availableSeats: 0, seatsOnAnyDate: 0, bootcamps: [held, ...others] })],
  )
  renderWithApp(<BundleOffer bootcamps={[]} now={Date.now()} />)
  expect(await screen.findByText(/^On hold/)).toBeVisible()
})

describe('without an active bundle', () => {
  test('offers pricing on request beside the price of all bootcamps', async () => {
    answerCatalogue([], [makeBundle({ isActive: false })])
    const bootcamps = [
      makeBootcamp({ id: 1, price: '100.00' }),
      makeBootcamp({ id: 2, step: 2, name: 'Advanced Bootcamp', price: '200.50' }),
    ]
    renderWithApp(<BundleOffer bootcamps={bootcamps} now={Date.now()} />)
    expect(await screen.findByText('Contact for Pricing')).toBeVisible()
    expect(screen.getByText('$300.50').closest('s')).not.toBeNull()
    expect(screen.getByRole('link', { name: 'Get Bundle Pricing' })).toHaveAttribute(
      'href',
      '/checkout?bundle=true',
    )
  })

  test('does the same when the server cannot say', async () => {
    refuseGet('/api/bundles', 503, 'Away')
    renderWithApp(<BundleOffer bootcamps={undefined} now={Date.now()} />)
    expect(await screen.findByText('Contact for Pricing')).toBeVisible()
    expect(screen.getByText('$3,985')).toBeVisible()
  })
})
