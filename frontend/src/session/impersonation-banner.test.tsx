import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { makeUser } from '@/test/makers'
import { openApp } from '@/test/render'
import { server, signIn } from '@/test/server'
import { passTime, stopTime, untilTrue } from '@/test/timing'

const STOP = `${window.location.origin}/api/admin/impersonate/stop`
const assign = vi.fn()

const impersonating = makeUser({
  role: 'ADMIN',
  effectiveRole: 'STUDENT',
  isImpersonating: true,
  impersonatedUser: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.test' },
})

beforeEach(() => {
  vi.spyOn(window.location, 'assign').mockImplementation(assign)
  assign.mockClear()
  signIn(impersonating)
})

function answerStop(body: object, status = 200) {
  const sent: unknown[] = []
  server.use(
    http.post(STOP, async ({ request }) => {
      sent.push(JSON.parse(await request.text()))
      return HttpResponse.json(body, { status })
    }),
  )
  return sent
}

const findBanner = () => screen.findByRole('complementary', { name: 'Impersonation' })
const stop = async () => {
  await findBanner()
  stopTime()
  fireEvent.click(screen.getByRole('button', { name: 'Stop Impersonation' }))
}

describe('the impersonation banner', () => {
  test.each(['/portal', '/contact', '/no/such/page'])(
    'says on %s whom one sees the site as, and for how long',
    async (path) => {
      openApp(path)
      const banner = await findBanner()
      await waitFor(() =>
        expect(banner).toHaveTextContent('Viewing as Grace Hopper (grace@example.test)'),
      )
      expect(banner).toHaveTextContent('Read-only. Ends after 60 minutes.')
      expect(banner).toHaveTextContent('Stop Impersonation')
    },
  )

  test('is announced', async () => {
    openApp('/contact')
    await findBanner()
    expect((await screen.findByText(/Viewing as/)).closest('[role="status"]')).not.toBeNull()
  })

  test('names the address alone of someone without a name', async () => {
    signIn({
      ...impersonating,
      impersonatedUser: { firstName: '', lastName: '', email: 'grace@example.test' },
    })
    openApp('/contact')
    const banner = await findBanner()
    await waitFor(() => expect(banner).toHaveTextContent('Viewing as grace@example.test'))
  })

  test('is not there for anyone else', async () => {
    signIn(makeUser({ role: 'ADMIN' }))
    openApp('/contact')
    expect(await screen.findByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
  })
})

describe('Stop Impersonation', () => {
  test('says so and returns to the dashboard after 1 s', async () => {
    const sent = answerStop({ message: 'Impersonation stopped.' })
    openApp('/contact')
    await stop()
    await untilTrue(() => screen.queryByRole('button', { name: 'Stopping...' }) !== null)
    await untilTrue(() => screen.queryByText('Impersonation Stopped') !== null)
    expect(sent).toEqual([{}])
    expect(screen.getByText('Returning to admin portal...')).toBeInTheDocument()
    passTime(999)
    expect(assign).not.toHaveBeenCalled()
    passTime(1)
    expect(assign).toHaveBeenCalledExactlyOnceWith('/admin')
    // Nothing more to press until the page has gone.
    expect(screen.getByRole('button', { name: 'Stopping...' })).toBeVisible()
  })

  test.each([
    ['the words of the server', { message: 'Not now.', fields: {} }, 'Not now.'],
    ['words of its own', {}, 'Failed to stop impersonation'],
  ])('reports a failure with %s and can be tried again', async (_, body, description) => {
    answerStop(body, 500)
    openApp('/contact')
    await stop()
    await untilTrue(() => screen.queryByText('Error') !== null)
    expect(screen.getByText(description)).toBeInTheDocument()
    await untilTrue(() => screen.queryByRole('button', { name: 'Stop Impersonation' }) !== null)
    passTime(5000)
    expect(assign).not.toHaveBeenCalled()
  })

  test('takes the banner away when the impersonation had already ended', async () => {
    answerStop({ message: 'You are not impersonating anybody.', fields: {} }, 409)
    openApp('/contact')
    await findBanner()
    signIn(makeUser({ role: 'ADMIN' }))
    await stop()
    await untilTrue(() => screen.queryByText('You are not impersonating anybody.') !== null)
    await untilTrue(() => screen.queryByRole('complementary') === null)
  })
})

describe('after 60 minutes', () => {
  test('the page asks again, and returns to the dashboard when it is over', async () => {
    stopTime()
    openApp('/contact')
    await untilTrue(() => screen.queryByRole('complementary') !== null)
    signIn(makeUser({ role: 'ADMIN' }))
    passTime(60 * 60 * 1000 - 1)
    expect(screen.getByRole('complementary')).toBeInTheDocument()
    passTime(1)
    await untilTrue(() => assign.mock.calls.length > 0)
    expect(assign).toHaveBeenCalledExactlyOnceWith('/admin')
  })
})
