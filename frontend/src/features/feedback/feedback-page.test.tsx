import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { makeFeedback, makeGiven } from '@/test/feedback'
import { openApp } from '@/test/render'

const LOOK = '/api/feedback/look'
const GIVE = '/api/feedback'

const open = (search = '') => openApp(`/feedback/token${search}`)
const send = () => screen.getByRole('button', { name: 'Send feedback' })
const scale = () =>
  screen.findByRole('radiogroup', {
    name: 'How likely are you to recommend this class to a friend?',
  })
const score = async (value: number) =>
  within(await scale()).getByRole('radio', { name: new RegExp(`^${value}(,|$)`) })
const words = () => screen.getByRole('textbox', { name: 'What should we know?' })
const mayShow = () => screen.getByRole('checkbox', { name: 'You may show this with my first name' })

beforeEach(() => sessionStorage.clear())

describe('giving feedback', () => {
  test('takes a score, words and a yes, and shows what was said', async () => {
    const looked = answerCall('post', LOOK, makeFeedback())
    const given = answerCall('post', GIVE, makeFeedback({ isOpen: false, given: makeGiven() }))
    open()
    await userEvent.click(await score(9))
    await userEvent.type(words(), 'Worth every hour.')
    await userEvent.click(mayShow())
    expect(mayShow()).toHaveAccessibleDescription(/^On our website as “Ada”, with the class/)
    await userEvent.click(send())
    const thanks = await screen.findByRole('heading', { level: 2, name: 'Thank you' })
    expect(thanks).toHaveFocus()
    expect(given.bodies).toEqual([
      { token: 'token', score: 9, words: 'Worth every hour.', mayShow: true },
    ])
    expect(looked.bodies).toEqual([{ token: 'token' }])
    expect(screen.getByText('9 out of 10')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send feedback' })).not.toBeInTheDocument()
  })

  test('a score picked in the email is filled in and not sent', async () => {
    answerCall('post', LOOK, makeFeedback())
    const given = answerCall('post', GIVE, makeFeedback())
    open('?score=10')
    expect(await score(10)).toBeChecked()
    expect(given.bodies).toEqual([])
  })

  test.each(['?score=11', '?score=-1', '?score=1e1', '?score=', '?score=x'])(
    'an address with %s picks nothing',
    async (search) => {
      answerCall('post', LOOK, makeFeedback())
      open(search)
      for (const radio of within(await scale()).getAllByRole('radio')) {
        expect(radio).not.toBeChecked()
      }
    },
  )

  test('the scale is worked by the arrow keys', async () => {
    answerCall('post', LOOK, makeFeedback())
    open('?score=6')
    ;(await score(6)).focus()
    // Held as a person holds it: the choice follows the focus in the next moment.
    await userEvent.keyboard('{ArrowRight>}')
    await waitFor(async () => expect(await score(7)).toBeChecked())
    expect(await score(7)).toHaveFocus()
  })

  test('without a score it says what is missing, and without a name it promises none', async () => {
    answerCall('post', LOOK, makeFeedback({ firstName: '' }))
    const given = answerCall('post', GIVE, makeFeedback())
    open()
    await scale()
    expect(mayShow()).toHaveAccessibleDescription(/^On our website, with the class/)
    await userEvent.click(send())
    expect(screen.getByText('Pick a score from 0 to 10')).toBeVisible()
    expect(given.bodies).toEqual([])
  })

  test('offline, what was typed stays, even through a reload', async () => {
    answerCall('post', LOOK, makeFeedback())
    breakCall('post', GIVE)
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    const { unmount } = open()
    await userEvent.click(await score(3))
    await userEvent.type(words(), 'Too fast for me.')
    online.mockReturnValue(false)
    await userEvent.click(send())
    expect(await screen.findByText(/You seem to be offline.*What you wrote is kept/)).toBeVisible()
    expect(words()).toHaveValue('Too fast for me.')
    online.mockRestore()
    unmount()
    const given = answerCall('post', GIVE, makeFeedback({ given: makeGiven({ score: 3 }) }))
    // A score in the address is older than what was picked here.
    open('?score=10')
    expect(await score(3)).toBeChecked()
    expect(words()).toHaveValue('Too fast for me.')
    await userEvent.click(send())
    await screen.findByRole('heading', { level: 2, name: 'Thank you' })
    expect(given.bodies).toHaveLength(1)
    expect(sessionStorage).toHaveLength(0)
  })

  test('answered in another tab meanwhile, the page shows that answer', async () => {
    answerCall('post', LOOK, makeFeedback())
    open('?score=2')
    await scale()
    answerCall('post', LOOK, makeFeedback({ isOpen: false, given: makeGiven() }))
    refuseCall('post', GIVE, 409, "You've already given your feedback on this class.")
    await userEvent.click(send())
    expect(
      await screen.findByRole('heading', { level: 2, name: 'You gave your feedback' }),
    ).toBeVisible()
    expect(screen.getByText('Worth every hour.')).toBeVisible()
  })
})

describe('when there is nothing to give', () => {
  test('an earlier answer is shown and cannot be changed', async () => {
    answerCall('post', LOOK, makeFeedback({ isOpen: false, given: makeGiven({ mayShow: false }) }))
    open('?score=0')
    await screen.findByRole('heading', { level: 2, name: 'You gave your feedback' })
    expect(screen.getByText('On Nov 25, 2026. It can be given once.')).toBeVisible()
    expect(screen.getByText(/^Not shown\./)).toBeVisible()
    expect(screen.queryByRole('radiogroup')).not.toBeInTheDocument()
  })

  test('an expired link says until when it worked', async () => {
    answerCall('post', LOOK, makeFeedback({ isOpen: false }))
    open()
    await screen.findByRole('heading', { level: 2, name: 'The time for feedback is over' })
    expect(screen.getByText(/until Dec 24, 2026/)).toBeVisible()
  })

  test('signed in as another, it says whose link it is', async () => {
    answerCall('post', LOOK, makeFeedback({ isAnotherReader: true }))
    open()
    await screen.findByRole('heading', { level: 2, name: "You're signed in as someone else" })
    expect(screen.getByText(/This link was sent to Ada\./)).toBeVisible()
    expect(screen.queryByRole('radiogroup')).not.toBeInTheDocument()
  })

  test('a dead link says so', async () => {
    refuseCall('post', LOOK, 404, "This link doesn't work.")
    open()
    await waitFor(() =>
      expect(
        screen.getByRole('heading', { level: 1, name: "This link doesn't work" }),
      ).toBeVisible(),
    )
    expect(screen.getByRole('link', { name: 'Open your portal' })).toBeVisible()
  })

  test('a server that is away is asked again', async () => {
    breakCall('post', LOOK)
    open()
    const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5000 })
    answerCall('post', LOOK, makeFeedback())
    await userEvent.click(again)
    expect(await scale()).toBeVisible()
  })
})
