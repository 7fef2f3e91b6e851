import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, http } from 'msw'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatViewerRange, viewerZone } from '@/lib/dates'
import { makeAdminBootcamp, makeAttendee, makeCohortMoney } from '@/test/admin-catalogue'
import { answerCall } from '@/test/calls'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { BootcampDetailPage } from './bootcamp-detail-page'

afterEach(() => vi.restoreAllMocks())

const BOOTCAMP = '/api/admin/bootcamps/7'
const bootcamp = makeAdminBootcamp({ id: 7 })
type Bootcamp = typeof bootcamp
type Person = ReturnType<typeof makeAttendee>

function openAt(at: string) {
  return renderWithApp(
    <Routes>
      <Route path="/admin/bootcamps/:id/:tab?" element={<BootcampDetailPage titleId="title" />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    { at },
  )
}

/** What the panel to write to attendees asks for. */
function answerMessages() {
  const nobody = { recipients: [], leftOut: [] }
  answerGet(`${BOOTCAMP}/recipients`, { email: nobody, sms: nobody })
  answerGet(`${BOOTCAMP}/messages`, [])
}

async function open(given: Partial<Bootcamp> = {}, attendees: Person[] = [], tab = '') {
  answerGet(BOOTCAMP, { ...bootcamp, ...given })
  answerGet(`${BOOTCAMP}/attendees`, attendees)
  answerGet(`${BOOTCAMP}/resources`, [])
  answerGet(`${BOOTCAMP}/money`, makeCohortMoney())
  answerMessages()
  const app = openAt(`/admin/bootcamps/7${tab && `/${tab}`}`)
  await screen.findByRole('heading', { level: 2, name: given.name ?? bootcamp.name })
  return app
}

const fact = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling
const region = (name: string | RegExp) => within(screen.getByRole('region', { name }))

describe('the facts', () => {
  test('say what it is, when, where the clock stands, for how much and how full', async () => {
    await open({ enrolled: 3, availableSeats: 16, price: '995.50' })
    expect(screen.getByText('Active')).toBeVisible()
    expect(screen.getByText('Build · Step 1')).toBeVisible()
    expect(fact('Schedule')).toHaveTextContent('Thu, Oct 8 at 6:00 PM – 9:00 PM EDT')
    expect(fact('Price')).toHaveTextContent('$995.50')
    expect(fact('Capacity')).toHaveTextContent('3 / 20 enrolled')
    expect(fact('Capacity')).toHaveTextContent('16 available')
    await userEvent.click(screen.getByRole('link', { name: 'Settings' }))
    expect(await screen.findByText('From an idea to something that works')).toBeVisible()
    expect(screen.getByText('Three live hours in a small group.')).toBeVisible()
    expect(fact('Timezone')).toHaveTextContent('America/New York')
  })

  test('show an archived one, and a type at an unusual step', async () => {
    await open({ status: 'archived', bootcampType: 'Market', step: 2 })
    expect(screen.getByText('Archived')).toBeVisible()
    expect(screen.getByText('Market · Step 2')).toBeVisible()
    expect(screen.queryByText('Active')).not.toBeInTheDocument()
  })

  test("add the viewer's own time where the clocks differ", async () => {
    const timezone = viewerZone() === 'Pacific/Auckland' ? 'UTC' : 'Pacific/Auckland'
    await open({ timezone })
    const yourTime = formatViewerRange(bootcamp.startDate, bootcamp.endDate, timezone, viewerZone())
    expect(yourTime).not.toBeNull()
    expect(fact('Schedule')).toHaveTextContent(`${yourTime} your time`)
  })

  test('leave the second line out where the clocks agree', async () => {
    await open({ timezone: viewerZone() })
    expect(fact('Schedule')).not.toHaveTextContent('your time')
  })
})

describe('the way back', () => {
  test('leads to the list', async () => {
    const { router } = await open()
    await userEvent.click(screen.getByRole('link', { name: 'Back to Bootcamps' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/bootcamps'))
  })
})

describe('the meeting', () => {
  const HOST_LINK = `${BOOTCAMP}/host-link`
  const zoomed = {
    zoomMeetingId: '812',
    zoomJoinUrl: 'https://zoom.example.test/j/1',
    zoomRegistrationUrl: 'https://zoom.example.test/r/1',
    meetingState: 'ready',
  } as const

  const openMeeting = (given: Partial<Bootcamp>) => open(given, [], 'meeting')

  function fakeTab() {
    const tab = { opener: {}, close: vi.fn(), location: { replace: vi.fn() } }
    const opened = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    return { tab, opened }
  }

  test('has its three ways in, the host link for admins only', async () => {
    await openMeeting(zoomed)
    const meeting = region('Meeting')
    const links = meeting.getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Join Meeting', 'https://zoom.example.test/j/1'],
      ['Registration URL', 'https://zoom.example.test/r/1'],
    ])
    for (const link of links) {
      expect(link).toHaveAttribute('target', '_blank')
      expect(link).toHaveAttribute('rel', 'noreferrer')
    }
    const host = meeting.getByRole('button', { name: 'Start as Host' })
    expect(host).toHaveAccessibleDescription('Admin only')
    expect(links[0]).not.toHaveAccessibleDescription()
    expect(meeting.queryByText('No meeting found')).not.toBeInTheDocument()
  })

  test('is started with a link fetched at the click, in a tab that cannot look back', async () => {
    const { tab, opened } = fakeTab()
    const asked = answerGet(HOST_LINK, { url: 'https://zoom.example.test/s/1?zak=fresh' })
    await openMeeting(zoomed)
    expect(asked.times).toBe(0)
    await userEvent.click(screen.getByRole('button', { name: 'Start as Host' }))
    expect(opened).toHaveBeenCalledWith('about:blank', '_blank')
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledWith('https://zoom.example.test/s/1?zak=fresh'),
    )
    expect(tab.opener).toBeNull()
    expect(asked.times).toBe(1)
  })

  test('that cannot be started says why and closes the empty tab', async () => {
    const { tab } = fakeTab()
    refuseGet(HOST_LINK, 502, 'Zoom is not answering. Please try again in a moment.')
    await openMeeting(zoomed)
    await userEvent.click(screen.getByRole('button', { name: 'Start as Host' }))
    await screen.findByText('Zoom is not answering. Please try again in a moment.')
    expect(tab.close).toHaveBeenCalledOnce()
    expect(tab.location.replace).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Start as Host' })).toBeEnabled()
  })

  test('never follows something that is no address', async () => {
    const { tab } = fakeTab()
    answerGet(HOST_LINK, { url: 'javascript:alert(1)' })
    await openMeeting(zoomed)
    await userEvent.click(screen.getByRole('button', { name: 'Start as Host' }))
    await waitFor(() => expect(tab.close).toHaveBeenCalledOnce())
    expect(tab.location.replace).not.toHaveBeenCalled()
  })

  test('with a pasted host link is started the same way', async () => {
    const { tab } = fakeTab()
    answerGet(HOST_LINK, { url: 'https://zoom.example.test/s/1' })
    await openMeeting({ zoomStartUrl: 'https://zoom.example.test/s/1', meetingState: 'pasted' })
    await userEvent.click(screen.getByRole('button', { name: 'Start as Host' }))
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledOnce())
  })

  test('is said to be on its way, and shown once it is there', async () => {
    await openMeeting({ meetingState: 'coming' })
    expect(
      screen.getByText('The meeting is being created. Its links will appear here in a moment.'),
    ).toBeVisible()
    expect(screen.queryByText('No meeting found')).not.toBeInTheDocument()
    answerGet(BOOTCAMP, { ...bootcamp, ...zoomed })
    await waitFor(() => expect(screen.getByText('Join Meeting')).toBeVisible(), { timeout: 15_000 })
    expect(screen.queryByText(/is being created/)).not.toBeInTheDocument()
  }, 30_000)

  test.each([
    ['', "The meeting couldn't be created yet."],
    ['812', "The meeting couldn't be changed yet."],
  ])('that fails says so and is tried again on request', async (zoomMeetingId, words) => {
    const sent = answerCall('post', `${BOOTCAMP}/meeting`, { message: 'Trying again now.' })
    await openMeeting({ meetingState: 'failing', zoomMeetingId })
    expect(screen.getByText(words)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Trying again')
    expect(sent.bodies).toHaveLength(1)
  })

  test('that is over says when it ended', async () => {
    await openMeeting({ ...zoomed, meetingEndedAt: '2026-01-05T21:30:00Z' })
    expect(screen.getByText(/^Ended Jan 5/)).toBeVisible()
  })

  test('says when there is none', async () => {
    await openMeeting({})
    const meeting = region('Meeting')
    expect(meeting.getByText('No meeting found')).toBeVisible()
    expect(meeting.queryByRole('link')).not.toBeInTheDocument()
  })

  test('is joined through a session link that was typed in', async () => {
    await openMeeting({ sessionUrl: 'https://meet.example.test/abc' })
    const links = region('Meeting').getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Join Meeting', 'https://meet.example.test/abc'],
    ])
  })
})

