import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import type { components } from '@/api/schema'
import { answerCall } from '@/test/calls'
import { renderWithApp } from '@/test/render'
import { answerGet, server, untilAnswered } from '@/test/server'
import { AnswersCard } from './answers-card'
import { QuestionsCard } from './questions-card'

type Asked = components['schemas']['ClassQuestionsOut']

const QUESTIONS = '/api/admin/bootcamps/7/questions'
const asked: Asked = {
  questions: [
    { id: 1, words: 'Your idea?', kind: 'line', answers: 2 },
    { id: 2, words: 'Do you code?', kind: 'yes_no', answers: 0 },
  ],
  canChange: true,
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const words = (place: number) => screen.findByRole('textbox', { name: `Question ${place}` })

describe('the questions in the settings', () => {
  test('are shown with their kind and how many answered', async () => {
    answerGet(QUESTIONS, asked)
    renderWithApp(<QuestionsCard bootcampId={7} />)
    expect(await screen.findByText('Your idea?')).toBeVisible()
    expect(screen.getByText('Short answer · 2 answered')).toBeVisible()
    expect(screen.getByText('Yes or no · no answers yet')).toBeVisible()
  })

  test('are written from nothing, three at most', async () => {
    answerGet(QUESTIONS, { questions: [], canChange: true })
    const saved = answerCall('put', QUESTIONS, asked)
    renderWithApp(<QuestionsCard bootcampId={7} />)
    await press('Edit questions')
    await userEvent.type(await words(1), 'Your idea?')
    await press('Add a question')
    await press('Add a question')
    expect(screen.queryByRole('button', { name: 'Add a question' })).not.toBeInTheDocument()
    await press('Save questions')
    expect(await screen.findAllByText('Write the question or remove it')).toHaveLength(2)
    expect(saved.bodies).toEqual([])
    await press('Remove question 3')
    await press('Remove question 2')
    await press('Save questions')
    await waitFor(() =>
      expect(saved.bodies).toEqual([
        { questions: [{ id: null, words: 'Your idea?', kind: 'line' }], deletesAnswers: false },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('are put in another order by key, and saved in it with their answers', async () => {
    answerGet(QUESTIONS, asked)
    const saved = answerCall('put', QUESTIONS, asked)
    renderWithApp(<QuestionsCard bootcampId={7} />)
    await press('Edit questions')
    await press('Move question 1 down')
    expect(await words(1)).toHaveValue('Do you code?')
    expect(await words(2)).toHaveValue('Your idea?')
    expect(screen.getByText('“Your idea?” is now 2 of 2.')).toBeInTheDocument()
    // Whoever moved it is still there, and at the end there is nowhere further to go.
    const down = screen.getByRole('button', { name: 'Move question 2 down' })
    expect(down).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(await words(2)).toHaveValue('Your idea?')
    await press('Move question 2 up')
    await press('Move question 2 up')
    // Another one in the same place is said anew.
    expect(screen.getByText('“Do you code?” is now 1 of 2.')).toBeInTheDocument()
    expect(await words(1)).toHaveValue('Do you code?')
    await press('Save questions')
    await waitFor(() =>
      expect(saved.bodies).toEqual([
        {
          questions: [
            { id: 2, words: 'Do you code?', kind: 'yes_no' },
            { id: 1, words: 'Your idea?', kind: 'line' },
          ],
          deletesAnswers: false,
        },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('a single question has no other place', async () => {
    answerGet(QUESTIONS, { questions: asked.questions.slice(0, 1), canChange: true })
    renderWithApp(<QuestionsCard bootcampId={7} />)
    await press('Edit questions')
    await words(1)
    expect(screen.queryByRole('button', { name: /^Move question/ })).not.toBeInTheDocument()
    await press('Add a question')
    expect(screen.getByRole('button', { name: 'Move question 2 up' })).toBeVisible()
  })

  test('new words to an answered question are warned about and saved without asking', async () => {
    answerGet(QUESTIONS, asked)
    const saved = answerCall('put', QUESTIONS, asked)
    renderWithApp(<QuestionsCard bootcampId={7} />)
    await press('Edit questions')
    await userEvent.type(await words(1), ' In a sentence')
    expect(await screen.findByText(/2 answers so far, given to the old words/)).toBeVisible()
    await press('Save questions')
    await waitFor(() => expect(saved.bodies).toHaveLength(1))
    expect(saved.bodies[0]).toMatchObject({ deletesAnswers: false })
  })

  test('one with answers is only removed after a question', async () => {
    answerGet(QUESTIONS, asked)
    const saved = answerCall('put', QUESTIONS, asked)
    renderWithApp(<QuestionsCard bootcampId={7} />)
    await press('Edit questions')
    await press('Remove question 1')
    await press('Save questions')
    const ask = await screen.findByRole('alertdialog', { name: 'Delete answers?' })
    expect(within(ask).getByText(/deletes 2 answers from students/)).toBeVisible()
    expect(saved.bodies).toEqual([])
    await press('Delete answers and save')
    await waitFor(() =>
      expect(saved.bodies).toEqual([
        {
          questions: [{ id: 2, words: 'Do you code?', kind: 'yes_no' }],
          deletesAnswers: true,
        },
      ]),
    )
  })

  test('somebody who answered meanwhile is not overlooked', async () => {
    answerGet(QUESTIONS, asked)
    const bodies: unknown[] = []
    server.use(
      http.put(new URL(QUESTIONS, window.location.origin).href, async ({ request }) => {
        bodies.push(await request.json())
        if (bodies.length > 1) return HttpResponse.json(asked)
        const refusal = { code: 'in_use', message: '1 student has answered it.', fields: {} }
        return HttpResponse.json(refusal, { status: 409 })
      }),
    )
    renderWithApp(<QuestionsCard bootcampId={7} />)
    await press('Edit questions')
    await press('Remove question 2')
    await press('Save questions')
    expect(await screen.findByText(/1 student has answered it\./)).toBeVisible()
    await press('Delete answers and save')
    await waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies).toMatchObject([{ deletesAnswers: false }, { deletesAnswers: true }])
  })

  test('a class that has started shows them and changes nothing', async () => {
    answerGet(QUESTIONS, { ...asked, canChange: false })
    renderWithApp(<QuestionsCard bootcampId={7} />)
    expect(await screen.findByText('Your idea?')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Edit questions' })).not.toBeInTheDocument()
  })
})

describe('the answers below the people', () => {
  const ANSWERS = '/api/admin/bootcamps/7/answers'
  const person = (enrollmentId: number, name: string, linkTestedAt: string | null = null) => ({
    enrollmentId,
    purchaseId: enrollmentId,
    name,
    email: `${enrollmentId}@example.test`,
    linkTestedAt,
    answers: [] as { questionId: number; words: string }[],
  })

  test('are listed by person, with whose link is tested', async () => {
    const ada = { ...person(1, 'Ada', '2026-10-09T12:00:00Z') }
    ada.answers = [
      { questionId: 1, words: 'A shop' },
      { questionId: 2, words: 'no' },
    ]
    answerGet(ANSWERS, { questions: asked, attendees: [ada, person(2, 'Bob')] })
    renderWithApp(<AnswersCard bootcampId={7} />)
    const card = within(await screen.findByRole('region', { name: 'Before class' }))
    expect(card.getByText('1 of 2 tested their link · 1 of 2 answered')).toBeVisible()
    expect(card.getByText('A shop')).toBeVisible()
    expect(card.getByText('No')).toBeVisible()
    expect(card.getByText('No answers yet: Bob')).toBeVisible()
    expect(card.getByRole('button', { name: /Export/ })).toBeVisible()
  })

  test('nothing is shown where nothing is asked or tested', async () => {
    const none = { questions: [], canChange: true }
    const got = answerGet(ANSWERS, { questions: none, attendees: [person(1, 'Ada')] })
    renderWithApp(<AnswersCard bootcampId={7} />)
    await waitFor(() => expect(got.times).toBe(1))
    await untilAnswered()
    expect(screen.queryByText(/tested their link/)).not.toBeInTheDocument()
  })
})
