import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { viewerZone } from '@/lib/dates'
import { zoneName, zoneNames } from '@/lib/zones'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { failToRefresh, openApp } from '@/test/render'
import { answerGet, refuseGet, signIn } from '@/test/server'
import type { Profile } from './profile-query'

const PROFILE = '/api/user/profile'
const CONSENT = '/api/user/sms-consent'
const CHANGE = '/api/auth/change-password'

const ada: Profile = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.test',
  username: 'ada',
  phone: '',
  timezone: viewerZone(),
  timezoneChoice: 'automatic',
  emailVerified: true,
}

async function openProfile({
  user = {},
  profile = {},
  agrees = false,
  visits = [],
}: Partial<{
  user: Parameters<typeof makeUser>[0]
  profile: Partial<Profile>
  agrees: boolean
  visits: { at: string; by: string; reason: string }[]
}> = {}) {
  const session = signIn(makeUser(user))
  answerGet(PROFILE, { ...ada, ...profile })
  answerGet(CONSENT, { agrees, phone: profile.phone ?? '' })
  answerGet('/api/user/account-visits', visits)
  const app = openApp('/profile')
  await screen.findByRole('heading', { name: 'Your details' })
  return { ...app, session }
}

const form = (name: string) => within(screen.getByRole('form', { name }))

async function retype(field: HTMLElement, text: string) {
  await userEvent.clear(field)
  await userEvent.click(field)
  if (text) await userEvent.paste(text)
}

