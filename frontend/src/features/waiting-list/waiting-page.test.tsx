import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { keepTypedBuyer } from '@/lib/typed-buyer'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { answerCatalogue, makeBootcamp, makeBundle } from '@/test/catalogue'
import { makeUser } from '@/test/makers'
import { openApp } from '@/test/render'
import { refuseGet, server, signIn } from '@/test/server'

const JOIN = '/api/waiting-list'
const full = makeBootcamp({ id: 11, availableSeats: 0 })
const alsoFull = makeBootcamp({
  id: 12,
  availableSeats: 0,
  startDate: '2099-10-10T13:00:00Z',
  endDate: '2099-10-10T16:00:00Z',
})
const joined = { place: null, message: "We've emailed you your place in line." }

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const button = (name: string) => screen.getByRole('button', { name })
const join = () => userEvent.click(button('Join the waiting list'))

async function fillIn(email = 'grace@example.test', name = 'Grace Hopper') {
  await userEvent.type(await screen.findByLabelText('Email'), email)
  await userEvent.type(screen.getByLabelText('Full name'), name)
}

describe('for a date that is full', () => {
  test('one joins with the dates that would do, and is told what comes next', async () => {
    answerCatalogue([full, alsoFull])
    const calls = answerCall('post', JOIN, joined)
    openApp('/waiting?bootcamp=11')
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'Join the waiting list',
    )
    expect(await screen.findByRole('checkbox', { name: /Oct 8/ })).toBeChecked()
    const other = screen.getByRole('checkbox', { name: /Oct 10/ })
    expect(other).not.toBeChecked()
    await userEvent.click(other)
    await fillIn()
    await join()
    const heading = await screen.findByRole('heading', { level: 1, name: "You're on the list" })
    expect(heading).toContainElement(document.activeElement as HTMLElement)
    expect(screen.getByText(joined.message)).toBeVisible()
    expect(screen.queryByText(/in line$/)).not.toBeInTheDocument()
    expect(calls.bodies).toEqual([
      {
        email: 'grace@example.test',
        name: 'Grace Hopper',
        bootcampIds: [11, 12],
        bundleId: null,
        interest: null,
        timezone: expect.any(String),
        sms: false,
      },
    ])
  })

  test('whoever is signed in is known, hears their place, and may be texted', async () => {
    signIn(makeUser({ email: 'ada@example.test', firstName: 'Ada', lastName: 'Lovelace' }))
    answerCatalogue([full])
    const calls = answerCall('post', JOIN, { ...joined, place: 3 })
    openApp('/waiting?bootcamp=11')
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('ada@example.test'))
    expect(screen.getByLabelText('Full name')).toHaveValue('Ada Lovelace')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Text me too' }))
    await join()
    expect(await screen.findByText('Number 3 in line')).toBeVisible()
    expect(calls.bodies).toMatchObject([{ sms: true }])
  })

  test('what was typed at the checkout is there', async () => {
    keepTypedBuyer(null, { email: 'grace@example.test', fullName: 'Grace Hopper' })
    answerCatalogue([full])
    openApp('/waiting?bootcamp=11')
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue('grace@example.test'))
    expect(screen.queryByRole('checkbox', { name: 'Text me too' })).not.toBeInTheDocument()
  })

  test('no date, no address and no name are asked for, and nothing is sent', async () => {
    answerCatalogue([full])
    const calls = answerCall('post', JOIN, joined)
    openApp('/waiting?bootcamp=11')
    await userEvent.click(await screen.findByRole('checkbox', { name: /Oct 8/ }))
    await join()
    expect(await screen.findByText('Choose at least one date')).toBeVisible()
    expect(screen.getByText('Enter your email')).toBeVisible()
    expect(screen.getByText('Enter your name')).toBeVisible()
    await fillIn()
    await join()
    expect(screen.getByText('Choose at least one date')).toBeVisible()
    expect(calls.bodies).toEqual([])
    await userEvent.click(screen.getByRole('checkbox', { name: /Oct 8/ }))
    await join()
    expect(await screen.findByText(joined.message)).toBeVisible()
    expect(calls.bodies).toHaveLength(1)
  })

  test('the whole bundle can be waited for instead', async () => {
    const bundle = makeBundle({ availableSeats: 0 })
    answerCatalogue([makeBootcamp({ id: 1, availableSeats: 0 })], [bundle])
    const calls = answerCall('post', JOIN, joined)
    openApp('/waiting?bootcamp=1')
    await userEvent.click(await screen.findByRole('radio', { name: 'Complete Bundle' }))
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
    await fillIn()
    await join()
    await screen.findByText(joined.message)
    expect(calls.bodies).toMatchObject([{ bootcampIds: [], bundleId: bundle.id }])
  })
})

