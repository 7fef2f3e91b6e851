import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/api/query-client'
import { makeUser } from '@/test/makers'
import { renderWithApp } from '@/test/render'
import { server, signIn } from '@/test/server'
import { ContactPage } from './contact-page'

const ADDRESS = `${window.location.origin}/api/contact`

const good = {
  name: 'Grace Hopper',
  email: 'grace@example.test',
  subject: 'Before I buy',
  message: 'Will the session be recorded?',
}
type FieldName = keyof typeof good
const labels: Record<FieldName, string> = {
  name: 'Name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
}
const field = (name: FieldName) => screen.getByRole('textbox', { name: labels[name] })
const fieldNames = Object.keys(good) as FieldName[]

const open = (at = '/contact') => renderWithApp(<ContactPage />, { at })

async function fill(changes: Partial<typeof good> = {}) {
  const values = { ...good, ...changes }
  for (const name of fieldNames) {
    await userEvent.clear(field(name))
    // Pasted rather than typed: two thousand key presses take a while.
    await userEvent.click(field(name))
    if (values[name]) await userEvent.paste(values[name])
  }
}

const sendButton = () => screen.getByRole('button', { name: 'Send Message' })
const pressSend = () => userEvent.click(sendButton())

/** Accepts messages and keeps them. */
function acceptMessages() {
  const received: unknown[] = []
  server.use(
    http.post(ADDRESS, async ({ request }) => {
      received.push(await request.json())
      return HttpResponse.json({ message: "We'll get back to you within 24 hours." })
    }),
  )
  return received
}

function refuse(status: number, message: string, fields: Record<string, string> = {}) {
  server.use(http.post(ADDRESS, () => HttpResponse.json({ message, fields }, { status })))
}

describe('the contact page', () => {
  test('says how else to reach us, how fast we answer and when we are there', () => {
    open()
    expect(screen.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'support@example.com' })).toHaveAttribute(
      'href',
      'mailto:support@example.com',
    )
    expect(screen.getByText('We reply within 24 hours on business days.')).toBeVisible()
    expect(screen.getByText(/Monday–Friday, 9:00 AM–6:00 PM EST/)).toHaveTextContent(
      'Monday–Friday, 9:00 AM–6:00 PM ESTSupport is limited on weekends',
    )
  })
})

describe('what may be sent', () => {
  test.each<[string, Partial<typeof good>, FieldName, string]>([
    ['no name', { name: '' }, 'name', 'Required'],
    ['a name of blanks', { name: '   ' }, 'name', 'Required'],
    [
      'a name of 61 characters',
      { name: 'n'.repeat(61) },
      'name',
      'Enter a name of at most 60 characters',
    ],
    [
      'a link as a name',
      { name: 'https://evil.example' },
      'name',
      'Enter a name without a web address or symbols',
    ],
    ['no address', { email: '' }, 'email', 'Required'],
    ['an address without @', { email: 'grace.example.test' }, 'email', 'Invalid email'],
    ['an address without a dot', { email: 'grace@example' }, 'email', 'Invalid email'],
    ['an address with a blank', { email: 'gra ce@example.test' }, 'email', 'Invalid email'],
    [
      'an address of 256 characters',
      { email: `${'g'.repeat(243)}@example.test` },
      'email',
      'String must contain at most 255 character(s)',
    ],
    ['no subject', { subject: '' }, 'subject', 'Required'],
    [
      'a subject of 201 characters',
      { subject: 's'.repeat(201) },
      'subject',
      'String must contain at most 200 character(s)',
    ],
    ['no message', { message: '' }, 'message', 'Required'],
    [
      'a message of 9 characters',
      { message: 'Too short' },
      'message',
      'String must contain at least 10 character(s)',
    ],
    [
      'a message of 9 characters and blanks',
      { message: '  Too short   ' },
      'message',
      'String must contain at least 10 character(s)',
    ],
    [
      'five emoji, which are ten of another way of counting',
      { message: '🚀🚀🚀🚀🚀' },
      'message',
      'String must contain at least 10 character(s)',
    ],
    [
      'a message of 2001 characters',
      { message: 'm'.repeat(2001) },
      'message',
      'String must contain at most 2000 character(s)',
    ],
  ])(
    '%s is refused in words, at the field, before anything is sent',
    async (_, changes, name, words) => {
      const received = acceptMessages()
      open()
      await fill(changes)
      await pressSend()
      await waitFor(() => expect(field(name)).toBeInvalid())
      expect(field(name)).toHaveAccessibleDescription(words)
      expect(field(name)).toHaveFocus()
      expect(screen.getByRole('alert')).toHaveTextContent('One field needs your attention.')
      for (const other of fieldNames.filter((each) => each !== name)) {
        expect(field(other)).toBeValid()
      }
      expect(received).toEqual([])
    },
  )

  test('the limits themselves are allowed, and blanks around the words are left out', async () => {
    const received = acceptMessages()
    open()
    const longest = {
      name: 'n'.repeat(60),
      email: `${'g'.repeat(242)}@example.test`,
      subject: 's'.repeat(200),
      message: '🚀'.repeat(2000),
    }
    await fill({ ...longest, message: `  ${longest.message}\n` })
    await pressSend()
    expect(await screen.findByText('Message Sent Successfully!')).toBeVisible()
    expect(received).toEqual([longest])
  })

  test('the shortest of everything is allowed', async () => {
    const received = acceptMessages()
    open()
    const shortest = { name: 'G', email: 'g@e.t', subject: 'S', message: '0123456789' }
    await fill(shortest)
    await pressSend()
    expect(await screen.findByText('Message Sent Successfully!')).toBeVisible()
    expect(received).toEqual([shortest])
  })

  test('an empty form names every field, goes to the first, and forgives at once', async () => {
    open()
    await pressSend()
    await waitFor(() => expect(field('name')).toHaveFocus())
    for (const name of fieldNames) expect(field(name)).toHaveAccessibleDescription('Required')
    expect(screen.getByRole('alert')).toHaveTextContent('4 fields need your attention.')

    await userEvent.type(field('name'), 'G')
    expect(field('name')).toBeValid()
    expect(screen.getByRole('alert')).toHaveTextContent('3 fields need your attention.')
  })

  test('the counter follows what is typed and turns red beyond the limit', async () => {
    open()
    expect(screen.getByText('0/2000 characters')).toBeVisible()
    await userEvent.type(field('message'), 'Hello 🚀')
    expect(screen.getByText('7/2000 characters')).not.toHaveClass('text-destructive')
    await fill({ message: 'm'.repeat(2001) })
    expect(screen.getByText('2001/2000 characters')).toHaveClass('text-destructive')
  })
})

