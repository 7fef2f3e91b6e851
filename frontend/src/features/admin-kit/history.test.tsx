import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DeskRights } from '@/session/rights'
import { renderWithApp } from '@/test/render'
import { answerGet } from '@/test/server'
import { HistoryCard } from './history'

const entry = {
  id: 1,
  createdAt: '2026-11-19T21:46:00Z',
  actorId: 5,
  actor: 'Ada Lovelace',
  actingAsId: null,
  actingAs: '',
  action: 'Changed bootcamp',
  subjectType: 'bootcamp',
  subjectId: '7',
  subject: 'Beginner Bootcamp',
  details: { Now: 'Price: $380.00', Before: 'Price: $480.00', Changed: 'price' },
  requestId: '',
}

test('says who changed what and when, on the clock of the desk', async () => {
  answerGet('/api/admin/audit', { rows: [entry], total: 30, totalIsExact: true })
  renderWithApp(<HistoryCard kind="bootcamp" id={7} />)
  expect(await screen.findByText('Changed bootcamp')).toBeVisible()
  expect(screen.getByText('Price: $480.00 → $380.00')).toBeVisible()
  expect(screen.getByText(/Ada Lovelace/)).toHaveTextContent('Nov 19, 2026, 4:46 PM EST')
  expect(screen.getByRole('link', { name: 'See all in the audit log' })).toHaveAttribute(
    'href',
    '/admin/audit?subjectType=bootcamp&subjectId=7',
  )
})

test('is there only for those who may read the audit log', () => {
  renderWithApp(
    <DeskRights value={['desk']}>
      <HistoryCard kind="bootcamp" id={7} />
    </DeskRights>,
  )
  expect(screen.queryByRole('region', { name: 'History' })).not.toBeInTheDocument()
})

test('names what changed where the values before are not kept', async () => {
  const details = { Changed: 'name, price' }
  answerGet('/api/admin/audit', { rows: [{ ...entry, details }], total: 1, totalIsExact: true })
  renderWithApp(<HistoryCard kind="bootcamp" id={7} />)
  expect(await screen.findByText('Changed: name, price')).toBeVisible()
})
