import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { zoneNames } from '@/lib/zones'
import { answerBootcamps, makeAdminBootcamp } from '@/test/admin-catalogue'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { field, fill, pick } from '@/test/forms'
import { renderWithApp } from '@/test/render'
import { answerGet, server } from '@/test/server'
import { BootcampDialog } from './bootcamp-dialog'
import type { AdminBootcamp } from './bootcamp-form'

const CREATE = '/api/admin/bootcamps'
const CHANGE = '/api/admin/bootcamps/1'
const PREVIEW = '/api/admin/bootcamps/1/change-preview'
const onClose = vi.fn()

beforeEach(() => onClose.mockClear())

const button = (name: string) => screen.getByRole('button', { name })

function openNew() {
  renderWithApp(<BootcampDialog onClose={onClose} />)
}

async function openOld(
  given: Partial<AdminBootcamp> = {},
  preview = { attendees: 0, beingRefunded: 0, heldSeats: 0, takenSeats: 0 },
) {
  const asked = answerGet(PREVIEW, preview)
  renderWithApp(<BootcampDialog bootcamp={makeAdminBootcamp(given)} onClose={onClose} />)
  await waitFor(() => expect(asked.times).toBe(1))
  return asked
}

function fillWhatIsNeeded() {
  fill('Name', 'Beginner Bootcamp')
  fill('Description', 'Three live hours.')
  fill('Price', '995.00')
  fill('Start date', '2099-07-01')
}
const create = () => userEvent.click(button('Create Bootcamp'))
const save = () => userEvent.click(button('Save Changes'))

/** What a bootcamp was always made of; the rest is only sent when it is used. */
const essentials = {
  name: 'Beginner Bootcamp',
  description: 'Three live hours.',
  bootcampType: 'Build',
  price: '995.00',
  maxSeats: 20,
  startDate: '2099-07-02T01:00:00.000Z',
  endDate: '2099-07-02T02:00:00.000Z',
  timezone: 'America/Denver',
  step: 1,
}

