import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import { makeFeedbackPage, makeFeedbackRow } from '@/test/feedback'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet } from '@/test/server'
import { FeedbackSection } from './feedback-section'

const LIST = '/api/admin/feedback'
const act = (name: string) => `/api/admin/feedback/7/${name}`
const low = () => makeFeedbackRow({ score: 3, isShown: false, mayShow: false, needsReply: true })

const show = (address = '/admin/feedback') => renderWithApp(<FeedbackSection />, { at: address })
const button = (name: string) => screen.findByRole('button', { name })

beforeEach(() => {
  answerGet('/api/admin/summary', {})
})

describe('the list', () => {
  test('begins with the average over all answers and how they spread', async () => {
    answerGet(LIST, makeFeedbackPage([makeFeedbackRow()]))
    show()
    expect(await screen.findByText('8.3 of 10')).toBeVisible()
    const spread = screen.getByRole('list', { name: '12 answers by score' })
    expect(within(spread).getAllByRole('listitem')[10]).toHaveTextContent('Score 10: 4 answers')
    expect(screen.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute(
      'href',
      '/admin/users/3',
    )
    expect(screen.getByText('Shown on the site')).toBeVisible()
  })

  test('is narrowed by what is to be done, in its address', async () => {
    answerGet(LIST, makeFeedbackPage([low()]))
    show('/admin/feedback?view=needs_reply')
    expect(await screen.findByText('Needs a reply', { selector: 'li *' })).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Which feedback' })).toHaveTextContent(
      'Needs a reply',
    )
  })

  test('says so while there is none, and when it could not be loaded', async () => {
    answerGet(LIST, { ...makeFeedbackPage([]), total: 0 })
    const { unmount } = show()
    expect(await screen.findByText('No feedback yet')).toBeVisible()
    unmount()
    refuseGet(LIST, 503, 'Away')
    show()
    expect(await screen.findByText("Feedback couldn't be loaded")).toBeVisible()
  })

  test('a deleted account has neither link nor reply', async () => {
    answerGet(LIST, makeFeedbackPage([makeFeedbackRow({ name: '', email: '', userId: null })]))
    show()
    expect(await screen.findByText('Deleted account')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Reply/ })).not.toBeInTheDocument()
  })
})

describe('what is done', () => {
  test('a reply is written in place, with score and words in sight', async () => {
    answerGet(LIST, makeFeedbackPage([low()]))
    const sent = answerCall('post', '/api/admin/people/message', { message: 'Sent', messageId: 1 })
    show()
    await userEvent.click(await button('Reply to Ada Lovelace'))
    const dialog = await screen.findByRole('dialog', { name: 'Email Ada Lovelace' })
    expect(within(dialog).getByText('3')).toBeVisible()
    expect(within(dialog).getByText('Worth every hour.')).toBeVisible()
    expect(within(dialog).getByRole('textbox', { name: /Subject/ })).toHaveValue(
      'Your feedback on Beginner Bootcamp',
    )
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Message/ }), 'Thank you.')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send email' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent.bodies).toEqual([
      expect.objectContaining({
        userId: 3,
        subject: 'Your feedback on Beginner Bootcamp',
        content: 'Thank you.',
      }),
    ])
  })

  test.each([
    ['not_paid', /wasn't paid for/],
    ['not_seen', /no time in the meeting/],
  ] as const)('a review not shown (%s) says why, and is shown once read', async (why, words) => {
    answerGet(LIST, makeFeedbackPage([makeFeedbackRow({ isShown: false, notShownBecause: why })]))
    const shown = answerCall('post', act('show'), makeFeedbackRow())
    show()
    expect(await screen.findByText(words)).toBeVisible()
    await userEvent.click(await button('Show the review by Ada Lovelace on the sales page'))
    await waitFor(() => expect(shown.bodies).toHaveLength(1))
  })

  test.each(['not_allowed', 'no_words', 'seat_ended'] as const)(
    'a review that can never be shown (%s) has no button for it',
    async (notShownBecause) => {
      const row = makeFeedbackRow({ isShown: false, notShownBecause, isCounted: false })
      answerGet(LIST, makeFeedbackPage([row]))
      show()
      expect(await screen.findByText(/^Not shown: /)).toBeVisible()
      expect(screen.getByText(/Not in the average/)).toBeVisible()
      expect(screen.queryByRole('button', { name: /on the sales page/ })).not.toBeInTheDocument()
    },
  )

  test('a low score is marked as done with a way back', async () => {
    answerGet(LIST, makeFeedbackPage([low()]))
    const done = answerCall('post', act('done'), makeFeedbackRow())
    const reopened = answerCall('post', act('reopen'), low())
    show()
    await userEvent.click(await button('Mark the feedback by Ada Lovelace as done'))
    await userEvent.click(await button('Undo'))
    await waitFor(() => expect(reopened.bodies).toHaveLength(1))
    expect(done.bodies).toHaveLength(1)
  })

  test('hiding needs one of the listed reasons', async () => {
    answerGet(LIST, makeFeedbackPage([makeFeedbackRow()]))
    const hidden = answerCall('post', act('hide'), makeFeedbackRow())
    show()
    await userEvent.click(await button('Hide the review by Ada Lovelace'))
    const dialog = await screen.findByRole('dialog')
    const hide = within(dialog).getByRole('button', { name: 'Hide review' })
    expect(hide).toBeDisabled()
    expect(within(dialog).getAllByRole('radio')).toHaveLength(4)
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Off topic' }))
    await userEvent.click(hide)
    await waitFor(() => expect(hidden.bodies).toEqual([{ because: 'off_topic' }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('a refusal is said in the server’s words and the dialog stays', async () => {
    answerGet(LIST, makeFeedbackPage([makeFeedbackRow()]))
    refuseCall('post', act('hide'), 409, "This feedback isn't shown on the site.")
    show()
    await userEvent.click(await button('Hide the review by Ada Lovelace'))
    await userEvent.click(await screen.findByRole('radio', { name: 'Abusive' }))
    await userEvent.click(await button('Hide review'))
    expect(await screen.findByText("This feedback isn't shown on the site.")).toBeVisible()
    expect(screen.getByRole('dialog')).toBeVisible()
  })

  test('a hidden one can be shown again', async () => {
    const hidden = makeFeedbackRow({
      isShown: false,
      hiddenAt: '2026-11-26T12:00:00Z',
      hiddenBecause: 'asked',
      hiddenBy: 'Grace Hopper',
    })
    answerGet(LIST, makeFeedbackPage([hidden]))
    const shown = answerCall('post', act('unhide'), makeFeedbackRow())
    show()
    expect(await screen.findByText(/Hidden by Grace Hopper: asked by the author/)).toBeVisible()
    await userEvent.click(await button('Show the review by Ada Lovelace again'))
    await waitFor(() => expect(shown.bodies).toHaveLength(1))
  })
})