describe('sending', () => {
  test('disables everything, then clears the form and says so', async () => {
    const received: unknown[] = []
    let answer = () => {}
    server.use(
      http.post(ADDRESS, async ({ request }) => {
        received.push(await request.json())
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return HttpResponse.json({ message: 'Thanks' })
      }),
    )
    open()
    await fill()
    await pressSend()

    const busy = await screen.findByRole('button', { name: 'Sending...' })
    expect(busy).toHaveAttribute('aria-disabled', 'true')
    expect(busy).toHaveFocus()
    for (const name of fieldNames) {
      expect(field(name)).toBeDisabled()
      expect(field(name)).toHaveValue(good[name])
    }
    await userEvent.click(busy)
    await waitFor(() => expect(received).toHaveLength(1))

    answer()
    expect(await screen.findByText('Message Sent Successfully!')).toBeVisible()
    expect(screen.getByText("We'll get back to you within 24 hours.")).toBeVisible()
    expect(screen.getByText('grace@example.test')).toBeVisible()
    for (const name of fieldNames) {
      expect(field(name)).toBeEnabled()
      expect(field(name)).toHaveValue('')
      expect(field(name)).toBeValid()
    }
    expect(screen.getByText('0/2000 characters')).toBeVisible()
    expect(sendButton()).toHaveFocus()
    expect(received).toEqual([good])
  })

  test('works with the Enter key, and the keyboard keeps its place', async () => {
    const received = acceptMessages()
    open()
    await fill()
    await userEvent.type(field('subject'), '{Enter}')
    expect(await screen.findByText('Message Sent Successfully!')).toBeVisible()
    expect(sendButton()).toHaveFocus()
    expect(received).toEqual([good])
  })

  test('can be done again, and the note about the first is gone meanwhile', async () => {
    const received = acceptMessages()
    open()
    await fill()
    await pressSend()
    expect(await screen.findByText(/We've received your message/)).toBeVisible()
    refuse(500, '')
    await fill({ subject: 'One more thing' })
    await pressSend()
    expect(await screen.findByText('Failed to Send Message')).toBeVisible()
    expect(screen.queryByText(/We've received your message/)).not.toBeInTheDocument()
    expect(received).toHaveLength(1)
  })
})

describe('a failure', () => {
  const expectTextKept = () => {
    for (const name of fieldNames) {
      expect(field(name)).toBeEnabled()
      expect(field(name)).toHaveValue(good[name])
    }
    expect(sendButton()).toBeEnabled()
  }

  test.each([
    [
      'a refusal',
      () => refuse(503, "We're briefly unavailable. Please try again in a few seconds."),
      "We're briefly unavailable. Please try again in a few seconds.",
    ],
    [
      'too many messages',
      () => refuse(429, 'Too many requests. Please wait a moment and try again.'),
      'Too many requests. Please wait a moment and try again.',
    ],
    [
      'an answer without words',
      () => server.use(http.post(ADDRESS, () => new HttpResponse('<html>', { status: 500 }))),
      'There was an error sending your message. Please try again.',
    ],
    [
      'a network that is down',
      () => server.use(http.post(ADDRESS, () => HttpResponse.error())),
      'There was an error sending your message. Please try again.',
    ],
    [
      'a browser without a network',
      () => {
        vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
        server.use(http.post(ADDRESS, () => HttpResponse.error()))
      },
      "You seem to be offline. Try again when you're back online.",
    ],
  ])('%s is told, and the typed text stays', async (_, prepare, words) => {
    prepare()
    open()
    await fill()
    await pressSend()
    const title = await screen.findByText('Failed to Send Message')
    expect(title.closest('li')).toHaveClass('bg-destructive')
    expect(screen.getByText(words)).toBeVisible()
    expectTextKept()
    expect(sendButton()).toHaveFocus()
  })

  test('lands on the fields it is about, the first of them focused', async () => {
    refuse(422, 'Please check the marked fields.', {
      subject: 'Must be a single line of text',
      email: 'Invalid email',
      website: 'Nobody should see this',
    })
    open()
    await fill()
    await pressSend()
    expect(await screen.findByText('Please check the marked fields.')).toBeVisible()
    await waitFor(() => expect(field('email')).toHaveFocus())
    expect(field('email')).toHaveAccessibleDescription('Invalid email')
    expect(field('subject')).toHaveAccessibleDescription('Must be a single line of text')
    expect(screen.getByRole('alert')).toHaveTextContent('2 fields need your attention.')
    expect(screen.queryByText('Nobody should see this')).not.toBeInTheDocument()
    expectTextKept()
  })

  test('does not stand in the way of trying again', async () => {
    refuse(422, 'Please check the marked fields.', { email: 'Invalid email' })
    open()
    await fill()
    await pressSend()
    await waitFor(() => expect(field('email')).toBeInvalid())
    acceptMessages()
    await pressSend()
    expect(await screen.findByText('Message Sent Successfully!')).toBeVisible()
  })
})

describe('what is filled in already', () => {
  test('the subject, from the address', () => {
    open('/contact?subject=Bundle%20pricing')
    expect(field('subject')).toHaveValue('Bundle pricing')
    expect(field('name')).toHaveValue('')
  })

  test('name and address of whoever is signed in, also after sending', async () => {
    signIn(makeUser())
    const received = acceptMessages()
    open('/contact?subject=Bundle%20pricing')
    await waitFor(() => expect(field('name')).toHaveValue('Ada Lovelace'))
    expect(field('email')).toHaveValue('ada@example.test')
    await userEvent.type(field('message'), good.message)
    await pressSend()
    expect(await screen.findByText('Message Sent Successfully!')).toBeVisible()
    expect(received).toEqual([
      {
        name: 'Ada Lovelace',
        email: 'ada@example.test',
        subject: 'Bundle pricing',
        message: good.message,
      },
    ])
    expect(field('name')).toHaveValue('Ada Lovelace')
    expect(field('email')).toHaveValue('ada@example.test')
    expect(field('subject')).toHaveValue('')
  })

  test('nothing that was typed before we knew is overwritten', async () => {
    let answer = () => {}
    const known = new Promise<void>((resolve) => {
      answer = resolve
    })
    signIn(makeUser())
    server.use(
      http.get(`${window.location.origin}/api/auth/user`, async () => {
        await known
        return HttpResponse.json(makeUser())
      }),
    )
    open()
    await userEvent.type(field('name'), 'Grace')
    answer()
    await waitFor(() => expect(field('email')).toHaveValue('ada@example.test'))
    expect(field('name')).toHaveValue('Grace')
  })
})

describe('the field that people never see', () => {
  const hidden = () => {
    const input = document.querySelector<HTMLInputElement>('input[name="website"]')
    if (!input) throw new Error('The field is missing')
    return input
  }

  test('is out of sight, out of reach and out of the reading order', () => {
    open()
    expect(hidden().closest('[aria-hidden="true"]')).toHaveClass('sr-only')
    expect(hidden()).toHaveAttribute('tabindex', '-1')
    expect(hidden()).toHaveAttribute('autocomplete', 'off')
    expect(screen.queryByRole('textbox', { name: 'Website' })).not.toBeInTheDocument()
  })

  test('is sent when a program has filled it in', async () => {
    const received = acceptMessages()
    open()
    await fill()
    await userEvent.type(hidden(), 'https://spam.example')
    await pressSend()
    expect(await screen.findByText('Message Sent Successfully!')).toBeVisible()
    expect(received).toEqual([{ ...good, website: 'https://spam.example' }])
  })
})

describe('before the script has arrived', () => {
  test('the form cannot be sent, because the browser would put the text into the address', () => {
    const router = createMemoryRouter([{ path: '*', element: <ContactPage /> }])
    const html = renderToString(
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
    document.body.innerHTML = html
    expect(sendButton()).toBeDisabled()
    expect(document.querySelector('noscript')?.textContent).toContain(
      'This form needs JavaScript. Please email',
    )
    document.body.innerHTML = ''
  })
})
