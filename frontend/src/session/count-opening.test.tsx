import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answerCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { renderWithApp } from '@/test/render'
import { signIn } from '@/test/server'
import { useCountOpening } from './count-opening'

function Page() {
  useCountOpening('checkout')
  return null
}

const open = () => renderWithApp(<Page />)

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('counting an opened page', () => {
  test('says which page, once, and nothing else', async () => {
    const { bodies } = answerCall('post', '/api/funnel', { ok: true })
    const { router } = open()
    await waitFor(() => expect(bodies).toEqual([{ step: 'checkout' }]))
    // The page is drawn again, and was opened no second time.
    await router.navigate('/?bundle=true')
    expect(bodies).toHaveLength(1)
    expect([localStorage.length, sessionStorage.length, document.cookie]).toEqual([0, 0, ''])
  })

  test('counts somebody signed in', async () => {
    const { bodies } = answerCall('post', '/api/funnel', { ok: true })
    signIn(makeUser())
    open()
    await waitFor(() => expect(bodies).toHaveLength(1))
  })

  test('keeps still while an admin looks on as somebody else', async () => {
    const { bodies } = answerCall('post', '/api/funnel', { ok: true })
    const asked = signIn(makeUser({ isImpersonating: true }))
    open()
    await waitFor(() => expect(asked.times).toBe(1))
    expect(bodies).toEqual([])
  })

  test.each([
    ['Do Not Track', { doNotTrack: '1' }],
    ['Global Privacy Control', { globalPrivacyControl: true }],
  ])('keeps still under %s', (_, wish) => {
    const call = vi.spyOn(globalThis, 'fetch')
    vi.stubGlobal('navigator', { ...wish })
    open()
    expect(call).not.toHaveBeenCalled()
    call.mockRestore()
  })

  test('does not mind when nobody answers', async () => {
    const call = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
    open()
    await waitFor(() => expect(call).toHaveBeenCalledOnce())
    call.mockRestore()
  })
})
