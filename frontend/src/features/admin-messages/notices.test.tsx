import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { components } from '@/api/schema'
import { answerCall, refuseCall } from '@/test/calls'
import { pick } from '@/test/forms'
import { failToRefresh, renderWithApp } from '@/test/render'
import { answerGet, refuseGet } from '@/test/server'
import { Notices } from './notices'

const PATH = '/api/admin/notices'
type Pace = components['schemas']['NoticePace']

const notices = (sale: Pace): components['schemas']['NoticesOut'] => ({
  choices: [
    { kind: 'sale', name: 'Sale', explains: 'Someone has paid for a seat.', pace: sale },
    { kind: 'dispute', name: 'Dispute', explains: 'A bank has opened one.', pace: 'at_once' },
  ],
  email: 'olga@example.test',
  digestHour: 7,
  timezone: 'America/New_York',
})

test('each kind shows its pace, and a choice is kept at once', async () => {
  answerGet(PATH, notices('off'))
  const { bodies } = answerCall('put', PATH, notices('digest'))
  renderWithApp(<Notices />)
  const list = await screen.findByRole('list', { name: 'Notices' })
  const [sale, dispute] = within(list).getAllByRole('listitem')
  expect(sale).toHaveTextContent(/Sale.*Off/)
  expect(dispute).toHaveTextContent(/Dispute.*Immediately/)
  expect(screen.getByText(/olga@example.test.*7:00 AM New York time/)).toBeVisible()
  answerGet(PATH, notices('digest'))
  await pick('Notice: Sale', 'Morning digest')
  expect(await screen.findByText('Notices saved')).toBeVisible()
  expect(bodies).toEqual([{ kind: 'sale', pace: 'digest' }])
  await waitFor(() => expect(sale).toHaveTextContent(/Sale.*Morning digest/))
})

test('what could not be kept goes back to what it was, and says so', async () => {
  answerGet(PATH, notices('off'))
  refuseCall('put', PATH, 503, 'We are briefly away.')
  renderWithApp(<Notices />)
  await screen.findByRole('list', { name: 'Notices' })
  await pick('Notice: Sale', 'Immediately')
  expect(await screen.findByText('Failed to save your notices')).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('Notice: Sale')).toHaveTextContent('Off'))
})

test('says when they could not be loaded', async () => {
  refuseGet(PATH, 503, 'We are briefly away.')
  renderWithApp(<Notices />)
  expect(await screen.findByText("Your notices couldn't be loaded")).toBeVisible()
  answerGet(PATH, notices('off'))
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('list', { name: 'Notices' })).toBeVisible()
})

test('stay when a refresh fails', async () => {
  answerGet(PATH, notices('off'))
  renderWithApp(<Notices />)
  await screen.findByRole('list', { name: 'Notices' })
  await failToRefresh()
  expect(screen.getByRole('list', { name: 'Notices' })).toBeVisible()
})