describe('the attendees', () => {
  test('are listed with name, e-mail, standing, package and date', async () => {
    const ada = makeAttendee({
      name: 'Ada Lovelace',
      email: 'ada@example.test',
      isBundle: true,
      registeredAt: '2026-04-02T12:00:00Z',
    })
    const grace = makeAttendee({ user: null, isGuest: true })
    await open({}, [ada, { ...grace, purchase: { ...grace.purchase, id: 71 } }])
    const [first, second] = await region(/^Registered Attendees/).findAllByRole('listitem')
    expect(first).toHaveTextContent('Ada LovelaceMemberBundle Purchaseada@example.testApr 2, 2026')
    expect(second).toHaveTextContent('Grace HopperGuestgrace@example.testMar 2, 2026')
    expect(
      screen.getByRole('heading', { level: 3, name: 'Registered Attendees (2)' }),
    ).toBeVisible()
  })

  test('can be written to once there are any', async () => {
    await open({}, [makeAttendee({})], 'messages')
    expect(await screen.findByRole('region', { name: 'Message Attendees' })).toBeVisible()
  })

  test('are none at first', async () => {
    await open()
    expect(await screen.findByText('No attendees registered yet')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Registered Attendees' })).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Messages' }))
    expect(await screen.findByText('Nobody to write to yet')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Message Attendees' })).not.toBeInTheDocument()
  })

  test('show a full house, and the rest when asked', async () => {
    const crowd = Array.from({ length: 25 }, (_, id) => {
      const attendee = makeAttendee({ name: `Guest ${id}` })
      return { ...attendee, purchase: { ...attendee.purchase, id } }
    })
    await open({}, crowd)
    const people = region(/^Registered Attendees/)
    expect(await people.findAllByRole('listitem')).toHaveLength(20)
    await userEvent.click(people.getByRole('button', { name: 'Show all 25' }))
    expect(people.getAllByRole('listitem')).toHaveLength(25)
    expect(people.queryByRole('button', { name: /^Show all/ })).not.toBeInTheDocument()
  })

  test('can be asked for again after a failure', async () => {
    answerGet(BOOTCAMP, bootcamp)
    refuseGet(`${BOOTCAMP}/attendees`, 503, 'We are briefly away.')
    answerGet(`${BOOTCAMP}/money`, makeCohortMoney())
    openAt('/admin/bootcamps/7')
    expect(await screen.findByText("Attendees couldn't be loaded")).toBeVisible()
    expect(screen.getByText('We are briefly away.')).toBeVisible()
    answerGet(`${BOOTCAMP}/attendees`, [makeAttendee()])
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Grace Hopper')).toBeVisible()
  })
})

