import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { components } from '@/api/schema'
import { viewerZone } from '@/lib/dates'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import {
  answerPortal,
  findNextSession,
  makeEnrolled,
  makeEnrollment,
  openPortal,
} from '@/test/portal'
import { openApp } from '@/test/render'
import { answerGet } from '@/test/server'

type Session = components['schemas']['JoinPageOut']
type Asked = components['schemas']['OwnAnswersOut']

const TOKEN = '12-3.abc_DEF-9'
const LOOK = '/api/join/look'
const TEST = '/api/join/test-link'
const ANSWER = '/api/join/answers'
const DAYS = 24 * 60
const GETS_IN = 'You can join Thu, Nov 19 from 5:30 PM EST (11:30 PM your time).'
const CLOCKS = 'Clocks change on Nov 1, before this class.'
const STARTED = "The class has started, so your answers can't be changed anymore."

const QUESTIONS: Asked['questions'] = [
  { id: 1, words: 'Your idea?', kind: 'line', answer: '' },
  { id: 2, words: 'What have you tried?', kind: 'text', answer: 'A landing page' },
  { id: 3, words: 'Do you code?', kind: 'yes_no', answer: '' },
]

const asking = (given: Partial<Asked> = {}): Asked => ({
  questions: QUESTIONS,
  canAnswer: true,
  until: '2026-10-11T22:00:00Z',
  ...given,
})

function answered(words: Record<number, string>): Asked {
  return asking({
    questions: QUESTIONS.map((one) => ({ ...one, answer: words[one.id] ?? one.answer })),
  })
}

function makeSession(startsIn: number, given: Partial<Session> = {}): Session {
  const { name, startDate, endDate, timezone, seatNumber, join } = makeEnrolled(startsIn)
  return {
    name,
    startDate,
    endDate,
    timezone,
    seatNumber,
    hasAccount: false,
    join,
    classChange: null,
    linkTest: { testedAt: null, getsIn: GETS_IN, clockNote: '' },
    questions: asking({ questions: [] }),
    ...given,
  }
}

const button = (name: string) => screen.findByRole('button', { name })
const idea = () => screen.findByRole('textbox', { name: 'Your idea?' })