describe('the details', () => {
  test('are saved, and known everywhere from then on', async () => {
    const { session } = await openProfile()
    const { bodies } = answerCall('patch', PROFILE, {
      ...ada,
      firstName: 'Grace',
      phone: '+15550100199',
    })
    const details = form('Your details')
    await retype(details.getByLabelText('First name'), ' Grace ')
    await retype(details.getByLabelText('Phone'), '+1 555 010 0199')
    await userEvent.click(details.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Profile saved')).toBeVisible()
    expect(bodies).toEqual([
      {
        firstName: 'Grace',
        lastName: 'Lovelace',
        phone: '+1 555 010 0199',
        timezone: viewerZone(),
        timezoneChoice: 'automatic',
      },
    ])
    expect(details.getByLabelText('Phone')).toHaveValue('+15550100199')
    await waitFor(() => expect(session.times).toBe(2))
  })

  test.each(['555 0100', '+0 555 010 0199', '+1', 'call me'])(
    'do not take %j for a phone number',
    async (phone) => {
      await openProfile()
      const { bodies } = answerCall('patch', PROFILE, ada)
      const details = form('Your details')
      await retype(details.getByLabelText('Phone'), phone)
      await userEvent.click(details.getByRole('button', { name: 'Save Changes' }))
      await waitFor(() =>
        expect(details.getByLabelText('Phone')).toHaveAccessibleDescription(
          /Enter the number with its country code, e\.g\. \+1 555 010 0199/,
        ),
      )
      expect(bodies).toEqual([])
    },
  )

  test.each([
    ["Each bootcamp's time zone only", { timezone: '', timezoneChoice: 'bootcamp' }],
    ['Asia/Kolkata', { timezone: 'Asia/Kolkata', timezoneChoice: 'chosen' }],
    [
      `Automatic (${zoneName(viewerZone())})`,
      { timezone: viewerZone(), timezoneChoice: 'automatic' },
    ],
  ])('save the time zone %s', async (option, saved) => {
    await openProfile({ profile: { timezone: 'Europe/Rome', timezoneChoice: 'chosen' } })
    await userEvent.click(screen.getByRole('combobox', { name: 'Time zone' }))
    await userEvent.click(await screen.findByRole('option', { name: option }))
    const { bodies } = answerCall('patch', PROFILE, { ...ada, ...saved })
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    await screen.findByText('Profile saved')
    expect(bodies).toMatchObject([saved])
    expect(screen.getByRole('combobox', { name: 'Time zone' })).toHaveTextContent(option)
  })

  test('follow the browser for whoever has never chosen a zone', async () => {
    await openProfile({ profile: { timezone: '', timezoneChoice: '' } })
    expect(screen.getByRole('combobox', { name: 'Time zone' })).toHaveTextContent(
      `Automatic (${zoneName(viewerZone())})`,
    )
  })

  test('offer the 22 time zones, the browser’s, and none', async () => {
    await openProfile({ profile: { timezone: 'Asia/Kolkata', timezoneChoice: 'chosen' } })
    const list = screen.getByRole('combobox', { name: 'Time zone' })
    expect(list).toHaveTextContent('Asia/Kolkata')
    await userEvent.click(list)
    const options = (await screen.findAllByRole('option')).map((option) => option.textContent)
    expect(new Set(options).size).toBe(options.length)
    for (const zone of zoneNames) expect(options).toContain(zoneName(zone))
    expect(options.slice(0, 2)).toEqual([
      `Automatic (${zoneName(viewerZone())})`,
      "Each bootcamp's time zone only",
    ])
    await userEvent.click(screen.getByRole('option', { name: 'Europe/Paris' }))
    const { bodies } = answerCall('patch', PROFILE, { ...ada, timezone: 'Europe/Paris' })
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    await screen.findByText('Profile saved')
    expect(bodies).toMatchObject([{ timezone: 'Europe/Paris' }])
  })

  test('stay as typed when the server refuses them', async () => {
    await openProfile()
    refuseCall('patch', PROFILE, 422, 'Please check the highlighted fields.', {
      lastName: 'Must be a single line of text',
    })
    const details = form('Your details')
    await retype(details.getByLabelText('Last name'), 'Byron')
    await userEvent.click(details.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() =>
      expect(details.getByLabelText('Last name')).toHaveAccessibleDescription(/single line/),
    )
    expect(details.getByLabelText('Last name')).toHaveValue('Byron')
  })
})

describe('the address', () => {
  test('is called verified when it is', async () => {
    await openProfile()
    expect(screen.getByText('Verified')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send again' })).not.toBeInTheDocument()
  })

  test('can be sent another email when it is not', async () => {
    await openProfile({ profile: { emailVerified: false } })
    answerCall('post', '/api/auth/resend-verification', { message: "We've sent you an email." })
    expect(screen.getByText('Not verified')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText("We've sent you an email.")).toBeVisible()
  })
})

describe('the password', () => {
  async function change(current: string | null, chosen: string, again = chosen) {
    const password = form('Password')
    if (current !== null) await retype(password.getByLabelText('Current password'), current)
    await retype(password.getByLabelText('New password'), chosen)
    await retype(password.getByLabelText('Confirm password'), again)
    await userEvent.click(password.getByRole('button', { name: /(Change|Choose) Password/ }))
    return password
  }

  test('is changed with the current one, and the fields are emptied', async () => {
    await openProfile()
    const { bodies } = answerCall('post', CHANGE, { message: 'Your password has been changed.' })
    const password = await change('old horse', 'new horse')
    expect(await screen.findByText('Your password has been changed.')).toBeVisible()
    expect(bodies).toEqual([{ currentPassword: 'old horse', newPassword: 'new horse' }])
    await waitFor(() => expect(password.getByLabelText('New password')).toHaveValue(''))
  })

  test('needs the current one, six characters, and twice the same', async () => {
    await openProfile()
    const { bodies } = answerCall('post', CHANGE, { message: '' })
    await change('', '12345', '54321')
    expect(await screen.findByText('Password is required')).toBeVisible()
    expect(screen.getByText('Password must be at least 6 characters')).toBeVisible()
    expect(screen.getByText("Passwords don't match")).toBeVisible()
    expect(bodies).toEqual([])
  })

  test('says beside the field that the current one is not right', async () => {
    await openProfile()
    refuseCall('post', CHANGE, 422, 'Please check the highlighted fields.', {
      currentPassword: 'That password is not right.',
    })
    const password = await change('wrong', 'new horse')
    await waitFor(() =>
      expect(password.getByLabelText('Current password')).toHaveAccessibleDescription(
        'That password is not right.',
      ),
    )
  })

  test('is chosen without a current one by someone who has none', async () => {
    await openProfile({ user: { hasPassword: false } })
    const { bodies } = answerCall('post', CHANGE, { message: 'Your password has been changed.' })
    expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument()
    await change(null, 'new horse')
    await screen.findByText('Your password has been changed.')
    expect(bodies).toEqual([{ currentPassword: '', newPassword: 'new horse' }])
  })
})

describe('signing out everywhere', () => {
  const everywhere = () => screen.getByRole('button', { name: 'Sign out everywhere' })

  test('asks first, and does nothing when the answer is no', async () => {
    await openProfile()
    const { bodies } = answerCall('post', '/api/auth/sign-out-everywhere', { message: '' })
    await userEvent.click(everywhere())
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(bodies).toEqual([])
  })

  test('ends in a fresh page that says so', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    await openProfile()
    const { bodies } = answerCall('post', '/api/auth/sign-out-everywhere', { message: '' })
    await userEvent.click(everywhere())
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    await waitFor(() =>
      expect(assign).toHaveBeenCalledExactlyOnceWith('/auth/login?ended=everywhere'),
    )
    expect(bodies).toEqual([null])
  })

  test('stays when it failed', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    await openProfile()
    breakCall('post', '/api/auth/sign-out-everywhere')
    await userEvent.click(everywhere())
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    expect(
      await screen.findByText("We couldn't sign you out everywhere. Please try again."),
    ).toBeVisible()
    expect(assign).not.toHaveBeenCalled()
  })
})

