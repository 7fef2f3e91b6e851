import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answerCall } from '@/test/calls'
import {
  BEGINNER,
  CARD_FORM,
  fillIn,
  makePurchase,
  packageBox,
  resetCheckout,
} from '@/test/checkout'
import { makeUser } from '@/test/makers'
import { makeEnrolled, makeEnrollment } from '@/test/portal'
import { openApp } from '@/test/render'
import { answerGet, signIn } from '@/test/server'

test('the portal shows what was bought a moment after it was looked at', async () => {
  resetCheckout()
  answerCall('post', '/api/checkout/hold', { heldUntil: null })
  answerCall('post', '/api/complete-purchase', makePurchase())
  answerGet('/api/auth/methods', { openid: false, openidName: '', google: false })
  signIn(makeUser())
  const { router } = openApp('/portal')
  await userEvent.click(await screen.findByRole('link', { name: 'Choose your bootcamp' }))
  await userEvent.click(await packageBox(BEGINNER))
  fillIn()
  await screen.findByText(CARD_FORM)
  await userEvent.click(screen.getByRole('checkbox', { name: /I accept the terms of service/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Pay $995.00' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/confirmation'))

  answerGet('/api/user/bootcamps/1/resources', [])
  answerGet('/api/user/upgrades', [])
  answerGet('/api/user/purchases', [makeEnrollment([makeEnrolled(60)])])
  await act(async () => {
    await router.navigate('/portal')
  })
  expect(await screen.findByRole('region', { name: 'Your next session' })).toBeVisible()
})