describe('testing the link', () => {
  test('says when it lets in, and one click is the test', async () => {
    const linkTest = { testedAt: null, getsIn: GETS_IN, clockNote: CLOCKS }
    answerCall('post', LOOK, makeSession(3 * DAYS, { linkTest }))
    const tested = answerCall('post', TEST, { ...linkTest, testedAt: '2026-10-09T12:00:01Z' })
    openApp(`/join/${TOKEN}`)
    expect(await screen.findByText(GETS_IN)).toBeVisible()
    expect(screen.getByText(CLOCKS)).toBeVisible()
    expect(screen.queryByText('Your link works.')).not.toBeInTheDocument()
    expect(tested.bodies).toEqual([])
    await userEvent.click(await button('Test your link'))
    expect(await screen.findByText('Your link works.')).toBeVisible()
    expect(tested.bodies).toEqual([{ token: TOKEN, timezone: viewerZone() }])
    expect(screen.queryByRole('button', { name: 'Test your link' })).not.toBeInTheDocument()
    expect(screen.getByText(GETS_IN)).toBeVisible()
  })

  test('once the door is open there is only the way in', async () => {
    answerCall('post', LOOK, makeSession(5))
    openApp(`/join/${TOKEN}`)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Join' })).toBeEnabled())
    expect(screen.queryByText(GETS_IN)).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Test your link' })).not.toBeInTheDocument()
  })

  test('a refusal is said, and the test can be tried again', async () => {
    answerCall('post', LOOK, makeSession(3 * DAYS))
    breakCall('post', TEST)
    openApp(`/join/${TOKEN}`)
    await userEvent.click(await button('Test your link'))
    expect(await screen.findByText(/couldn't be loaded/)).toBeVisible()
    expect(await button('Test your link')).toBeEnabled()
  })

  test('in the portal it is the next session’s', async () => {
    answerPortal([makeEnrollment([makeEnrolled(3 * DAYS)])])
    const tested = answerCall('post', '/api/user/bootcamps/1/test-link', {
      testedAt: '2026-10-09T12:00:01Z',
      getsIn: GETS_IN,
      clockNote: '',
    })
    await openPortal()
    const top = within(await findNextSession())
    await userEvent.click(top.getByRole('button', { name: 'Test your link' }))
    expect(await top.findByText(GETS_IN)).toBeVisible()
    expect(top.getByText('Your link works.')).toBeVisible()
    expect(tested.bodies).toEqual([{ timezone: viewerZone() }])
  })
})

describe('questions behind the private link', () => {
  test('only what changed is sent, and stays on the page', async () => {
    answerCall('post', LOOK, makeSession(3 * DAYS, { questions: asking() }))
    const saved = answerCall('put', ANSWER, answered({ 1: 'A shop', 3: 'no' }))
    openApp(`/join/${TOKEN}`)
    await userEvent.type(await idea(), 'A shop ')
    await userEvent.click(screen.getByRole('radio', { name: 'No' }))
    await userEvent.click(await button('Save answers'))
    expect(await screen.findByText('Answers saved')).toBeVisible()
    expect(saved.bodies).toEqual([
      {
        token: TOKEN,
        answers: [
          { questionId: 1, words: 'A shop' },
          { questionId: 3, words: 'no' },
        ],
      },
    ])
    expect(await idea()).toHaveValue('A shop')
    expect(screen.getByRole('textbox', { name: 'What have you tried?' })).toHaveValue(
      'A landing page',
    )
    await userEvent.clear(await idea())
    expect(screen.queryByText('Answers saved')).not.toBeInTheDocument()
    await userEvent.click(await button('Save answers'))
    await waitFor(() => expect(saved.bodies).toHaveLength(2))
    expect(saved.bodies[1]).toEqual({ token: TOKEN, answers: [{ questionId: 1, words: '' }] })
  })

  test('refused after the start, it says so and what was typed stays', async () => {
    answerCall('post', LOOK, makeSession(3 * DAYS, { questions: asking() }))
    refuseCall('put', ANSWER, 409, STARTED)
    openApp(`/join/${TOKEN}`)
    await userEvent.type(await idea(), 'Long thought about')
    answerCall('post', LOOK, makeSession(-5, { questions: asking({ canAnswer: false }) }))
    await userEvent.click(await button('Save answers'))
    expect(await screen.findByText(STARTED)).toBeVisible()
    // The page has asked again meanwhile.
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save answers' })).toBeDisabled())
    expect(await idea()).toHaveValue('Long thought about')
  })

  test('a field the server refuses is marked, and nothing typed is lost', async () => {
    answerCall('post', LOOK, makeSession(3 * DAYS, { questions: asking() }))
    refuseCall('put', ANSWER, 422, 'Please check the highlighted fields.', {
      'answers.0.words': 'Must be a single line of text',
    })
    openApp(`/join/${TOKEN}`)
    await userEvent.type(await idea(), 'A shop')
    await userEvent.click(await button('Save answers'))
    expect(await screen.findByText('Must be a single line of text')).toBeVisible()
    expect(await idea()).toBeInvalid()
    expect(await idea()).toHaveValue('A shop')
  })

  test('once the class has started they are only read', async () => {
    const questions = { ...answered({ 3: 'yes' }), canAnswer: false }
    answerCall('post', LOOK, makeSession(-5, { questions }))
    openApp(`/join/${TOKEN}`)
    expect(await screen.findByText('A landing page')).toBeVisible()
    expect(screen.getByText('Yes')).toBeVisible()
    expect(screen.getByText('No answer')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save answers' })).not.toBeInTheDocument()
  })
})

describe('questions in the portal', () => {
  const OWN = '/api/user/bootcamps/1/answers'

  test('are asked on the card of a bootcamp that has some', async () => {
    answerPortal([makeEnrollment([makeEnrolled(3 * DAYS, { hasQuestions: true })])])
    answerGet(OWN, asking())
    const saved = answerCall('put', OWN, answered({ 1: 'A shop' }))
    await openPortal()
    await userEvent.type(await idea(), 'A shop')
    await userEvent.click(await button('Save answers'))
    expect(await screen.findByText('Answers saved')).toBeVisible()
    expect(saved.bodies).toEqual([{ answers: [{ questionId: 1, words: 'A shop' }] }])
    expect(await idea()).toHaveValue('A shop')
  })

  test('are not asked for where there are none', async () => {
    answerPortal([makeEnrollment([makeEnrolled(3 * DAYS)])])
    const asked = answerGet(OWN, asking())
    await openPortal()
    await findNextSession()
    expect(screen.queryByText(/Questions from your instructor/)).not.toBeInTheDocument()
    expect(asked.times).toBe(0)
  })
})