describe('the whole page', () => {
  test('offers another try when it could not be loaded', async () => {
    signIn(makeUser())
    refuseGet(PROFILE, 503, 'Briefly away.')
    openApp('/profile')
    expect(await screen.findByText("Your profile couldn't be loaded")).toBeVisible()
    answerGet(PROFILE, ada)
    answerGet('/api/user/account-visits', [])
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Your details' })).toBeVisible()
  })

  test('turns a visitor away', async () => {
    openApp('/profile')
    expect(await screen.findByText('Unauthorized')).toBeVisible()
  })

  test('only shows, and nothing of their own, to an admin acting as somebody else', async () => {
    const impersonatedUser = { firstName: 'Grace', lastName: 'Hopper', email: 'g@example.test' }
    await openProfile({
      user: { role: 'ADMIN', effectiveRole: 'STUDENT', isImpersonating: true, impersonatedUser },
      profile: { firstName: 'Grace', email: 'g@example.test', emailVerified: false },
    })
    expect(screen.getByLabelText('First name')).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Save Changes' })).not.toBeInTheDocument()
    for (const title of ['Password', 'Two-step verification', 'Lost a device?']) {
      expect(screen.queryByRole('heading', { name: title })).not.toBeInTheDocument()
    }
    expect(screen.queryByRole('button', { name: 'Send again' })).not.toBeInTheDocument()
  })
})

describe('text messages', () => {
  const phone = '+15550100199'

  test('need a number first', async () => {
    await openProfile()
    expect(screen.getByText(/Add your phone number above/)).toBeVisible()
    expect(screen.queryByRole('switch')).toBeNull()
  })

  test('a STOP sent from the phone is seen when one looks again', async () => {
    await openProfile({ profile: { phone: '+15550100199' }, agrees: true })
    const choice = await screen.findByRole('switch', { name: /^Text messages to/ })
    expect(choice).toBeChecked()
    answerGet(CONSENT, { agrees: false, phone: '+15550100199' })
    act(() => focusManager.setFocused(false))
    act(() => focusManager.setFocused(true))
    await waitFor(() => expect(choice).not.toBeChecked())
    focusManager.setFocused(undefined)
  })

  test('keep their switch when a refresh fails', async () => {
    await openProfile({ profile: { phone }, agrees: true })
    const choice = await screen.findByRole('switch')
    await failToRefresh()
    expect(choice).toBeInTheDocument()
    expect(choice).toBeChecked()
  })

  test('are agreed to and taken back with one switch', async () => {
    await openProfile({ profile: { phone } })
    const { bodies } = answerCall('put', CONSENT, { agrees: true, phone })
    const choice = await screen.findByRole('switch', { name: `Text messages to ${phone}` })
    expect(choice).not.toBeChecked()
    expect(choice).toHaveAccessibleDescription(/Reply STOP to opt out/)
    await userEvent.click(choice)
    expect(await screen.findByText('Text messages are on')).toBeVisible()
    expect(choice).toBeChecked()
    answerCall('put', CONSENT, { agrees: false, phone })
    await userEvent.click(choice)
    expect(await screen.findByText('Text messages are off')).toBeVisible()
    expect(choice).not.toBeChecked()
    expect(bodies).toEqual([{ agrees: true }])
  })

  test('stay as they were when the choice could not be saved', async () => {
    await openProfile({ profile: { phone }, agrees: true })
    refuseCall('put', CONSENT, 409, 'Add your phone number first.')
    const choice = await screen.findByRole('switch')
    await userEvent.click(choice)
    expect(await screen.findByText("We couldn't save your choice. Please try again.")).toBeVisible()
    expect(choice).toBeChecked()
  })
})

describe('who looked at the account', () => {
  const name = 'Who looked at your account'

  test('is named, with the time and the reason', async () => {
    const reason = 'Asked why the recording is missing'
    await openProfile({ visits: [{ at: '2026-11-18T15:04:00Z', by: 'Root Person', reason }] })
    const list = await screen.findByRole('list', { name })
    expect(within(list).getByText(/Root Person,/)).toBeVisible()
    expect(within(list).getByText(/Nov 18, 2026/)).toBeVisible()
    expect(within(list).getByText(reason)).toBeVisible()
  })

  test('is not spoken of while nobody did', async () => {
    await openProfile()
    expect(screen.queryByRole('heading', { name })).toBeNull()
  })
})
