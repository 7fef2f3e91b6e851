import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { makeUser } from '@/test/makers'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server, signIn, untilAnswered } from '@/test/server'
import { roleInEffect, useRefreshSession, useSession } from './session'

function WhoIsHere() {
  const { user, isLoading, isAuthenticated } = useSession()
  const refresh = useRefreshSession()
  return (
    <>
      <p>{isLoading ? 'loading' : (user?.firstName ?? 'nobody')}</p>
      <p>{isAuthenticated ? 'signed in' : 'signed out'}</p>
      <button type="button" onClick={() => void refresh()}>
        refresh
      </button>
    </>
  )
}

function MountsTwice() {
  const [visit, setVisit] = useState(1)
  return (
    <>
      <WhoIsHere key={visit} />
      <button type="button" onClick={() => setVisit(visit + 1)}>
        leave and come back
      </button>
    </>
  )
}

function setHintCookie() {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not there in every browser.
  document.cookie = 'signed_in=1; path=/'
}

describe('useSession', () => {
  test('knows who is here', async () => {
    signIn(makeUser({ firstName: 'Grace' }))
    renderWithApp(<WhoIsHere />)
    expect(screen.getByText('loading')).toBeVisible()
    expect(await screen.findByText('Grace')).toBeVisible()
    expect(screen.getByText('signed in')).toBeVisible()
  })

  test('takes 401 for nobody and does not ask a second time', async () => {
    setHintCookie()
    const asked = refuseGet('/api/auth/user', 401, 'Please sign in.')
    renderWithApp(<MountsTwice />)
    expect(await screen.findByText('nobody')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'leave and come back' }))
    expect(await screen.findByText('nobody')).toBeVisible()
    expect(screen.getByText('signed out')).toBeVisible()
    expect(asked.times).toBe(1)
  })

  test('asks once for any number of readers', async () => {
    const asked = signIn(makeUser())
    renderWithApp(
      <>
        <WhoIsHere />
        <WhoIsHere />
      </>,
    )
    expect(await screen.findAllByText('Ada')).toHaveLength(2)
    expect(asked.times).toBe(1)
  })

  test('does not ask at all without the hint cookie', async () => {
    const asked = answerGet('/api/auth/user', makeUser())
    renderWithApp(<WhoIsHere />)
    expect(screen.getByText('nobody')).toBeVisible()
    await untilAnswered()
    expect(asked.times).toBe(0)
  })

  test('an answer to an older question does not count for a newer one', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    setHintCookie()
    server.use(
      http.get('*/api/auth/user', async () => {
        await answered
        return HttpResponse.json(makeUser({ firstName: 'Old' }))
      }),
    )
    renderWithApp(<WhoIsHere />)
    expect(await screen.findByText('loading')).toBeVisible()
    const asked = answerGet('/api/auth/user', makeUser({ firstName: 'New' }))
    await userEvent.click(screen.getByRole('button', { name: 'refresh' }))
    expect(await screen.findByText('New')).toBeVisible()
    answer()
    await untilAnswered()
    expect(screen.getByText('New')).toBeVisible()
    expect(asked.times).toBe(1)
  })

  test('two refreshes at once both end, with the later answer', async () => {
    signIn(makeUser({ firstName: 'Ada' }))
    renderWithApp(<WhoIsHere />)
    await screen.findByText('Ada')
    answerGet('/api/auth/user', makeUser({ firstName: 'Grace' }))
    const button = screen.getByRole('button', { name: 'refresh' })
    fireEvent.click(button)
    fireEvent.click(button)
    expect(await screen.findByText('Grace')).toBeVisible()
    expect(screen.getByText('signed in')).toBeVisible()
  })

  test('learns of a sign-in when told to look again', async () => {
    renderWithApp(<WhoIsHere />)
    expect(screen.getByText('nobody')).toBeVisible()
    signIn(makeUser())
    await userEvent.click(screen.getByRole('button', { name: 'refresh' }))
    expect(await screen.findByText('Ada')).toBeVisible()
  })
})

describe('roleInEffect', () => {
  test('is the effective role when there is one', () => {
    expect(roleInEffect({ role: 'ADMIN', effectiveRole: 'STUDENT' })).toBe('STUDENT')
  })

  test('is the real role otherwise', () => {
    const answerWithoutIt = { role: 'ADMIN' } as Parameters<typeof roleInEffect>[0]
    expect(roleInEffect(answerWithoutIt)).toBe('ADMIN')
  })
})