describe('a new bootcamp', () => {
  test('starts with these values', () => {
    openNew()
    expect(screen.getByRole('dialog', { name: 'Create Bootcamp' })).toBeVisible()
    expect(field('Name')).toHaveValue('')
    expect(field('Description')).toHaveValue('')
    expect(field('Type')).toHaveTextContent('Build')
    expect(field('Price')).toHaveValue('')
    expect(field('Max seats')).toHaveValue('20')
    expect(field('Start date')).toHaveValue('')
    expect(field('Start time')).toHaveValue('19:00')
    expect(field('End date')).toHaveValue('')
    expect(field('End time')).toHaveValue('20:00')
    expect(field('Timezone')).toHaveTextContent('America/Denver')
    expect(field('Tagline')).toHaveValue('')
    expect(field('Step')).toHaveTextContent('Step 1 · Build')
    expect(field('Includes a private coaching session')).not.toBeChecked()
    expect(field('Session link')).toHaveValue('')
    expect(field('Recording link')).toHaveValue('')
    expect(screen.queryByText('Video meeting')).not.toBeInTheDocument()
  })

  test('sends what is needed and nothing that was left alone', async () => {
    const sent = answerCall('post', CREATE, makeAdminBootcamp())
    openNew()
    fillWhatIsNeeded()
    expect(field('End date')).toHaveValue('2099-07-01')
    expect(screen.getByText('Jul 1 at 7:00 PM – 8:00 PM MDT')).toBeVisible()
    await create()
    expect(await screen.findByText('Bootcamp created')).toBeVisible()
    expect(sent.bodies).toEqual([essentials])
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('sends the rest when it is filled in', async () => {
    const sent = answerCall('post', CREATE, makeAdminBootcamp())
    openNew()
    fillWhatIsNeeded()
    fill('Tagline', ' From an idea to something that works ')
    fill('Session link', 'https://meet.example.test/room')
    fill('Recording link', 'https://video.example.test/1')
    await userEvent.click(field('Includes a private coaching session'))
    await create()
    await screen.findByText('Bootcamp created')
    expect(sent.bodies).toEqual([
      {
        ...essentials,
        tagline: 'From an idea to something that works',
        includesCoaching: true,
        sessionUrl: 'https://meet.example.test/room',
        recordingUrl: 'https://video.example.test/1',
      },
    ])
  })

  test.each([
    ['Launch', 'Step 2 · Launch', 2],
    ['Market', 'Step 3 · Market', 3],
  ])('of type %s is %s, with coaching', async (type, label, step) => {
    const sent = answerCall('post', CREATE, makeAdminBootcamp())
    openNew()
    fillWhatIsNeeded()
    await pick('Type', type)
    expect(field('Step')).toHaveTextContent(label)
    expect(field('Includes a private coaching session')).toBeChecked()
    await create()
    await screen.findByText('Bootcamp created')
    expect(sent.bodies).toEqual([{ ...essentials, bootcampType: type, step }])
  })

  test('keeps a step that was chosen by hand', async () => {
    openNew()
    await pick('Step', 'Step 3 · Market')
    await pick('Type', 'Launch')
    expect(field('Step')).toHaveTextContent('Step 3 · Market')
  })

  test('takes place on the clocks of its own zone, Mumbai’s too', async () => {
    const sent = answerCall('post', CREATE, makeAdminBootcamp())
    openNew()
    fillWhatIsNeeded()
    field('Timezone').focus()
    await userEvent.keyboard('{Enter}')
    const options = await screen.findAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual([...zoneNames])
    options.find(({ textContent }) => textContent === 'Asia/Mumbai')?.focus()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('Jul 1 at 7:00 PM – 8:00 PM IST')).toBeVisible()
    await create()
    await screen.findByText('Bootcamp created')
    expect(sent.bodies).toMatchObject([
      {
        startDate: '2099-07-01T13:30:00.000Z',
        endDate: '2099-07-01T14:30:00.000Z',
        timezone: 'Asia/Mumbai',
      },
    ])
  })
})

describe('the rules', () => {
  test('demand what is needed, all at once, and send nothing', async () => {
    const sent = answerCall('post', CREATE, makeAdminBootcamp())
    openNew()
    fill('Max seats', '')
    fill('Start time', '')
    fill('End time', '')
    await create()
    await waitFor(() => expect(field('Name')).toHaveAccessibleDescription('Required'))
    expect(field('Name')).toHaveFocus()
    for (const label of ['Description', 'Start date', 'End date', 'Start time', 'End time']) {
      expect(field(label)).toHaveAccessibleDescription('Required')
      expect(field(label)).toHaveAttribute('aria-invalid', 'true')
    }
    expect(field('Max seats')).toHaveAccessibleDescription('Required')
    expect(field('Price')).toHaveAccessibleDescription(/Price must be a valid number$/)
    expect(screen.getByText('8 fields need your attention.')).toBeInTheDocument()
    expect(sent.bodies).toEqual([])
  })

  test.each([
    ['Price', 'free', 'Price must be a valid number'],
    ['Price', '-5', 'Price must be a valid number'],
    ['Price', '9.999', 'Price must be a valid number'],
    ['Price', '995.', 'Price must be a valid number'],
    ['Price', '1,49', 'Price must be a valid number'],
    ['Price', '100000000', 'Price must be a valid number'],
    ['Max seats', '20.5', 'Max seats must be a whole number'],
    ['Max seats', 'many', 'Max seats must be a whole number'],
    ['Max seats', '0', 'Max seats must be between 1 and 1000'],
    ['Max seats', '1001', 'Max seats must be between 1 and 1000'],
    ['Session link', 'http://meet.example.test', 'Use an address that starts with https://'],
    ['Recording link', 'javascript:alert(1)', 'Use an address that starts with https://'],
    ['Name', 'x'.repeat(256), 'String must contain at most 255 character(s)'],
    ['End time', '19:00', 'End date and time must be after start date and time'],
    ['End time', '18:59', 'End date and time must be after start date and time'],
    ['End date', '2099-06-30', 'End date and time must be after start date and time'],
    ['End date', '2099-07-02', 'A class can last up to 12 hours'],
  ])('refuse %s “%s”', async (label, value, words) => {
    const sent = answerCall('post', CREATE, makeAdminBootcamp())
    openNew()
    fillWhatIsNeeded()
    fill(label, value)
    await create()
    expect(await screen.findByText(words)).toBeVisible()
    // A wrong order is shown on the end time, whichever of the two dates is at fault.
    const shownOn = label === 'End date' ? 'End time' : label
    expect(field(shownOn)).toHaveAccessibleDescription(expect.stringContaining(words))
    expect(sent.bodies).toEqual([])
  })

  test.each(['0', '995', '995.5', '99999999.99'])('take %s for a price', async (price) => {
    const sent = answerCall('post', CREATE, makeAdminBootcamp())
    openNew()
    fillWhatIsNeeded()
    fill('Price', price)
    await create()
    await screen.findByText('Bootcamp created')
    expect(sent.bodies).toEqual([{ ...essentials, price }])
  })

  test('refuse a time the clocks skip', async () => {
    const sent = answerCall('post', CREATE, makeAdminBootcamp())
    openNew()
    fillWhatIsNeeded()
    // In Denver summer time begins at two in the morning of this day.
    fill('Start date', '2026-03-08')
    fill('Start time', '02:30')
    fill('End time', '04:00')
    await create()
    await waitFor(() =>
      expect(field('Start time')).toHaveAccessibleDescription(
        "This time doesn't exist on that day because the clocks go forward. Pick an earlier or later one.",
      ),
    )
    expect(sent.bodies).toEqual([])
  })

  test('demand a zone of the list', async () => {
    const sent = answerCall('patch', CHANGE, makeAdminBootcamp())
    await openOld({ timezone: 'Mars/Olympus' })
    await save()
    await waitFor(() =>
      expect(field('Timezone')).toHaveAccessibleDescription('Please select a valid timezone'),
    )
    expect(sent.bodies).toEqual([])
  })

  test('keep as many seats as are taken', async () => {
    const sent = answerCall('patch', CHANGE, makeAdminBootcamp())
    await openOld({}, { attendees: 2, beingRefunded: 0, heldSeats: 1, takenSeats: 3 })
    expect(await screen.findByText('3 taken')).toBeVisible()
    fill('Max seats', '2')
    await save()
    expect(await screen.findByText("3 seats are taken, so there can't be fewer")).toBeVisible()
    expect(sent.bodies).toEqual([])
    fill('Max seats', '3')
    await save()
    await screen.findByText('Bootcamp updated')
    expect(sent.bodies).toMatchObject([{ maxSeats: 3 }])
  })
})

describe('a failure', () => {
  test.each([
    ['has words of its own', '', 'Failed to create bootcamp'],
    ['is told in the words of the server', 'Not today.', 'Not today.'],
  ])('to create %s, and what was typed is still there', async (_, message, words) => {
    refuseCall('post', CREATE, 403, message)
    openNew()
    fillWhatIsNeeded()
    await create()
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByText('Error')).toBeVisible()
    expect(field('Name')).toHaveValue('Beginner Bootcamp')
    expect(onClose).not.toHaveBeenCalled()
  })

  test('to update has words of its own', async () => {
    breakCall('patch', CHANGE)
    await openOld()
    await save()
    expect(await screen.findByText('Failed to update bootcamp')).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
  })

  test('to update is told in the words of the server', async () => {
    refuseCall('patch', CHANGE, 409, 'More seats than that are already taken.')
    await openOld()
    await save()
    expect(await screen.findByText('More seats than that are already taken.')).toBeVisible()
  })

  test('puts what the server says about a field beside it', async () => {
    const words = 'End date must be after start date'
    refuseCall('post', CREATE, 422, 'Please check the form.', { endDate: words })
    openNew()
    fillWhatIsNeeded()
    await create()
    expect(await screen.findByText('Please check the form.')).toBeVisible()
    expect(field('End date')).toHaveAccessibleDescription(words)
    await waitFor(() => expect(field('End date')).toHaveFocus())
  })
})

describe('the window', () => {
  test('closes on Cancel and on Escape', async () => {
    openNew()
    await userEvent.click(button('Cancel'))
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  test('stays open while it saves, and saves once', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    let times = 0
    server.use(
      http.post(`${window.location.origin}${CREATE}`, async () => {
        times += 1
        await answered
        return HttpResponse.json(makeAdminBootcamp())
      }),
    )
    openNew()
    fillWhatIsNeeded()
    await create()
    await userEvent.click(await screen.findByRole('button', { name: 'Creating...' }))
    await userEvent.type(field('Name'), '{Enter}')
    await userEvent.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    answer()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(times).toBe(1)
  })

  test('names its parts', async () => {
    answerBootcamps([])
    await openOld()
    const dialog = screen.getByRole('dialog')
    const groups = within(dialog).getAllByRole('group')
    expect(groups.map((group) => group.querySelector('legend')?.textContent)).toEqual([
      'Bootcamp',
      'Schedule',
      'Length',
      'Sales',
      'Delivery',
      'Video meeting',
    ])
  })
})
