import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { makeAdminBundle, makeMember } from '@/test/admin-desk'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { BundlesSection } from './bundles-section'

const BUNDLES = '/api/admin/bundles'
const bundle = makeAdminBundle()
const ONE = `${BUNDLES}/${bundle.id}`
const STATUS = `${ONE}/status`
const SOLD = 'This bundle has purchases, so it cannot be deleted. Make it inactive instead.'

const findCard = (name = 'Complete Bundle') => screen.findByRole('article', { name })
const toggle = () => screen.getByRole('switch', { name: 'Offer Complete Bundle to visitors' })
const deleteButton = () => screen.getByRole('button', { name: 'Delete Complete Bundle' })

async function open(bundles = [bundle]) {
  answerGet(BUNDLES, bundles)
  renderWithApp(<BundlesSection />)
  await findCard(bundles[0]?.name)
}

async function askToDelete() {
  await userEvent.click(deleteButton())
  return screen.findByRole('alertdialog', { name: 'Delete this bundle?' })
}

async function confirmDelete() {
  const dialog = await askToDelete()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
}

describe('the list of bundles', () => {
  test('shows name, state, tagline, description, price and what is in it', async () => {
    await open()
    const card = within(await findCard())
    expect(card.getByRole('heading', { name: 'Complete Bundle' })).toBeVisible()
    expect(card.getByText('Active')).toBeVisible()
    expect(card.getByText('Build, launch and market in one go')).toBeVisible()
    expect(card.getByText('All three bootcamps and both coaching hours.')).toBeVisible()
    expect(card.getByText('$2,995')).toBeVisible()
    expect(card.getByText('3 bootcamps')).toBeVisible()
    expect(card.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Beginner Bootcamp · Thu, Oct 8, 2099',
      'Advanced Bootcamp · Thu, Oct 8, 2099',
      '+1 more',
    ])
    expect(toggle()).toBeChecked()
  })

  test('names both bootcamps of a pair and says no more', async () => {
    await open([makeAdminBundle({ bootcamps: bundle.bootcamps.slice(0, 2), isActive: false })])
    const card = within(await findCard())
    expect(card.getByText('2 bootcamps')).toBeVisible()
    expect(card.getAllByRole('listitem')).toHaveLength(2)
    expect(card.getByText('Inactive')).toBeVisible()
    expect(toggle()).not.toBeChecked()
  })

  test('counts a single bootcamp in the singular', async () => {
    await open([makeAdminBundle({ bootcamps: [makeMember()] })])
    expect(screen.getByText('1 bootcamp')).toBeVisible()
  })

  test.each([
    [
      'is archived',
      makeMember({ id: 4, name: 'Old Bootcamp', status: 'archived' }),
      "This bundle can't be bought: Old Bootcamp · Thu, Oct 8, 2099 is archived, and no other date of its type at this price is on sale.",
    ],
    [
      'has started',
      makeMember({ id: 4, name: 'Old Bootcamp', startDate: '2020-01-01T00:00:00Z' }),
      "This bundle can't be bought: Old Bootcamp · Tue, Dec 31, 2019 has started, and no other date of its type at this price is on sale.",
    ],
  ])('warns of an active bundle nobody can buy: a member %s', async (_, member, words) => {
    await open([makeAdminBundle({ bootcamps: [makeMember(), member] })])
    const warning = screen.getByText(/^This bundle can't be bought:/)
    expect(warning).toHaveTextContent(words)
    expect(within(warning).getByRole('link')).toHaveAttribute('href', '/admin/bootcamps/4')
  })

  test('says on which date a bootcamp is sold whose own is over', async () => {
    const nextDate = { id: 9, startDate: '2099-11-26T23:00:00Z', timezone: 'America/New_York' }
    const over = makeMember({ id: 4, startDate: '2020-01-01T00:00:00Z', nextDate })
    await open([makeAdminBundle({ bootcamps: [makeMember({ id: 3 }), over] })])
    const words = await screen.findByText(/is now sold on/)
    expect(words).toHaveTextContent('Beginner Bootcamp is now sold on Thu, Nov 26, 2099')
    expect(within(words).getByRole('link')).toHaveAttribute('href', '/admin/bootcamps/9')
    expect(screen.queryByText(/can't be bought/)).not.toBeInTheDocument()
  })

  test('does not warn of an inactive one', async () => {
    const gone = makeMember({ status: 'archived' })
    await open([makeAdminBundle({ isActive: false, bootcamps: [gone] })])
    expect(screen.queryByText(/can't be bought/)).not.toBeInTheDocument()
  })
})

describe('its states', () => {
  test('holds the place while loading', () => {
    server.use(http.get(`*${BUNDLES}`, () => delay('infinite')))
    renderWithApp(<BundlesSection />)
    expect(screen.getByText('Loading bundles')).toBeInTheDocument()
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  test('says "No bundles yet" and offers to create one', async () => {
    answerGet(BUNDLES, [])
    answerGet('/api/bootcamps', [])
    renderWithApp(<BundlesSection />)
    expect(await screen.findByText('No bundles yet')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Create Bundle' }))
    expect(await screen.findByRole('dialog', { name: 'Create Bundle' })).toBeVisible()
  })

  test('says that bundles could not be loaded, and tries again', async () => {
    refuseGet(BUNDLES, 500, '')
    renderWithApp(<BundlesSection />)
    expect(
      await screen.findByText('Failed to load bundles. Please refresh the page and try again'),
    ).toBeVisible()
    answerGet(BUNDLES, [bundle])
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await findCard()).toBeVisible()
  })
})

describe('the toggle', () => {
  test('switches a bundle off and on again', async () => {
    const off = answerCall('patch', STATUS, { ...bundle, isActive: false })
    await open()
    await userEvent.click(toggle())
    expect(await screen.findByText('Bundle deactivated')).toBeVisible()
    expect(within(await findCard()).getByText('Inactive')).toBeVisible()
    expect(toggle()).not.toBeChecked()
    expect(off.bodies).toEqual([{ isActive: false }])

    const on = answerCall('patch', STATUS, bundle)
    await userEvent.click(toggle())
    expect(await screen.findByText('Bundle activated')).toBeVisible()
    expect(within(await findCard()).getByText('Active')).toBeVisible()
    expect(on.bodies).toEqual([{ isActive: true }])
  })

  test('is undone from its notice', async () => {
    answerCall('patch', STATUS, { ...bundle, isActive: false })
    await open()
    await userEvent.click(toggle())
    const undo = await screen.findByRole('button', { name: 'Undo' })
    const { bodies } = answerCall('patch', STATUS, bundle)
    await userEvent.click(undo)
    expect(await screen.findByText('Bundle activated')).toBeVisible()
    expect(toggle()).toBeChecked()
    expect(bodies).toEqual([{ isActive: true }])
  })

  test('answers to the keyboard', async () => {
    const { bodies } = answerCall('patch', STATUS, { ...bundle, isActive: false })
    await open()
    toggle().focus()
    await userEvent.keyboard(' ')
    await waitFor(() => expect(bodies).toEqual([{ isActive: false }]))
  })

  test('goes back when the server fails', async () => {
    breakCall('patch', STATUS)
    await open()
    await userEvent.click(toggle())
    expect(await screen.findByText('Failed to update bundle status')).toBeVisible()
    await waitFor(() => expect(toggle()).toBeChecked())
    expect(within(await findCard()).getByText('Active')).toBeVisible()
  })

  test('passes on the words of the server', async () => {
    refuseCall('patch', STATUS, 404, 'Bundle not found')
    await open()
    answerGet(BUNDLES, [])
    await userEvent.click(toggle())
    expect(await screen.findByText('Bundle not found')).toBeVisible()
    expect(await screen.findByText('No bundles yet')).toBeVisible()
  })
})

describe('deleting a bundle', () => {
  test('asks first, and Cancel leaves everything as it was', async () => {
    await open()
    const dialog = await askToDelete()
    expect(
      within(dialog).getByText(
        "“Complete Bundle” will be permanently deleted. Its bootcamps aren't affected.",
      ),
    ).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    expect(await findCard()).toBeVisible()
    await waitFor(() => expect(deleteButton()).toHaveFocus())
  })

  test('takes it away and leaves the keyboard at Create Bundle', async () => {
    const other = makeAdminBundle({ id: '6f1c0a52-7a43-4a1e-9c55-0d6d3b1f2a11', name: 'Starter' })
    const { bodies } = answerCall('delete', ONE, { message: 'Bundle deleted.' })
    await open([bundle, other])
    await confirmDelete()
    expect(await screen.findByText('Bundle deleted')).toBeVisible()
    await waitFor(() =>
      expect(screen.queryByRole('article', { name: 'Complete Bundle' })).not.toBeInTheDocument(),
    )
    expect(await findCard('Starter')).toBeVisible()
    expect(bodies).toEqual([null])
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create Bundle' })).toHaveFocus())
  })

  test('offers to make a sold one inactive instead', async () => {
    refuseCall('delete', ONE, 409, SOLD)
    const { bodies } = answerCall('patch', STATUS, { ...bundle, isActive: false })
    await open()
    await confirmDelete()
    const dialog = await screen.findByRole('alertdialog', { name: "This bundle can't be deleted" })
    expect(within(dialog).getByText(SOLD)).toBeVisible()
    expect(within(await screen.findByRole('alertdialog')).queryByText('Delete')).toBeNull()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Make Inactive' }))
    expect(await screen.findByText('Bundle deactivated')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(within(await findCard()).getByText('Inactive')).toBeVisible()
    expect(bodies).toEqual([{ isActive: false }])
  })

  test('forgets the refusal when asked again later', async () => {
    refuseCall('delete', ONE, 409, SOLD)
    await open()
    await confirmDelete()
    const dialog = await screen.findByRole('alertdialog', { name: "This bundle can't be deleted" })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(await askToDelete()).toBeVisible()
  })

  test('only says why a sold one stays when it is inactive already', async () => {
    refuseCall('delete', ONE, 409, SOLD)
    await open([makeAdminBundle({ isActive: false })])
    await confirmDelete()
    expect(await screen.findByText(SOLD)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(await findCard()).toBeVisible()
  })

  test('says that it failed, and keeps the bundle', async () => {
    breakCall('delete', ONE)
    await open()
    await confirmDelete()
    expect(await screen.findByText('Failed to delete bundle')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(await findCard()).toBeVisible()
  })
})