describe('other wishes', () => {
  test('a full bundle', async () => {
    const bundle = makeBundle({ availableSeats: 0 })
    answerCatalogue([], [bundle])
    const calls = answerCall('post', JOIN, joined)
    openApp(`/waiting?bundle=${bundle.id}`)
    expect(await screen.findByText(/^Complete Bundle is sold out\./)).toBeVisible()
    await fillIn()
    await join()
    await screen.findByText(joined.message)
    expect(calls.bodies).toMatchObject([{ bootcampIds: [], bundleId: bundle.id, interest: null }])
  })

  test('a date that is only on hold is not called sold out', async () => {
    answerCatalogue([makeBootcamp({ id: 1, availableSeats: 0, heldSeats: 1 })])
    openApp('/waiting?bootcamp=1')
    expect(await screen.findByText(/^Beginner Bootcamp has no free seat right now\./)).toBeVisible()
  })

  test('the next date of a course', async () => {
    answerCatalogue()
    const calls = answerCall('post', JOIN, { place: null, message: "We'll email you." })
    openApp('/waiting?course=Launch')
    expect(
      await screen.findByRole('heading', { level: 1, name: 'The next Launch bootcamp' }),
    ).toBeVisible()
    await fillIn()
    await userEvent.click(button('Notify me'))
    expect(
      await screen.findByRole('heading', { level: 1, name: "We'll let you know" }),
    ).toBeVisible()
    expect(calls.bodies).toMatchObject([{ bootcampIds: [], bundleId: null, interest: 'Launch' }])
  })

  test('any course, chosen here', async () => {
    answerCatalogue()
    const calls = answerCall('post', JOIN, joined)
    openApp('/waiting')
    await userEvent.click(await screen.findByRole('radio', { name: 'Market bootcamp' }))
    await fillIn()
    await userEvent.click(button('Notify me'))
    await screen.findByText(joined.message)
    expect(calls.bodies).toMatchObject([{ interest: 'Market' }])
  })

  test('a date that has a seat by now leads to the checkout', async () => {
    answerCatalogue([makeBootcamp({ id: 11 })])
    openApp('/waiting?bootcamp=11')
    expect(await screen.findByText("There's a seat for you right now")).toBeVisible()
    expect(screen.getByRole('link', { name: 'Choose this seat' })).toHaveAttribute(
      'href',
      '/checkout?bootcamp=11',
    )
  })

  test('a date that is gone', async () => {
    answerCatalogue()
    openApp('/waiting?bootcamp=99')
    expect(await screen.findByText(/is no longer available/)).toBeVisible()
  })
})

describe('when it fails', () => {
  test.each([
    ['too many tries', 429, 'Too many requests. Please try again in an hour.'],
    ['a class that was canceled meanwhile', 409, 'This class is no longer on sale.'],
  ])('%s: the server says why, and what was typed stays', async (_, status, words) => {
    answerCatalogue([full])
    refuseCall('post', JOIN, status, words)
    openApp('/waiting?bootcamp=11')
    await fillIn()
    await join()
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(screen.getByLabelText('Email')).toHaveValue('grace@example.test')
    expect(button('Join the waiting list')).toBeEnabled()
  })

  test('a seat that came free meanwhile is offered for sale instead', async () => {
    answerCatalogue([full])
    openApp('/waiting?bootcamp=11')
    await fillIn()
    answerCatalogue([makeBootcamp({ id: 11 })])
    refuseCall('post', JOIN, 409, 'Beginner Bootcamp has seats left. You can book now.')
    await join()
    expect(await screen.findByText("There's a seat for you right now")).toBeVisible()
  })

  test('a refused address is marked', async () => {
    answerCatalogue([full])
    refuseCall('post', JOIN, 422, 'Check the form.', { email: 'Enter a valid email address.' })
    openApp('/waiting?bootcamp=11')
    await fillIn('grace@no-such-place.test')
    await join()
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
      expect.stringContaining('Enter a valid email address.'),
    )
  })

  test('offline it says so, and works when the network is back', async () => {
    answerCatalogue([full])
    openApp('/waiting?bootcamp=11')
    await fillIn()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    server.use(http.post(`*${JOIN}`, () => HttpResponse.error()))
    await join()
    expect(await screen.findByRole('alert')).toHaveTextContent('You seem to be offline.')
    online.mockReturnValue(true)
    answerCall('post', JOIN, joined)
    await join()
    expect(await screen.findByText(joined.message)).toBeVisible()
  })

  test('a server that broke leaves words of our own', async () => {
    answerCatalogue([full])
    breakCall('post', JOIN)
    openApp('/waiting?bootcamp=11')
    await fillIn()
    await join()
    expect(await screen.findByRole('alert')).toHaveTextContent("you won't be added twice")
  })

  test('pressed again while it is on its way, it is sent once', async () => {
    answerCatalogue([full])
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let sent = 0
    server.use(
      http.post(`*${JOIN}`, async () => {
        sent += 1
        await released
        return HttpResponse.json(joined)
      }),
    )
    openApp('/waiting?bootcamp=11')
    await fillIn()
    await join()
    const busy = await screen.findByRole('button', { name: 'Joining…' })
    await userEvent.click(busy)
    await userEvent.type(screen.getByLabelText('Full name'), '{Enter}')
    release()
    expect(await screen.findByText(joined.message)).toBeVisible()
    expect(sent).toBe(1)
  })

  test('the dates could not be loaded', async () => {
    answerCatalogue()
    refuseGet('/api/bootcamps', 503, 'Please try again in a moment.')
    openApp('/waiting?bootcamp=11')
    expect(await screen.findByText('Please try again in a moment.')).toBeVisible()
    answerCatalogue([full])
    await userEvent.click(button('Retry'))
    expect(await screen.findByRole('checkbox', { name: /Oct 8/ })).toBeChecked()
  })
})
