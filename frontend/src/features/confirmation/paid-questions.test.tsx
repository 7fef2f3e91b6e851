import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import { answerLastPurchase, makePurchase, makePurchaseAnswer } from '@/test/purchases'
import { openApp } from '@/test/render'
import { answerGet } from '@/test/server'

const LOOK = '/api/purchase-questions/look'
const asked = (answer: string) => ({
  questions: [{ id: 1, words: 'Your idea?', kind: 'line', answer }],
  canAnswer: true,
  until: '2026-10-11T22:00:00Z',
})

beforeEach(() => {
  answerGet('/api/auth/methods', { openid: false, openidName: '', google: false })
  answerGet('/api/check-user-exists/guest%40example.test', { exists: false })
  answerLastPurchase(makePurchaseAnswer())
})

test('whoever has just paid can answer the instructor at once', async () => {
  const looked = answerCall('post', LOOK, [
    { name: 'Beginner Bootcamp', token: 'e1-0.x', questions: asked('') },
  ])
  const saved = answerCall('put', '/api/join/answers', asked('A shop'))
  openApp('/confirmation?direct_success=true')
  const idea = await screen.findByRole('textbox', { name: 'Your idea?' })
  await userEvent.type(idea, 'A shop')
  await userEvent.click(screen.getByRole('button', { name: 'Save answers' }))
  expect(await screen.findByText('Answers saved')).toBeVisible()
  expect(looked.bodies).toEqual([{ purchaseId: makePurchase().id }])
  expect(saved.bodies).toEqual([{ token: 'e1-0.x', answers: [{ questionId: 1, words: 'A shop' }] }])
  expect(screen.getByRole('textbox', { name: 'Your idea?' })).toHaveValue('A shop')
})

test('a browser that cannot prove the purchase shows the page without them', async () => {
  refuseCall('post', LOOK, 404, "We can't tell that this purchase is yours.")
  openApp('/confirmation?direct_success=true')
  expect(await screen.findByRole('heading', { name: 'What happens next' })).toBeVisible()
  expect(screen.queryByText(/instructor/)).not.toBeInTheDocument()
  expect(screen.queryByText(/can't tell/)).not.toBeInTheDocument()
})
