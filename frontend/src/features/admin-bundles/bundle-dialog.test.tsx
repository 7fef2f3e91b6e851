import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { makeAdminBundle, makeMember } from '@/test/admin-desk'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { makeBootcamp } from '@/test/catalogue'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { BundlesSection } from './bundles-section'

const BUNDLES = '/api/admin/bundles'
const BOOTCAMPS = '/api/bootcamps'
const beginner = makeBootcamp()
const advanced = makeBootcamp({ id: 2, name: 'Advanced Bootcamp', price: '1495.50', step: 2 })
const bundle = makeAdminBundle()
const ONE = `${BUNDLES}/${bundle.id}`

const field = (name: string) => screen.getByRole('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const tick = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const sums = () => screen.getByText('Individual total').closest('dl')?.textContent

async function openNew(bootcamps = [beginner, advanced]) {
  answerGet(BUNDLES, [bundle])
  answerGet(BOOTCAMPS, bootcamps)
  renderWithApp(<BundlesSection />)
  await userEvent.click(await screen.findByRole('button', { name: 'Create Bundle' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create Bundle' })
  if (bootcamps.length > 0) await within(dialog).findAllByRole('checkbox')
  return within(dialog)
}

/** The button in the dialog; the one behind it is hidden from everyone meanwhile. */
const create = () => press('Create Bundle')

async function fillIn() {
  type('Name', 'Two in One')
  type('Price', '1999.99')
  type('Description', 'Both bootcamps.')
  await tick('Beginner Bootcamp')
  await tick('Advanced Bootcamp')
}

async function openExisting(existing = bundle, bootcamps = [beginner, advanced]) {
  answerGet(BUNDLES, [existing])
  answerGet(BOOTCAMPS, bootcamps)
  renderWithApp(<BundlesSection />)
  await userEvent.click(await screen.findByRole('button', { name: `Edit ${existing.name}` }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Bundle' })
  await within(dialog).findAllByRole('checkbox')
}

describe('creating a bundle', () => {
  test('sends what was filled in, and the list shows it', async () => {
    const made = makeAdminBundle({ id: '6f1c0a52-7a43-4a1e-9c55-0d6d3b1f2a11', name: 'Two in One' })
    const { bodies } = answerCall('post', BUNDLES, made)
    await openNew()
    await fillIn()
    type('Tagline', 'Cheaper together')
    await userEvent.click(screen.getByRole('switch', { name: 'Active' }))
    await create()
    expect(await screen.findByText('Bundle created')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(bodies).toEqual([
      {
        name: 'Two in One',
        tagline: 'Cheaper together',
        description: 'Both bootcamps.',
        price: '1999.99',
        bootcampIds: [1, 2],
        isActive: false,
      },
    ])
    expect(screen.getByRole('article', { name: 'Two in One' })).toBeVisible()
    expect(screen.getByRole('article', { name: 'Complete Bundle' })).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Create Bundle' })).toHaveFocus())
  })

  test('is active and has no tagline unless told otherwise', async () => {
    const { bodies } = answerCall('post', BUNDLES, bundle)
    await openNew()
    expect(screen.getByRole('switch', { name: 'Active' })).toBeChecked()
    await fillIn()
    await create()
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]).toMatchObject({ tagline: null, isActive: true })
  })

  test('starts at the name', async () => {
    await openNew()
    expect(field('Name')).toHaveFocus()
  })

  test('adds up as one goes', async () => {
    await openNew()
    expect(sums()).toBe('Individual total–Bundle price–Savings–')
    await tick('Beginner Bootcamp')
    expect(sums()).toBe('Individual total$995.00Bundle price–Savings–')
    await tick('Advanced Bootcamp')
    type('Price', '1999.99')
    expect(sums()).toBe('Individual total$2,490.50Bundle price$1,999.99Savings$490.51')
    type('Price', 'abc')
    expect(sums()).toBe('Individual total$2,490.50Bundle price–Savings–')
    type('Price', '2500')
    expect(sums()).toBe('Individual total$2,490.50Bundle price$2,500.00Savings$0.00')
    expect(
      screen.getByText('The bundle costs $9.50 more than buying its bootcamps separately.'),
    ).toBeVisible()
    await tick('Advanced Bootcamp')
    expect(sums()).toBe('Individual total$995.00Bundle price$2,500.00Savings$0.00')
  })
})

describe('what a bundle must have', () => {
  test('is said at each field, and nothing is sent', async () => {
    const { bodies } = answerCall('post', BUNDLES, bundle)
    await openNew()
    await create()
    expect(await screen.findByText('Select at least one bootcamp')).toBeVisible()
    expect(field('Name')).toHaveAccessibleDescription('Required')
    expect(field('Description')).toHaveAccessibleDescription('Required')
    expect(field('Price')).toHaveAccessibleDescription(
      'For example 299.99 Price must be a valid number',
    )
    expect(field('Tagline')).toHaveAccessibleDescription('')
    expect(screen.getByRole('group', { name: /^Bootcamps/ })).toHaveAccessibleDescription(
      'Select at least one bootcamp',
    )
    expect(field('Name')).toHaveFocus()
    expect(bodies).toEqual([])
  })

  test('brings the keyboard to the bootcamps when only they are missing', async () => {
    await openNew()
    await fillIn()
    await tick('Beginner Bootcamp')
    await tick('Advanced Bootcamp')
    await create()
    expect(await screen.findByText('Select at least one bootcamp')).toBeVisible()
    expect(screen.getByRole('group', { name: /^Bootcamps/ })).toHaveFocus()
    await tick('Beginner Bootcamp')
    await waitFor(() =>
      expect(screen.queryByText('Select at least one bootcamp')).not.toBeInTheDocument(),
    )
  })

  test.each([
    ['Name', 100],
    ['Tagline', 200],
    ['Description', 1000],
  ])('%s holds at most %i characters', async (name, most) => {
    const { bodies } = answerCall('post', BUNDLES, bundle)
    await openNew()
    await fillIn()
    type(name, 'x'.repeat(most + 1))
    await create()
    expect(
      await screen.findByText(`String must contain at most ${most} character(s)`),
    ).toBeVisible()
    expect(bodies).toEqual([])
    type(name, '🚀'.repeat(most))
    await create()
    await waitFor(() => expect(bodies).toHaveLength(1))
  })

  test('a price is digits with up to two decimals', async () => {
    const { bodies } = refuseCall('post', BUNDLES, 409, 'Not now.')
    const words = 'Price must be a valid number'
    await openNew()
    await fillIn()
    for (const price of ['', '-1', '1.999', '1,000', '$5', '1.', 'free', '123456789']) {
      type('Price', price)
      await create()
      expect(await screen.findByText(words)).toBeVisible()
      type('Price', '1')
      await waitFor(() => expect(screen.queryByText(words)).not.toBeInTheDocument())
    }
    expect(bodies).toEqual([])
    const good = ['0', '299.9', '299.99', ' 12345678 ']
    for (const [index, price] of good.entries()) {
      type('Price', price)
      await create()
      await waitFor(() => expect(bodies).toHaveLength(index + 1))
      await screen.findByRole('button', { name: 'Create Bundle', busy: false })
    }
    expect(bodies.map((body) => (body as { price: string }).price)).toEqual(
      good.map((price) => price.trim()),
    )
  })

  test('an eleventh bootcamp is refused at once', async () => {
    const many = Array.from({ length: 11 }, (_, index) =>
      makeBootcamp({ id: index + 1, name: `Bootcamp ${index + 1}` }),
    )
    const { bodies } = answerCall('post', BUNDLES, bundle)
    await openNew(many)
    type('Name', 'Too many')
    type('Price', '1')
    type('Description', 'Too many.')
    for (const { name } of many.slice(0, 10)) await tick(name)
    expect(screen.getByText('10 of at most 10 selected')).toBeVisible()
    expect(screen.queryByText('Maximum 10 bootcamps allowed per bundle')).not.toBeInTheDocument()
    await tick('Bootcamp 11')
    expect(await screen.findByText('Maximum 10 bootcamps allowed per bundle')).toBeVisible()
    await create()
    expect(bodies).toEqual([])
    await tick('Bootcamp 4')
    await waitFor(() =>
      expect(screen.queryByText('Maximum 10 bootcamps allowed per bundle')).not.toBeInTheDocument(),
    )
    await create()
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]).toMatchObject({ bootcampIds: [1, 2, 3, 5, 6, 7, 8, 9, 10, 11] })
  })
})

describe('when saving fails', () => {
  test('a new bundle says so and keeps what was typed', async () => {
    breakCall('post', BUNDLES)
    await openNew()
    await fillIn()
    await create()
    await screen.findByText('Failed to create bundle')
    expect(field('Name')).toHaveValue('Two in One')
    expect(screen.getByRole('checkbox', { name: 'Advanced Bootcamp' })).toBeChecked()
  })

  test('a changed one says so', async () => {
    breakCall('patch', ONE)
    await openExisting()
    await press('Save Changes')
    await screen.findByText('Failed to update bundle')
    expect(screen.getByRole('dialog', { name: 'Edit Bundle' })).toBeVisible()
  })

  test("the server's words stand beside the field they are about", async () => {
    const gone = 'One of these bootcamps no longer exists'
    refuseCall('post', BUNDLES, 422, 'Please look again.', { bootcampIds: gone })
    await openNew()
    await fillIn()
    await create()
    await screen.findByText('Please look again.')
    expect(screen.getByRole('group', { name: /^Bootcamps/ })).toHaveAccessibleDescription(gone)
  })
})

describe('changing a bundle', () => {
  test('starts from what it is, members that are gone included', async () => {
    const archived = makeMember({
      id: 9,
      name: 'Old Bootcamp',
      price: '500.00',
      status: 'archived',
    })
    const over = makeMember({ id: 8, name: 'Past Bootcamp', price: '100.00' })
    await openExisting(makeAdminBundle({ bootcamps: [makeMember(), archived, over] }))
    expect(field('Name')).toHaveValue('Complete Bundle')
    expect(field('Price')).toHaveValue('2995.00')
    expect(field('Tagline')).toHaveValue('Build, launch and market in one go')
    expect(field('Description')).toHaveValue('All three bootcamps and both coaching hours.')
    const boxes = screen.getAllByRole('checkbox')
    expect(boxes.map((box) => box.getAttribute('aria-checked'))).toEqual([
      'true',
      'true',
      'true',
      'false',
    ])
    expect(screen.getByRole('checkbox', { name: 'Old Bootcamp Archived' })).toBeChecked()
    expect(
      screen.getByRole('checkbox', { name: 'Past Bootcamp No longer available' }),
    ).toBeChecked()
    expect(sums()).toBe('Individual total$1,595.00Bundle price$2,995.00Savings$0.00')
  })

  test('sends the same fields as a new one', async () => {
    const changed = makeAdminBundle({ name: 'Renamed', isActive: false })
    const { bodies } = answerCall('patch', ONE, changed)
    await openExisting(makeAdminBundle({ bootcamps: bundle.bootcamps.slice(0, 2) }))
    type('Name', 'Renamed')
    type('Tagline', '')
    await tick('Advanced Bootcamp')
    await press('Save Changes')
    expect(await screen.findByText('Bundle updated')).toBeVisible()
    expect(bodies).toEqual([
      {
        name: 'Renamed',
        tagline: null,
        description: 'All three bootcamps and both coaching hours.',
        price: '2995.00',
        bootcampIds: [1],
        isActive: true,
      },
    ])
    expect(await screen.findByRole('article', { name: 'Renamed' })).toBeVisible()
  })

  test('changes nothing when it is canceled, and gives the keyboard back', async () => {
    await openExisting()
    type('Name', 'Renamed')
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const edit = screen.getByRole('button', { name: 'Edit Complete Bundle' })
    await waitFor(() => expect(edit).toHaveFocus())
    await userEvent.click(edit)
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Complete Bundle')
  })
})

describe('the list of bootcamps in the dialog', () => {
  test('tells two dates of one course apart', async () => {
    const later = makeBootcamp({ id: 4, startDate: '2099-12-08T22:00:00Z' })
    await openNew([beginner, later])
    expect(screen.getByText('Oct 8 at 6:00 PM EDT · $995')).toBeVisible()
    expect(screen.getByText('Dec 8 at 5:00 PM EST · $995')).toBeVisible()
  })

  test('holds the place while loading', async () => {
    answerGet(BUNDLES, [])
    server.use(http.get(`*${BOOTCAMPS}`, () => delay('infinite')))
    renderWithApp(<BundlesSection />)
    await userEvent.click(await screen.findByRole('button', { name: 'Create Bundle' }))
    await screen.findByText('Loading bootcamps')
  })

  test('tries again after a failure', async () => {
    answerGet(BUNDLES, [])
    refuseGet(BOOTCAMPS, 500, '')
    renderWithApp(<BundlesSection />)
    await userEvent.click(await screen.findByRole('button', { name: 'Create Bundle' }))
    expect(await screen.findByText('Failed to fetch bootcamps')).toBeVisible()
    answerGet(BOOTCAMPS, [beginner])
    await press('Retry')
    expect(await screen.findByRole('checkbox', { name: 'Beginner Bootcamp' })).toBeVisible()
  })

  test('says when there is nothing to choose from', async () => {
    await openNew([])
    expect(await screen.findByText('No bootcamps available')).toBeVisible()
  })

  test('can be searched when it is long, without losing what is ticked', async () => {
    const many = Array.from({ length: 70 }, (_, index) =>
      makeBootcamp({ id: index + 1, name: `Bootcamp ${index + 1}` }),
    )
    await openNew(many)
    expect(screen.getAllByRole('checkbox')).toHaveLength(60)
    expect(screen.getByText('60 of 70 are shown. Search to find the others.')).toBeVisible()
    await tick('Bootcamp 3')
    const search = screen.getByRole('searchbox', { name: 'Search bootcamps' })
    await userEvent.type(search, 'camp 69{Enter}')
    await tick('Bootcamp 69')
    expect(screen.getAllByRole('checkbox')).toHaveLength(1)
    expect(sums()).toContain('Individual total$1,990.00')
    fireEvent.change(search, { target: { value: 'nothing' } })
    expect(screen.getByText('No bootcamp matches “nothing”.')).toBeVisible()
    expect(screen.getByText('2 of at most 10 selected')).toBeVisible()
    expect(screen.queryByText('Required')).not.toBeInTheDocument()
  })

  test('has no search while it is short', async () => {
    await openNew()
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
  })
})
