import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { openApp } from '@/test/render'

const LOOK = '/api/unsubscribe/look'
const LEAVE = '/api/unsubscribe'
const UNDO = '/api/unsubscribe/undo'
const ada = (isUnsubscribed: boolean) => ({ address: 'ada@example.test', isUnsubscribed })

const button = (name: string) => screen.findByRole('button', { name })
const isShown = (text: string | RegExp) =>
  waitFor(() => expect(screen.getByText(text)).toBeVisible())

describe('the link at the end of a mail', () => {
  test('asks first, then takes the address off the list, and can put it back', async () => {
    answerCall('post', LOOK, ada(false))
    const left = answerCall('post', LEAVE, ada(true))
    const back = answerCall('post', UNDO, ada(false))
    const { router } = openApp('/unsubscribe#key=sealed')
    await isShown('ada@example.test')
    expect(router.state.location.hash).toBe('')
    expect(left.bodies).toEqual([])
    await userEvent.click(await button('Unsubscribe'))
    await isShown("You're unsubscribed")
    expect(left.bodies).toEqual([{ key: 'sealed' }])
    await userEvent.click(await button('Subscribe again'))
    await isShown("You're subscribed again.")
    expect(back.bodies).toEqual([{ key: 'sealed' }])
  })

  test('knows who has left already', async () => {
    answerCall('post', LOOK, ada(true))
    openApp('/unsubscribe#key=sealed')
    await isShown("You're unsubscribed")
  })

  test('says when it is broken, and where to turn', async () => {
    refuseCall('post', LOOK, 422, 'This link is not valid.', { key: 'This link is not valid.' })
    openApp('/unsubscribe#key=made-up')
    await isShown('This link is incomplete')
    expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
  })

  test('without its key is nothing to ask the server about', async () => {
    openApp('/unsubscribe')
    await isShown('This link is incomplete')
  })

  test('can be tried again when the server did not answer', async () => {
    breakCall('post', LOOK)
    openApp('/unsubscribe#key=sealed')
    await isShown("This couldn't be loaded")
    answerCall('post', LOOK, ada(false))
    await userEvent.click(await button('Retry'))
    await isShown('ada@example.test')
  })

  test('says when the wish could not be saved', async () => {
    answerCall('post', LOOK, ada(false))
    breakCall('post', LEAVE)
    openApp('/unsubscribe#key=sealed')
    await userEvent.click(await button('Unsubscribe'))
    await isShown("We couldn't save that. Please try again.")
    await isShown('ada@example.test')
  })
})
