import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { makeCertificate, makeProgress } from '@/test/billing'
import { answerCall, refuseCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, signIn } from '@/test/server'
import { BootcampProgress } from './bootcamp-progress'

const PROGRESS = '/api/user/bootcamps/3/progress'
const ISSUE = '/api/user/bootcamps/3/certificate'

async function show(given: Parameters<typeof makeProgress>[0] = {}) {
  signIn(makeUser())
  answerGet(PROGRESS, makeProgress(given))
  const app = renderWithApp(<BootcampProgress bootcampId={3} bootcampName="Beginner Bootcamp" />)
  await waitFor(() =>
    expect(
      screen.getByRole('region', { name: 'Your progress in Beginner Bootcamp' }),
    ).toBeVisible(),
  )
  return app
}

const earned = { attended: true, hasEnded: true, canHaveCertificate: true }
const get = () => screen.getByRole('button', { name: 'Get your certificate' })

test('counts what was opened, with the session still to come', async () => {
  await show()
  expect(screen.getByRole('progressbar')).toHaveAccessibleName('2 of 5 resources opened')
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
  expect(screen.queryByText(/attended/)).not.toBeInTheDocument()
  expect(screen.getByRole('region', { name: /^Your progress/ }).children).toHaveLength(1)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

test('has no bar where there is nothing to open', async () => {
  await show({ resourcesOpened: 0, resourcesTotal: 0, hasEnded: true })
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
})

test('counts nothing of a class that is over where nothing was opened', async () => {
  await show({ resourcesOpened: 0, attended: true, hasEnded: true })
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
})

test('tells a session attended from one that was missed', async () => {
  const { unmount } = await show({ attended: true, hasEnded: true })
  expect(screen.getByText('Session attended')).toBeVisible()
  unmount()
  await show({ attended: false, hasEnded: true })
  expect(screen.getByText('Session missed')).toBeVisible()
})

test('says in minutes why there is no certificate', async () => {
  const words = "You were there for 31 of 120 minutes; this class's certificate needs at least 60."
  await show({ attended: true, hasEnded: true, certificateRefusal: words })
  expect(screen.getByText(words)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Get your certificate' })).not.toBeInTheDocument()
})

test('issues a certificate after asking whether the name is right', async () => {
  const { router } = await show(earned)
  const { bodies } = answerCall('post', ISSUE, makeCertificate())
  await userEvent.click(get())
  expect(await screen.findByText('Ada Lovelace')).toBeVisible()
  expect(screen.queryByText(/money-back guarantee/)).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(bodies).toEqual([])
  await userEvent.click(get())
  await userEvent.click(await screen.findByRole('button', { name: 'Issue certificate' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/certificates/ABCDEFGHJKLM'))
  expect(bodies).toEqual([null])
})

test('warns that a guarantee still in force ends with it', async () => {
  await show({ ...earned, endsRefund: true })
  await userEvent.click(get())
  expect(
    await screen.findByText(/Your money-back guarantee still covers this purchase/),
  ).toBeVisible()
})

test('says in the words of the server why there is none', async () => {
  await show(earned)
  refuseCall('post', ISSUE, 409, 'Your certificate waits for you here once the bootcamp has ended.')
  await userEvent.click(get())
  await userEvent.click(await screen.findByRole('button', { name: 'Issue certificate' }))
  await waitFor(() => expect(screen.getByText(/once the bootcamp has ended/)).toBeVisible())
})

test('leads to the certificate that was issued', async () => {
  await show({ ...earned, canHaveCertificate: false, certificate: makeCertificate() })
  expect(screen.getByRole('link', { name: 'View certificate' })).toHaveAttribute(
    'href',
    '/certificates/ABCDEFGHJKLM',
  )
})

test('stays away when it could not be loaded', async () => {
  signIn(makeUser())
  const asked = refuseGet(PROGRESS, 503, 'Briefly away.')
  renderWithApp(<BootcampProgress bootcampId={3} bootcampName="Beginner Bootcamp" />)
  await waitFor(() => expect(asked.times).toBe(1))
  await waitFor(() => expect(screen.queryByText('Loading your progress')).not.toBeInTheDocument())
  expect(
    screen.queryByRole('region', { name: 'Your progress in Beginner Bootcamp' }),
  ).not.toBeInTheDocument()
})
