import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet } from '@/test/server'
import { ComingClasses } from './coming-classes'

const coming = {
  bootcampId: 7,
  name: 'Beginner Bootcamp',
  startsAt: '2099-10-08T22:00:00Z',
  timezone: 'America/New_York',
  worst: 'red',
  red: 1,
  amber: 2,
  green: 30,
  firstReason: "There's no meeting and no link",
}

test('each class says in words how it stands and why, and leads to its board', async () => {
  answerGet('/api/admin/readiness', [
    coming,
    { ...coming, bootcampId: 8, name: 'Second', worst: 'green', red: 0, amber: 0, firstReason: '' },
  ])
  renderWithApp(<ComingClasses />)
  const first = await screen.findByRole('link', { name: /Beginner Bootcamp · Thu, Oct 8/ })
  expect(first).toHaveAttribute('href', '/admin/bootcamps/7/readiness')
  expect(first).toHaveTextContent("Not ready: There's no meeting and no link · 1 problem")
  expect(screen.getByRole('link', { name: /Second/ })).toHaveTextContent('Ready')
})

test('nothing stands there while no class is coming', async () => {
  answerGet('/api/admin/readiness', [])
  renderWithApp(<ComingClasses />)
  const name = 'Are the coming classes ready?'
  expect(screen.getByRole('region', { name })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name })).not.toBeInTheDocument())
})

test('a failure is said and can be tried again', async () => {
  refuseGet('/api/admin/readiness', 503, 'We are briefly away.')
  renderWithApp(<ComingClasses />)
  expect(await screen.findByText('We are briefly away.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})