describe('the states of the page', () => {
  test('hold the place while loading, with the way back', () => {
    server.use(http.get(`*${BOOTCAMP}`, () => delay('infinite')))
    openAt('/admin/bootcamps/7')
    expect(screen.getByText('Loading bootcamp')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Back to Bootcamps' })).toBeVisible()
  })

  test('hold the place of people and material', async () => {
    answerGet(BOOTCAMP, bootcamp)
    server.use(http.get(`*${BOOTCAMP}/*`, () => delay('infinite')))
    openAt('/admin/bootcamps/7')
    await screen.findByText('Loading attendees')
    for (const [tab, words] of [
      ['Messages', 'Loading attendees'],
      ['Resources', 'Loading resources'],
      ['Prices', 'Loading the prices'],
      ['Money', 'Loading the figures'],
    ] as const) {
      await userEvent.click(screen.getByRole('link', { name: tab }))
      await screen.findByText(words)
    }
  })

  test('say "Bootcamp not found" to a 404', async () => {
    refuseGet(BOOTCAMP, 404, 'Bootcamp not found')
    openAt('/admin/bootcamps/7')
    expect(await screen.findByText('Bootcamp not found')).toBeVisible()
    expect(screen.getByRole('link', { name: 'All bootcamps' })).toHaveAttribute(
      'href',
      '/admin/bootcamps',
    )
  })

  test('say so at an address that is no tab of it', async () => {
    openAt('/admin/bootcamps/7/secrets')
    expect(await screen.findByText('Bootcamp not found')).toBeVisible()
  })

  test.each(['abc', '0', '-3', '1.5', '99999999999999999999'])(
    'say so without asking the server for number %s',
    async (id) => {
      openAt(`/admin/bootcamps/${id}`)
      expect(await screen.findByText('Bootcamp not found')).toBeVisible()
    },
  )

  test('say "Error loading bootcamp" and try again', async () => {
    refuseGet(BOOTCAMP, 500, '')
    openAt('/admin/bootcamps/7')
    expect(await screen.findByText('Error loading bootcamp')).toBeVisible()
    answerGet(BOOTCAMP, bootcamp)
    answerGet(`${BOOTCAMP}/attendees`, [])
    answerGet(`${BOOTCAMP}/money`, makeCohortMoney())
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: bootcamp.name })).toBeVisible()
  })
})
